import type { TableColumn, TextElement } from '../../../../generated/template.ts';
import type { SceneGroup } from '../../scene/elements.ts';
import type { SceneText } from '../../scene/text.ts';
import { bindBase } from '../base.ts';
import type { BindContext } from '../context.ts';
import { transformFilled, type FilledText } from '../filled-text.ts';
import { bindText } from '../text.ts';
import { TextLimit } from '../text-limit.ts';
import type { VariableValues } from '../variable-values.ts';
import { emptyGroup } from './empty-group.ts';
import { fillStyle, namesEntry, type FilledStyle, type TextStyle } from './text-style.ts';

/** What a row is: the header, a row of the list, a total, or the header of a group. */
export type RowKind = 'header' | 'row' | 'total' | 'group';

/** The look of a column's cells in rows of one kind. */
interface CellLook {
  readonly transform: NonNullable<TextStyle['transform']>;
  /** A cell whose text stands for any. */
  readonly cell: SceneText;
  /** Equal texts are measured once. */
  readonly known: Map<string, SceneText['runs']>;
}

/** The style of a column's cells in rows of one kind. */
export interface CellStyle {
  readonly style: TextStyle;
  readonly align: NonNullable<TableColumn['align']>;
  /** Its look in all rows; null: it differs from row to row. */
  readonly look: CellLook | null;
  /** The looks that rows have had, by their style. */
  readonly looks: Map<string, CellLook>;
}

interface RowStyleOptions {
  /** What a kind of row sets itself, before its columns. */
  readonly own?: TextStyle;
  /** The names of what differs from row to row. */
  readonly entryNames?: ReadonlySet<string>;
  /** Of cells over several columns; without it, that of their first column. */
  readonly spanAlign?: CellStyle['align'] | undefined;
}

/** The cells of rows in one style. */
export class RowStyle {
  readonly #context: BindContext;
  readonly #tag: 'TH' | 'TD';
  readonly #columns: readonly CellStyle[];
  readonly #spanning: readonly CellStyle[];

  constructor(
    style: TextStyle,
    columns: readonly TableColumn[],
    kind: RowKind,
    context: BindContext,
    { own = {}, entryNames, spanAlign }: RowStyleOptions = {},
  ) {
    this.#context = context;
    this.#tag = kind === 'header' || kind === 'group' ? 'TH' : 'TD';
    const bindColumn = (column: TableColumn, align: CellStyle['align']): CellStyle => {
      const ofColumn = this.#tag === 'TH' ? {} : getFitting(column);
      const merged = { ...style, ...ofColumn, ...(kind === 'row' ? getOwnStyle(column) : {}), ...own };
      const varies = entryNames !== undefined && namesEntry(merged, context.variables, entryNames);
      const look = varies ? null : this.#bindLook(fillStyle(merged, context.variables), align);
      return { style: merged, align, look, looks: new Map() };
    };
    this.#columns = columns.map((column) => bindColumn(column, column.align ?? 'start'));
    this.#spanning =
      spanAlign === undefined ? this.#columns : columns.map((column) => bindColumn(column, spanAlign));
  }

  /**
   * @param template the text before its values were filled in, for messages
   * @param span how many columns the cell takes
   */
  cell(
    column: number,
    id: string,
    filled: FilledText,
    variables: VariableValues,
    template: string,
    span = 1,
  ): SceneText | SceneGroup {
    const cell = this.#cell(
      (span > 1 ? this.#spanning : this.#columns)[column]!,
      id,
      filled,
      variables,
      template,
    );
    return span > 1 ? { ...cell, columnSpan: span } : cell;
  }

  #cell(
    style: CellStyle,
    id: string,
    filled: FilledText,
    variables: VariableValues,
    template: string,
  ): SceneText | SceneGroup {
    this.#context.textLimit.add([template], [filled.text], variables);
    const { transform, cell, known } = this.#lookOf(style, variables);
    const [{ text: shown, unbroken } = filled] = transformFilled([filled], transform, this.#context.language);
    // Rows have a cell for each column, empty ones too: a table's structure is read by columns.
    if (shown === '') return { ...emptyGroup(id), tag: this.#tag };
    const ranges = unbroken.map(({ start, end }) => `${start}-${end}`);
    const key = unbroken.length === 0 ? shown : `${shown}\0${ranges.join()}`;
    let runs = known.get(key);
    if (runs === undefined) {
      runs = [{ ...cell.runs[0]!, text: shown, ...(unbroken.length === 0 ? {} : { unbroken }) }];
      known.set(key, runs);
    }
    return { ...cell, id, runs };
  }

  /** The style of a column's cells. */
  styleOf(column: number): Pick<CellStyle, 'align' | 'style'> {
    return this.#columns[column]!;
  }

  #lookOf({ style, align, look, looks }: CellStyle, variables: VariableValues): CellLook {
    if (look !== null) return look;
    const filled = fillStyle(style, variables);
    const key = JSON.stringify(filled);
    let found = looks.get(key);
    if (found === undefined) {
      found = this.#bindLook(filled, align);
      looks.set(key, found);
    }
    return found;
  }

  #bindLook({ transform = 'none', ...style }: FilledStyle, align: CellStyle['align']): CellLook {
    const given: TextElement = { ...style, ...origin, type: 'text', id: '', text: '.', align };
    // Cells are counted with their values.
    const outside = { ...this.#context, layout: undefined, textLimit: new TextLimit() };
    const text = bindText(given, bindBase(given, outside), outside);
    if (text === null) throw new Error('a text that is not empty was bound to nothing');
    return { transform, cell: { ...text, tag: this.#tag }, known: new Map() };
  }
}

/** How the texts of a column fit their cells. */
function getFitting({ wrap, overflow, minFontSize }: TableColumn): TextStyle {
  return {
    ...(wrap === undefined ? {} : { wrap }),
    ...(overflow === undefined ? {} : { overflow }),
    ...(minFontSize === undefined ? {} : { minFontSize }),
  };
}

function getOwnStyle({ style = {} }: TableColumn): TextStyle {
  const { fill: _fill, ...own } = style;
  return own;
}

const origin = { x: 0, y: 0, width: 0, height: 0 };
