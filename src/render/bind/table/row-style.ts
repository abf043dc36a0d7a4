import type { TableBody, TableColumn, TextElement } from '../../../../generated/template.ts';
import type { SceneGroup } from '../../scene/elements.ts';
import type { SceneText } from '../../scene/text.ts';
import { bindBase } from '../base.ts';
import type { BindContext } from '../context.ts';
import { transformFilled, type FilledText } from '../filled-text.ts';
import { bindText } from '../text.ts';
import { TextLimit } from '../text-limit.ts';
import type { VariableValues } from '../variable-values.ts';
import { emptyGroup } from './empty-group.ts';

/** The style of the texts of a row. */
export type TextStyle = Omit<TableBody, 'fill' | 'padding'>;

/** The cells of rows in one style. */
export class RowStyle {
  readonly #context: BindContext;
  readonly #transform: NonNullable<TextStyle['transform']>;
  /** A cell of each column, whose text stands for any. */
  readonly #cells: readonly SceneText[];
  /** Equal texts of a column are measured once. */
  readonly #known: readonly Map<string, SceneText['runs']>[];

  /** @param own what a kind of row sets itself, before its columns */
  constructor(
    { transform = 'none', ...style }: TextStyle,
    columns: readonly TableColumn[],
    tag: 'TH' | 'TD',
    context: BindContext,
    own: TextStyle = {},
  ) {
    this.#context = context;
    this.#transform = transform;
    this.#known = columns.map(() => new Map());
    this.#cells = columns.map((column) => {
      const { align = 'start' as const } = column;
      const ofColumn = tag === 'TH' ? {} : getFitting(column);
      const look = { ...style, ...ofColumn, ...own };
      const given: TextElement = { ...look, ...origin, type: 'text', id: '', text: '.', align };
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
    filled: FilledText,
    variables: VariableValues,
    template: string,
  ): SceneText | SceneGroup {
    this.#context.textLimit.add([template], [filled.text], variables);
    const [{ text: shown, unbroken } = filled] = transformFilled(
      [filled],
      this.#transform,
      this.#context.language,
    );
    const cell = this.#cells[column]!;
    // Rows have a cell for each column, empty ones too: a table's structure is read by columns.
    if (shown === '') return { ...emptyGroup(id), tag: cell.tag ?? 'TD' };
    const known = this.#known[column]!;
    const ranges = unbroken.map(({ start, end }) => `${start}-${end}`);
    const key = unbroken.length === 0 ? shown : `${shown}\0${ranges.join()}`;
    let runs = known.get(key);
    if (runs === undefined) {
      runs = [{ ...cell.runs[0]!, text: shown, ...(unbroken.length === 0 ? {} : { unbroken }) }];
      known.set(key, runs);
    }
    return { ...cell, id, runs };
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

const origin = { x: 0, y: 0, width: 0, height: 0 };
