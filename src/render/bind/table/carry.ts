import type { TableCarry, TableColumn } from '../../../../generated/template.ts';
import { asDecimal } from '../../../common/expressions/arithmetic.ts';
import { Decimal, zero } from '../../../common/expressions/decimal.ts';
import { ExpressionError } from '../../../common/expressions/expression-error.ts';
import { formatNumber } from '../../../common/expressions/formats.ts';
import { toText } from '../../../common/expressions/template-expressions.ts';
import type { SceneCarry, SceneGroup } from '../../scene/elements.ts';
import type { SceneText } from '../../scene/text.ts';
import { wholeFilled } from '../filled-text.ts';
import type { VariableValues } from '../variable-values.ts';
import { numberOptions } from './cell-text.ts';
import { emptyGroup } from './empty-group.ts';
import type { RowStyle } from './row-style.ts';
import { listCells } from './spanned-cells.ts';

/** What the rows of a table's sums are made with. */
export interface CarryParts {
  /** The id of the table. */
  readonly id: string;
  readonly columns: readonly TableColumn[];
  /** Which columns are shown, by their numbers in the template. */
  readonly isVisible: readonly boolean[];
  readonly style: RowStyle;
  /** What is painted behind a row, and how its cells are placed. */
  readonly look: Pick<SceneGroup, 'background' | 'row'>;
  /** What is known around the table. */
  readonly variables: VariableValues;
  readonly locale: string;
}

/** The sum of a table up to each of its rows, in the order in which they are printed. */
export class CarriedSums {
  readonly #carry: TableCarry;
  readonly #parts: CarryParts;
  /** The column of the sum, by its number in the template. */
  readonly #column: number;
  #sum: Decimal = zero;

  constructor(carry: TableCarry, parts: CarryParts) {
    this.#carry = carry;
    this.#parts = parts;
    this.#column = findColumn(carry, parts.columns);
  }

  /** Whether the column of the sum is shown. Without it there are no rows for sums. */
  get isVisible(): boolean {
    return this.#parts.isVisible[this.#column] === true;
  }

  /** The rows at the foot of a page and at the head of the next, without their sums. */
  get rows(): SceneCarry {
    const { label, headLabel = label } = this.#carry;
    return {
      foot: this.#row('foot', label),
      head: this.#row('head', headLabel),
      cell: this.#cells('').findIndex(({ column }) => column === this.#column),
    };
  }

  /** Adds a row, and returns the cell with the sum up to it. */
  add(row: VariableValues): SceneText {
    const { id, style, locale, isVisible, columns } = this.#parts;
    const { value, format = columns[this.#column]?.format } = this.#carry;
    const text = row.formatted(value, (amount) => {
      this.#sum = addTo(this.#sum, amount, withoutBraces(value));
      return format === undefined
        ? toText(this.#sum)
        : formatNumber(locale, this.#sum, numberOptions(format));
    });
    const shown = isVisible.slice(0, this.#column).filter(Boolean).length;
    const cell = style.cell(shown, `${id}.carry[${this.#column}]`, wholeFilled(text), row, value);
    if (cell.type !== 'text') throw new Error('a sum has no text');
    return cell;
  }

  #row(place: 'foot' | 'head', label: string): SceneGroup {
    const { id, style, look, variables, isVisible } = this.#parts;
    const rowId = `${id}.carry.${place}`;
    const cells = this.#cells(label).map(({ template, column, span }) => {
      const shown = isVisible.slice(0, column).filter(Boolean).length;
      const text = variables.filled(template);
      return style.cell(shown, `${rowId}[${column}]`, text, variables, template, span);
    });
    // Screen readers read a table as one, without the ends of pages: its sums would stand twice in its midst.
    return { ...emptyGroup(rowId), ...look, tag: 'Artifact', elements: cells };
  }

  /** The label before the sum, or else after it. */
  #cells(label: string) {
    const { isVisible } = this.#parts;
    const rest = isVisible.length - this.#column - 1;
    const before = this.#column === 0 ? [] : [label];
    const after = this.#column === 0 ? [label] : Array<string>(rest).fill('');
    const spanBefore = this.#column === 0 ? [] : [this.#column];
    const spanAfter = this.#column === 0 ? [rest] : Array<number>(rest).fill(1);
    return listCells({ cells: [...before, '', ...after], span: [...spanBefore, 1, ...spanAfter] }, isVisible);
  }
}

/** The column of the sum: the one that is named, the first one with the same value, or else the last one. */
function findColumn({ column, value }: TableCarry, columns: readonly TableColumn[]): number {
  if (column !== undefined) return column;
  const same = columns.findIndex((each) => withoutBraces(each.value ?? '') === withoutBraces(value));
  return same === -1 ? columns.length - 1 : same;
}

function withoutBraces(value: string): string {
  return value.trim().slice(2, -2).trim();
}

/** A number that was not given adds nothing. */
function addTo(sum: Decimal, amount: unknown, expression: string): Decimal {
  if (amount === null) return sum;
  if (amount instanceof Decimal || typeof amount === 'bigint') return sum.plus(asDecimal(amount));
  throw new ExpressionError('makes something that is no number, but is added up', expression);
}
