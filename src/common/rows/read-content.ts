/** The one reading of a file of rows, for the command line and for Studio. */
import { findContentKind } from './file-format.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { readJsonl } from './read-jsonl.ts';
import { UnreadableRows, type Delimiter, type RowsContent, type Table } from './table.ts';

/** What differs between the places where files are read. */
export interface ContentReading {
  /** Of a text file; null: the most frequent one in the header. */
  readonly delimiter: Delimiter | null;
  /** Of a table; null: found. */
  readonly headerLine: number | null;
  readonly decode: (bytes: Uint8Array) => string;
  readonly readWorkbook: (bytes: Uint8Array) => Promise<Table>;
}

/**
 * Reads a file of rows.
 *
 * @throws UnreadableRows
 */
export async function readContent(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  { delimiter, headerLine, decode, readWorkbook }: ContentReading,
): Promise<RowsContent> {
  switch (findContentKind(name, bytes)) {
    case 'workbook':
      return await readWorkbook(bytes);
    case 'csv':
      return readCsv(decode(bytes), delimiter, headerLine);
    case 'json':
      return { kind: 'objects', rows: readJson(decode(bytes)) };
    case 'jsonl':
      return { kind: 'objects', rows: readJsonl(decode(bytes)) };
  }
}

/**
 * Refuses a file without rows.
 *
 * @param kind of objects, or of a table, which has a header
 * @throws UnreadableRows
 */
export function requireRows(kind: RowsContent['kind'], count: number): void {
  if (count > 0) return;
  const header = ' It has column names, but no rows below them.';
  throw new UnreadableRows(`It has no rows.${kind === 'objects' ? '' : header}`);
}
