/**
 * Comma-separated values (RFC 4180), as spreadsheets in any country write them.
 */
import { CsvError, parse } from 'csv-parse/sync';
import {
  DELIMITERS,
  toTable,
  UnreadableRows,
  type Delimiter,
  type Table,
  type TableRecord,
} from './table.ts';

/**
 * Reads a table. Line ends inside of cells become line feeds.
 *
 * @param delimiter null: the one that the header has most of.
 * @throws UnreadableRows
 */
export function readCsv(text: string, delimiter: Delimiter | null): Table {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  // Spreadsheets take this for a note to themselves.
  const note = /^sep=(.)\n/i.exec(lines);
  const noted = DELIMITERS.find((each) => each === note?.[1]) ?? null;
  const skipped = noted === null ? 0 : 1;
  const content = noted === null ? lines : lines.slice('sep=,\n'.length);
  const table = toTable(parseLines(content, delimiter ?? noted ?? findDelimiter(content), skipped), 'text');
  checkLengths(table);
  return table;
}

function parseLines(text: string, delimiter: Delimiter, skipped: number): TableRecord[] {
  const records: TableRecord[] = [];
  let next = skipped + 1;
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      on_record: (cells: string[], { lines }) => {
        records.push({ line: next, cells });
        next = skipped + lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableRows(describeCsvError(error, next));
  }
  return records;
}

function describeCsvError({ code, message }: CsvError, line: number): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `A cell of line ${line} begins with a quotation mark that is never closed.`;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `A cell of line ${line} goes on after its closing quotation mark; one inside of a quoted cell is written twice.`;
    case 'INVALID_OPENING_QUOTE':
      return `A cell of line ${line} has a quotation mark inside; quote the whole cell, and write the one inside twice.`;
    default:
      return `Line ${line} cannot be read: ${message}.`;
  }
}

/** Counted outside of quotation marks, in the first line that is not empty. */
function findDelimiter(text: string): Delimiter {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of text.trimStart()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n') break;
    else counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const count = (delimiter: Delimiter): number => counts.get(delimiter) ?? 0;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** A line that is too short mostly has a line end in a cell that was not quoted: its values would be another row's. */
function checkLengths({ header, records }: Table): void {
  for (const { line, cells } of records) {
    if (cells.length >= header.cells.length) continue;
    throw new UnreadableRows(
      `Line ${line} has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the header has ` +
        `${header.cells.length}. A cell with a line end or the delimiter inside must be in quotation marks.`,
    );
  }
}
