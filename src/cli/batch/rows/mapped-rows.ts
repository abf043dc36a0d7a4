import type { OtherColumnsGiven } from '../../../common/rows/other-columns.ts';
import type { SourceColumn } from '../../../common/rows/source-columns.ts';
import type { FileRow } from '../../../common/rows/table.ts';
import type { AssignmentOptions } from './assign-columns.ts';

/** How columns become values. */
export interface MappingOptions extends AssignmentOptions {
  /** Remove blanks around the cells of a table. Default: true. */
  readonly trim?: boolean;
  /** Numbers have a decimal comma. */
  readonly decimalComma?: boolean;
  /** The locale of dates, numbers and phone numbers in the cells. */
  readonly cellsLocale?: string;
}

/** Rows with values for the template's variables. */
export interface MappedRows {
  readonly rows: readonly FileRow[];
  /** Sentences about columns whose cells are read by a locale. */
  readonly notes: readonly string[];
  /** The columns that gave values, in the order of the file. */
  readonly columns: readonly SourceColumn[];
  /** The columns that give no values. Null: there are none. */
  readonly otherColumns: OtherColumnsGiven | null;
  /** The column of a variable, as the user sees it: `Price (C)`. */
  readonly columnOf: (variable: string) => string;
  /** The place in the sheet of a list; null if its entries have no sheet. */
  readonly placeOf: (row: number, entry: EntryPlace) => SheetPlace | null;
}

/** An entry of a list, or one of its values. */
interface EntryPlace {
  readonly list: string;
  readonly index: number;
  readonly field: string | null;
}

/** A cell as `line_items!price (C)`, or the row of an entry. */
interface SheetPlace {
  readonly line: number;
  readonly column: string;
}
