/** Comma-separated values (RFC 4180), with the delimiters that spreadsheets use in different countries. */
import { CsvError, parse } from 'csv-parse/sync';
import {
  DELIMITERS,
  MAX_CELLS,
  MAX_COLUMNS,
  FileProblems,
  toTable,
  UnreadableRows,
  type Delimiter,
  type Table,
  type TableRecord,
} from './table.ts';

/**
 * Reads a table. Line ends in cells become line feeds.
 *
 * @param delimiter null: the most frequent one in the header.
 * @throws UnreadableRows
 */
export function readCsv(text: string, delimiter: Delimiter | null): Table {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  // Spreadsheets write and read this line, which names the delimiter.
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
  let total = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      on_record: (cells: string[], { lines }) => {
        total += cells.length;
        checkLimits(next, cells.length, total);
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

function checkLimits(line: number, columns: number, total: number): void {
  if (columns > MAX_COLUMNS) {
    throw new UnreadableRows(`Line ${line} has ${columns} cells; at most ${MAX_COLUMNS} columns are read.`);
  }
  if (total > MAX_CELLS) {
    throw new UnreadableRows(`It has more than ${MAX_CELLS} cells, which is the most that is read.`);
  }
}

function describeCsvError({ code, message }: CsvError, line: number): string {
  // The parser has more codes; the others are for options, or have a message that says enough.
  switch (code as string) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `A cell of line ${line} begins with a quotation mark that is never closed.`;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return (
        `A cell of line ${line} goes on after its closing quotation mark; ` +
        'a quotation mark in a quoted cell is written twice.'
      );
    case 'INVALID_OPENING_QUOTE':
      return (
        `A cell of line ${line} has a quotation mark inside; ` +
        'quote the whole cell, and write the inner quotation mark twice.'
      );
    default:
      return `Line ${line} cannot be read: ${message}.`;
  }
}

/** The most frequent delimiter in the first line that is not empty; quoted text does not count. */
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

/** Refuses short lines: usually a line end in an unquoted cell has split the row. */
function checkLengths({ header, records }: Table): void {
  const problems = new FileProblems();
  for (const { line, cells } of records) {
    if (cells.length >= header.cells.length) continue;
    const detail =
      `has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the header has ` +
      `${header.cells.length}. A cell with a line end or the delimiter inside must be in quotation marks.`;
    problems.add({ line, column: '', detail }, `Line ${line} ${detail}`);
  }
  problems.throwIfAny();
}
