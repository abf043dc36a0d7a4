import type {
  TableBody,
  TableBorders,
  TableCarry,
  TableElement,
  TableTotal,
} from '../../../../generated/template.ts';
import { directionWithin } from '../../../common/text/language-direction.ts';
import type { Sides } from '../../scene/boxes.ts';
import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { Paint } from '../../scene/paint.ts';
import type { SceneTable, SceneTableRow } from '../../scene/table.ts';
import type { ElementBase } from '../base.ts';
import { seenColor } from '../../inks/ink-color.ts';
import { bindPaint } from '../colors.ts';
import type { BindContext } from '../context.ts';
import { ENTRY_NAME } from '../../../common/values/values.ts';
import { bindSides } from '../sizing.ts';
import { DEFAULT_LINE_HEIGHT, fontSizePx } from '../text.ts';
import { CarriedSums } from './carry.ts';
import { cellText } from './cell-text.ts';
import { emptyGroup, noRadii } from './empty-group.ts';
import { bindPictureCell } from './picture-cell.ts';
import { gatherRows, refuseOtherRows } from './row-groups.ts';
import { RowStyle } from './row-style.ts';
import { headerCells, listCells } from './spanned-cells.ts';
import { namesEntry, type TextStyle } from './text-style.ts';
import type { VariableValues } from '../variable-values.ts';

/** Above and below, and at the sides, whatever the unit. */
const defaultPaddingPx: Sides = [4, 8, 4, 8];

