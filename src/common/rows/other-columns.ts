/** The columns of a sheet that fill no variable, as the page of its job shows them. */
import { storableName, storableText } from './source-columns.ts';

export interface OtherColumn {
  readonly name: string;
  /** The text of the column in each row. */
  readonly cells: readonly string[];
}

export interface OtherColumnsGiven {
  /** In the order of the sheet. */
  readonly columns: readonly OtherColumn[];
  /** The names of columns that have too much text to be kept. */
  readonly leftOut?: readonly string[];
}

/** Of the names and cells of a batch, as JSON in UTF-8. */
export const MAX_OTHER_BYTES = 2 * 1024 * 1024;

/** Of a batch; the names of more columns are not listed either. */
const maxColumns = 1_000;

/**
 * The columns that are kept with a batch: those with a text, as long as they fit together. Whole columns are
 * left out, and listed.
 *
 * @param names of all columns; null for one that is not meant
 * @param rows the cells of the rows of the batch
 * @param maxBytes at most `MAX_OTHER_BYTES`
 * @returns null if there is no such column
 */
export function keepOtherColumns(
  names: readonly (string | null)[],
  rows: readonly (readonly string[])[],
  maxBytes = MAX_OTHER_BYTES,
): OtherColumnsGiven | null {
  const columns: OtherColumn[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const [index, given] of names.entries()) {
    if (given === null || columns.length + leftOut.length >= maxColumns) continue;
    const cells = rows.map((row) => storableText((row[index] ?? '').trim()));
    if (cells.every((cell) => cell === '')) continue;
    const column = { name: storableName(given), cells };
    const more = countBytes(column);
    if (bytes + more > maxBytes) {
      leftOut.push(column.name);
      continue;
    }
    bytes += more;
    columns.push(column);
  }
  return columns.length + leftOut.length === 0 ? null : { columns, leftOut };
}

/** The size of columns together, compared with `MAX_OTHER_BYTES`. */
export function countOtherBytes(columns: readonly OtherColumn[]): number {
  return columns.reduce((sum, column) => sum + countBytes(column), 0);
}

function countBytes({ name, cells }: OtherColumn): number {
  return new TextEncoder().encode(JSON.stringify([name, ...cells])).length;
}
