/** Comma-separated values (RFC 4180), with the delimiters that spreadsheets use in different countries. */
import { CsvError, parse } from 'csv-parse/sync';
import { fillShortLines } from './layout/short-lines.ts';
import { toTable } from './layout/to-table.ts';
import { guardQuotes } from './quotes-in-cells.ts';
import {
  DELIMITERS,
  MAX_CELLS,
  MAX_COLUMNS,
  nameLines,
  UnreadableRows,
  type Delimiter,
  type Table,
  type TableRecord,
} from './table.ts';

/**
 * Reads a table. Line ends in cells become line feeds.
 *
 * @param delimiter null: the most frequent one in the first lines.
 * @param headerLine null: found
 * @throws UnreadableRows
 */
export function readCsv(text: string, delimiter: Delimiter | null, headerLine: number | null = null): Table {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  // Spreadsheets write and read this line, which names the delimiter.
  const note = /^"?sep=(.)"?\n/i.exec(lines);
  const noted = DELIMITERS.find((each) => each === note?.[1]) ?? null;
  const skipped = noted === null ? 0 : 1;
  const content = noted === null ? lines : lines.slice(note?.[0].length ?? 0);
  const separator = delimiter ?? noted ?? findDelimiter(content);
  const guarded = guardQuotes(content, separator);
  const records = parseLines(guarded.text, separator, skipped);
  const quoted = records.filter(({ cells }) => cells.some((cell) => cell.includes(guarded.mark)));
  const restored = records.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell) => cell.replaceAll(guarded.mark, '"')),
  }));
  const laidOut = toTable(guarded.mark === '' ? records : restored, 'text', { headerLine });
  const table = { ...fillShortLines(laidOut), delimiter: separator };
  if (guarded.mark === '') return table;
  const places = nameLines(
    'text',
    quoted.map(({ line }) => line),
  );
  const about = `Quotation marks inside of cells are read as they are written: ${places}.`;
  return { ...table, notes: [...(table.notes ?? []), about] };
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
    default:
      return `Line ${line} cannot be read: ${message}.`;
  }
}

/** Lines in which the delimiter is looked for: a title may be above the header. */
const searchedLines = 10;

/**
 * The most frequent delimiter in the first line that has one; quoted text does not count. A delimiter that is
 * no letter of prices and dates wins over a comma that stands in one line only.
 */
function findDelimiter(text: string): Delimiter {
  let isQuoted = false;
  let before = '\n';
  let line = 0;
  const counts = new Map<string, number>();
  const count = (delimiter: Delimiter): number => counts.get(delimiter) ?? 0;
  for (const character of text.trimStart()) {
    const opens = before === '\n' || DELIMITERS.some((each) => each === before);
    if (character === '"' && (isQuoted || opens)) isQuoted = !isQuoted;
    else if (!isQuoted && character === '\n') {
      line += 1;
      if (DELIMITERS.some((each) => count(each) > 0) || line === searchedLines) break;
    } else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
    before = character;
  }
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