/** The rows of a table: its header, a row for each entry, its totals. `placeTable` gives them their boxes. */
export function bindTable(element: TableElement, base: ElementBase, around: BindContext): SceneGroup {
  const direction = directionWithin(element.direction, around.direction);
  const context = direction === around.direction ? around : { ...around, direction };
  const { variables, count } = context;
  const {
    columns: allColumns,
    header = {},
    body = {},
    total,
    totals = [],
    groupHeader,
    groupTotal,
    carry,
    stripes,
    as = ENTRY_NAME,
    index,
  } = element;
  const isVisible = allColumns.map(({ visible }) => variables.isVisible(visible));
  const shownColumns = allColumns.map((_, number) => number).filter((number) => isVisible[number]);
  const columns = shownColumns.map((number) => allColumns[number]!);
  const { fill, padding: bodyPadding, ...style } = body;
  const groups = gatherRows(element, variables);
  refuseOtherRows(element, groups, variables);
  const paint = (given: Parameters<typeof bindPaint>[0] | undefined, own = variables) =>
    given === undefined ? null : bindPaint(given, own);
  const getRow = (
    { padding = bodyPadding, fontSize, lineHeight = DEFAULT_LINE_HEIGHT }: TableBody,
    own = variables,
  ): SceneTableRow => ({
    padding: padding === undefined ? defaultPaddingPx : bindSides(padding, context.px, direction),
    lineHeight: lineHeight * fontSizePx(fontSize, { px: context.px, variables: own }),
  });

  const rows: SceneGroup[] = [];
  const addRow = (
    id: string,
    row: SceneTableRow,
    cells: readonly SceneElement[],
    background: Paint | null,
    keepWithNext = false,
  ) => {
    const pictures = cells.filter((cell) => cell.type === 'group' && cell.cell !== undefined).length;
    count(element, 1 + cells.length + pictures + (row.carried === undefined ? 0 : 1));
    const kept = keepWithNext ? { keepWithNext } : {};
    const group = { ...emptyGroup(`${base.id}${id}`), tag: 'TR' as const, row, ...kept };
    rows.push({ ...group, elements: cells, ...getBackground(background) });
  };
  const entryNames = new Set([as, index ?? as]);
  const isOfRow = (value: unknown) => namesEntry(value, variables, entryNames);
  const common = Object.fromEntries(Object.entries(style).filter(([, value]) => !isOfRow(value)));
  const bold: TextStyle = { ...common, fontWeight: 600 };
  if (header !== null) {
    const { fill: own, padding: _padding, span, spanAlign, ...given } = header;
    const row = new RowStyle({ ...bold, ...given }, columns, 'header', context, { spanAlign });
    addRow(
      '.header',
      getRow({ ...common, ...header }),
      listCells(
        { cells: headerCells(allColumns, span), ...(span === undefined ? {} : { span }) },
        isVisible,
      ).map(({ template, column, span: taken }) => {
        const id = `${base.id}.header[${column}]`;
        const text = variables.filled(template);
        return row.cell(shownColumns.indexOf(column), id, text, variables, template, taken);
      }),
      paint(own),
    );
  }
  const stripe = paint(stripes);
  const commonRow = isOfRow(style.fontSize) ? null : getRow(style);
  const bodyStyle = new RowStyle(style, columns, 'row', context, { entryNames });
  const rowFill = isOfRow(fill) ? fill : undefined;
  const cellFills = columns.map(({ style: ofColumn }) => ofColumn?.fill);
  const hasCellFills = cellFills.some((each) => each !== undefined);
  const bodyRow = (own: VariableValues): SceneTableRow => ({
    ...(commonRow ?? getRow(style, own)),
    ...(hasCellFills ? { fills: cellFills.map((each) => paint(each, own)) } : {}),
  });
  const addSpanned = (
    id: string,
    given: TableTotal,
    own: VariableValues,
    kind: 'group' | 'total',
    keepWithNext: boolean,
  ) => {
    const { cells: _cells, span: _span, spanAlign, fill: ownFill, padding: _padding, ...look } = given;
    const around = { ...context, variables: own };
    const row = new RowStyle({ ...bold, ...look }, columns, kind, around, { own: look, spanAlign });
    const isHeader = kind === 'group' ? { isRowHeader: true as const } : {};
    addRow(
      id,
      getRow({ ...common, ...given }, own),
      listCells(given, isVisible).map(({ template, column, span }) => {
        const { format } = allColumns[column]!;
        const isAlone = format !== undefined && own.isOnePlaceholder(template);
        const text = cellText(template, isAlone ? format : undefined, own, context.locale);
        const at = shownColumns.indexOf(column);
        const cell = row.cell(at, `${base.id}${id}[${column}]`, text, own, template, span);
        return { ...cell, ...isHeader };
      }),
      paint(ownFill, own),
      keepWithNext,
    );
  };
  const getSums = (given: TableCarry): CarriedSums | null => {
    const {
      label: _l,
      headLabel: _h,
      value: _v,
      column: _c,
      format: _f,
      spanAlign,
      fill: own,
      padding: _p,
      ...look
    } = given;
    const sums = new CarriedSums(given, {
      id: base.id,
      columns: allColumns,
      isVisible,
      style: new RowStyle({ ...bold, ...look }, columns, 'total', context, { own: look, spanAlign }),
      look: {
        ...getBackground(paint(own)),
        row: getRow({ ...common, ...given }),
      },
      variables,
      locale: context.locale,
    });
    return sums.isVisible ? sums : null;
  };
  const sums = carry === undefined ? null : getSums(carry);
  const hasTotals = total !== undefined || totals.length > 0;
  for (const [number, group] of groups.entries()) {
    const isBeforeTotals = hasTotals && number === groups.length - 1;
    if (groupHeader !== undefined)
      addSpanned(`.groups[${number}].header`, groupHeader, group.variables, 'group', true);
    for (const [place, row] of group.rows.entries()) {
      const { at } = row;
      const own = group.variablesOf(row);
      const ofRow = paint(rowFill, own);
      addRow(
        `[${at}]`,
        sums === null ? bodyRow(own) : { ...bodyRow(own), carried: sums.add(own) },
        columns.map((column, shown) => {
          const { cell, value = '', format } = column;
          // Joined, an id is one string: thousands are kept.
          const id = [base.id, '[', at, '][', shownColumns[shown], ']'].join('');
          if (cell !== undefined) {
            const place = { id, table: base.id, row: at, column: shownColumns[shown]! };
            return bindPictureCell(cell, place, bodyStyle.styleOf(shown), own, context);
          }
          const text = cellText(value, format, own, context.locale);
          return bodyStyle.cell(shown, id, text, own, value);
        }),
        ofRow !== null && !isTransparent(ofRow) ? ofRow : at % 2 === 1 ? stripe : null,
        // A total does not stand alone on the next page.
        place === group.rows.length - 1 && (groupTotal !== undefined || isBeforeTotals),
      );
    }
    if (groupTotal !== undefined)
      addSpanned(`.groups[${number}].total`, groupTotal, group.variables, 'total', isBeforeTotals);
  }
  if (total !== undefined) addSpanned('.total', total, variables, 'total', totals.length > 0);
  for (const [at, given] of totals.entries())
    addSpanned(`.totals[${at}]`, given, variables, 'total', at < totals.length - 1);
  const table: SceneTable = {
    columns: columns.map(({ width = 'fill', grow = 1 }) => ({
      width: typeof width === 'number' ? context.px(width) : width,
      grow,
    })),
    ...(direction === 'rtl' ? { isRtl: true as const } : {}),
    totals: (total === undefined ? 0 : 1) + totals.length,
    borders: bindBorders(element.borders, context),
  };
  return {
    ...base,
    type: 'group',
    tag: 'Table',
    elements: rows,
    clip: 'none',
    cornerRadius: noRadii,
    ...getBackground(
      rowFill === undefined ? paint(fill) : null,
      table.borders?.isAround === true ? table.borders : null,
    ),
    ...(base.sizing?.height === 'hug' ? { repeatedHead: header === null ? 0 : 1 } : {}),
    table,
    ...(sums === null ? {} : { carry: sums.rows }),
  };
}

/** A colour that is empty for a row fills nothing. */
function isTransparent(paint: Paint): boolean {
  return paint.type === 'solid' && seenColor(paint.color).endsWith('00');
}

function bindBorders(
  borders: TableBorders | undefined,
  { px, variables }: BindContext,
): SceneTable['borders'] {
  if (borders === undefined || borders.width === 0) return null;
  const { color = '#000', width, between = 'rows', outer = false } = borders;
  return {
    color: variables.color(color),
    width: width === undefined ? 1 : px(width),
    isBetweenRows: between === 'rows' || between === 'all',
    isBetweenColumns: between === 'columns' || between === 'all',
    isAround: outer,
  };
}

function getBackground(
  fill: Paint | null,
  around: { readonly color: string; readonly width: number } | null = null,
): Pick<SceneGroup, 'background'> {
  if (fill === null && around === null) return {};
  const stroke =
    around === null ? null : { color: around.color, width: around.width, dash: [], align: 'inside' as const };
  return { background: { fill, stroke, cornerRadius: noRadii, shadow: null } };
}
