import { joinCells, type JoinedColumns } from './joined-columns.ts';
import { readLocal, type ColumnReading } from './locales/column-readings.ts';
import type { TableRecord } from './table.ts';

/** Values by the names of variables. */
export type RowValues = Readonly<Record<string, string>>;

/** What gives a variable its values: a column, counted from 0, or several that are joined. */
export type ValueSource = number | JoinedColumns;

/** The columns of a source, in the order of the header. */
export function indexNames(source: ValueSource): readonly number[] {
  return typeof source === 'number' ? [source] : source.indexes;
}

/** How the value of a variable is read. */
export interface ValueReading {
  /** Removes blanks around the cells. Default: true. */
  readonly trim?: boolean;
  /** Of the variable: one of type number takes the number of a cell, any other one what the cell shows. */
  readonly type?: string;
  /** Of the column. */
  readonly reading?: ColumnReading;
}

/** The value that a line has for a variable; the empty string if its cells are empty. */
export function readValue(
  { cells, numbers }: Pick<TableRecord, 'cells' | 'numbers'>,
  source: ValueSource,
  { trim = true, type = 'text', reading = 'plain' }: ValueReading = {},
): string {
  if (typeof source === 'number' && type === 'number') {
    const number = numbers?.[source];
    if (number !== undefined) return number;
  }
  const text = typeof source === 'number' ? (cells[source] ?? '') : joinCells(source, cells, trim);
  const value = trim ? text.trim() : text;
  return readLocal(type, value, reading) ?? value;
}

/**
 * The values of a table's line. An empty cell omits its variable, so that the template's default applies.
 *
 * @param sources of the variables that have one
 */
export function readValues(
  record: Pick<TableRecord, 'cells' | 'numbers'>,
  sources: Iterable<readonly [variable: string, source: ValueSource]>,
  getReading: (variable: string) => ValueReading = () => ({}),
): RowValues {
  return Object.fromEntries(
    [...sources].flatMap(([variable, source]) => {
      const value = readValue(record, source, getReading(variable));
      return value === '' ? [] : [[variable, value] as const];
    }),
  );
}

/** The texts that say how a column is read: those of cells that hold no number. */
export function listTexts(
  records: readonly Pick<TableRecord, 'cells' | 'numbers'>[],
  source: ValueSource,
  type: string,
): string[] {
  return records.flatMap((record) =>
    typeof source === 'number' && type === 'number' && record.numbers?.[source] !== undefined
      ? []
      : [readValue(record, source, { type })],
  );
}
