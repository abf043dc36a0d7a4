import type {
  TableBody,
  TableBorders,
  TableColumn,
  TableElement,
  TableFormat,
  TextElement,
} from '../../../generated/template.ts';
import { Decimal } from '../../common/expressions/decimal.ts';
import { formatDate, formatNumber, type FormatOptions } from '../../common/expressions/formats.ts';
import { toText } from '../../common/expressions/template-expressions.ts';
import type { Sides } from '../scene/boxes.ts';
import type { SceneElement, SceneGroup } from '../scene/elements.ts';
import type { Paint } from '../scene/paint.ts';
import type { SceneTable } from '../scene/table.ts';
import type { SceneText } from '../scene/text.ts';
import { transformRuns } from '../../common/text/text-transform.ts';
import { bindBase, type ElementBase } from './base.ts';
import { bindPaint } from './colors.ts';
import type { BindContext } from './context.ts';
import { listScopes } from './repeat.ts';
import { ENTRY_NAME } from '../../common/values/values.ts';
import { bindSides } from './sizing.ts';
import { bindText, DEFAULT_LINE_HEIGHT, fontSizePx } from './text.ts';
import { TextLimit } from './text-limit.ts';
import type { VariableValues } from './variable-values.ts';

type TextStyle = Omit<TableBody, 'fill' | 'padding'>;

/** Above and below, and at the sides, whatever the unit. */
const defaultPaddingPx: Sides = [4, 8, 4, 8];

/** The rows of a table: its header, a row for each entry, its total. `placeTable` gives them their boxes. */
export function bindTable(element: TableElement, base: ElementBase, context: BindContext): SceneGroup {
  const { variables, count } = context;
  const { columns, header = {}, body = {}, total, stripes, rows: each, as = ENTRY_NAME, index } = element;
  const { fill, padding: bodyPadding, ...style } = body;
  const scopes = listScopes({ each, as, ...(index === undefined ? {} : { index }) }, context);
  const paint = (given: Parameters<typeof bindPaint>[0] | undefined, own = variables) =>
    given === undefined ? null : bindPaint(given, own.color);
  const getRow = ({ padding = bodyPadding, fontSize, lineHeight = DEFAULT_LINE_HEIGHT }: TableBody) => ({
    padding: padding === undefined ? defaultPaddingPx : bindSides(padding, context.px),
    lineHeight: lineHeight * fontSizePx(fontSize, context),
  });

  const rows: SceneGroup[] = [];
  const addRow = (id: string, cells: readonly SceneElement[], background: Paint | null) => {
    count(element, 1 + cells.length);
    rows.push({ ...emptyGroup(`${base.id}${id}`), tag: 'TR', elements: cells, ...getBackground(background) });
  };
  const isOfRow = (value: unknown) => namesEntry(value, variables, new Set([as, index ?? as]));
  const common = Object.fromEntries(Object.entries(style).filter(([, value]) => !isOfRow(value)));
  const bold: TextStyle = { ...common, fontWeight: 600 };
  if (header !== null) {
    const { fill: own, padding: _padding, ...given } = header;
    const row = new RowStyle({ ...bold, ...given }, columns, 'TH', context);
    addRow(
      '.header',
      columns.map((column, at) => row.cell(at, `${base.id}.header[${at}]`, column.header ?? '', variables)),
      paint(own),
    );
  }
  const stripe = paint(stripes);
  const shared = Object.values(style).some(isOfRow) ? null : new RowStyle(style, columns, 'TD', context);
  for (const [at, { variables: own }] of scopes.entries()) {
    const row = shared ?? new RowStyle(style, columns, 'TD', { ...context, variables: own });
    addRow(
      `[${at}]`,
      columns.map((column, number) => {
        const text = cellText(column.value, column.format, own, context.locale);
        return row.cell(number, `${base.id}[${at}][${number}]`, text, own, column.value);
      }),
      at % 2 === 1 ? stripe : null,
    );
  }
  if (total !== undefined) {
    const { cells, fill: own, padding: _padding, ...given } = total;
    const row = new RowStyle({ ...bold, ...given }, columns, 'TD', context);
    addRow(
      '.total',
      columns.map(({ format }, at) => {
        const template = cells[at] ?? '';
        const isAlone = format !== undefined && variables.isOnePlaceholder(template);
        const text = cellText(template, isAlone ? format : undefined, variables, context.locale);
        return row.cell(at, `${base.id}.total[${at}]`, text, variables, template);
      }),
      paint(own),
    );
  }
  const table: SceneTable = {
    columns: columns.map(({ width = 'fill', grow = 1 }) => ({
      width: typeof width === 'number' ? context.px(width) : width,
      grow,
    })),
    hasHeader: header !== null,
    hasTotal: total !== undefined,
    rows: {
      header: getRow({ ...common, ...header }),
      body: getRow({ ...common, ...(bodyPadding === undefined ? {} : { padding: bodyPadding }) }),
      total: getRow({ ...common, ...total }),
    },
    borders: bindBorders(element.borders, context),
  };
  return {
    ...base,
    type: 'group',
    tag: 'Table',
    elements: rows,
    clip: 'none',
    cornerRadius: noRadii,
    ...getBackground(paint(fill), table.borders?.isAround === true ? table.borders : null),
    ...(base.sizing?.height === 'hug' ? { repeatedHead: header === null ? 0 : 1 } : {}),
    table,
  };
}

