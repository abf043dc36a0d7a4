import { utils, write, type BookType } from '@e965/xlsx';

/** A row of a sheet. */
export type Cells = readonly (string | number | null | FormattedNumber)[];

/** A number as its format shows it. */
interface FormattedNumber {
  readonly t: 'n';
  readonly v: number;
  readonly z: string;
}

/** Writes a workbook as spreadsheet programs do. Each sheet is its rows. */
export function writeSpreadsheet(
  sheets: Readonly<Record<string, readonly Cells[]>>,
  bookType: BookType = 'xlsx',
): Uint8Array {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((cells) => [...cells])), name);
  return write(book, { type: 'buffer', bookType }) as Buffer;
}