/** Whether a part of a style differs from row to row. */
function namesEntry(value: unknown, variables: VariableValues, names: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return variables.hasName(value, names);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((inner) => namesEntry(inner, variables, names))
  );
}

/** The cells of rows in one style. */
class RowStyle {
  readonly #context: BindContext;
  readonly #transform: NonNullable<TextStyle['transform']>;
  /** A cell of each column, whose text stands for any. */
  readonly #cells: readonly SceneText[];
  /** Equal texts of a column are measured once. */
  readonly #known: readonly Map<string, SceneText['runs']>[];

  constructor(
    { transform = 'none', ...style }: TextStyle,
    columns: readonly TableColumn[],
    tag: 'TH' | 'TD',
    context: BindContext,
  ) {
    this.#context = context;
    this.#transform = transform;
    this.#known = columns.map(() => new Map());
    this.#cells = columns.map(({ align = 'start' as const }) => {
      const given: TextElement = { ...style, ...origin, type: 'text', id: '', text: '.', align };
      // Cells are counted with their values.
      const outside = { ...context, layout: undefined, textLimit: new TextLimit() };
      const text = bindText(given, bindBase(given, outside), outside);
      if (text === null) throw new Error('a text that is not empty was bound to nothing');
      return { ...text, tag };
    });
  }

  /** @param template the text before its values were filled in, for messages */
  cell(
    column: number,
    id: string,
    text: string,
    variables: VariableValues,
    template?: string,
  ): SceneText | SceneGroup {
    const filled = template === undefined ? variables.text(text) : text;
    this.#context.textLimit.add([template ?? text], [filled], variables);
    const [shown = ''] = transformRuns([filled], this.#transform, this.#context.language);
    const cell = this.#cells[column]!;
    // Rows have a cell for each column, empty ones too: a table's structure is read by columns.
    if (shown === '') return { ...emptyGroup(id), tag: cell.tag ?? 'TD' };
    const known = this.#known[column]!;
    let runs = known.get(shown);
    if (runs === undefined) {
      runs = [{ ...cell.runs[0]!, text: shown }];
      known.set(shown, runs);
    }
    return { ...cell, id, runs };
  }
}

/** The text of a cell. A format goes for numbers and dates; what was not given is empty. */
function cellText(
  template: string,
  format: TableColumn['format'],
  variables: VariableValues,
  locale: string,
): string {
  if (format === undefined) return variables.text(template);
  return variables.formatted(template, (value) => {
    if (value instanceof Date) return formatDate(locale, value, dateOptions(format), variables.timeZone);
    if (value instanceof Decimal || typeof value === 'bigint')
      return formatNumber(locale, value, numberOptions(format));
    return toText(value);
  });
}

/** The options of `Intl.NumberFormat` for a format. */
export function numberOptions(format: NonNullable<TableColumn['format']>): FormatOptions {
  if (typeof format === 'object') return format as TableFormat & FormatOptions;
  return format === 'percent' ? { style: 'percent' } : {};
}

/** The style or the options of `Intl.DateTimeFormat` for a format. */
export function dateOptions(format: NonNullable<TableColumn['format']>): string | FormatOptions {
  return typeof format === 'object' ? (format as TableFormat & FormatOptions) : 'medium';
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

const origin = { x: 0, y: 0, width: 0, height: 0 };
const noRadii = [0, 0, 0, 0] as const;

function getBackground(
  fill: Paint | null,
  around: { readonly color: string; readonly width: number } | null = null,
): Pick<SceneGroup, 'background'> {
  if (fill === null && around === null) return {};
  const stroke =
    around === null ? null : { color: around.color, width: around.width, dash: [], align: 'inside' as const };
  return { background: { fill, stroke, cornerRadius: noRadii, shadow: null } };
}

function emptyGroup(id: string): SceneGroup {
  return {
    type: 'group',
    id,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    rotation: 0,
    opacity: 1,
    blendMode: 'normal',
    blur: 0,
    shadow: null,
    elements: [],
    clip: 'none',
    cornerRadius: noRadii,
  };
}
