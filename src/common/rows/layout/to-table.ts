/** Which lines of a file are the header, the rows, and neither. */
import {
  isBlank,
  nameLine,
  nameLines,
  UnreadableRows,
  type CellFault,
  type Table,
  type TableKind,
  type TableRecord,
} from '../table.ts';
import { findHeader } from './find-header.ts';
import { findNotes } from './find-notes.ts';

export interface LayoutOptions {
  readonly faults?: readonly CellFault[];
  /** The line of the header. Null: found. */
  readonly headerLine?: number | null;
}

/**
 * Creates a table from lines. Empty lines are omitted. Lines above the header and notes below the rows are
 * not read, and listed.
 *
 * @throws UnreadableRows without a header
 */
export function toTable(
  lines: readonly TableRecord[],
  kind: TableKind,
  { faults = [], headerLine = null }: LayoutOptions = {},
): Table {
  const filled = lines.filter(({ cells }) => !cells.every(isBlank));
  if (filled.length === 0) throw new UnreadableRows('It is empty; its first line must name the columns.');
  const place =
    headerLine === null ? findHeader(filled) : filled.findIndex(({ line }) => line === headerLine);
  const header = filled[place];
  if (header === undefined) {
    throw new UnreadableRows(`The header cannot be in ${nameLine(kind, headerLine ?? 0)}: it is empty.`);
  }
  const above = filled.slice(0, place);
  const below = filled.slice(place + 1);
  const notEmpty = new Set(filled.map(({ line }) => line));
  const blank = new Set(lines.flatMap(({ line }) => (notEmpty.has(line) ? [] : [line])));
  const isApart = (index: number): boolean => {
    const [before, { line }] = [below[index - 1], below[index] ?? header];
    if (before === undefined) return false;
    // Empty rows of a workbook have no lines. In a text file, a line may be the continuation of a cell.
    return kind === 'workbook' ? line > before.line + 1 : blank.has(line - 1);
  };
  const width = header.cells.filter((cell) => !isBlank(cell)).length;
  const { count, doubtful } = findNotes(below, width, isApart);
  const notes = below.slice(count);
  const skipped = new Set([...above, ...notes].map(({ line }) => line));
  const sentences = [
    ...(above.length === 0 ? [] : [describeAbove(kind, header, above)]),
    ...(notes.length === 0 ? [] : [describeNotes(kind, notes)]),
    ...doubtful.map((record) => describeDoubtful(kind, record)),
  ];
  return {
    kind,
    header,
    records: below.slice(0, count),
    faults: faults.filter(({ line }) => line >= header.line && !skipped.has(line)),
    ...(above.length === 0 ? {} : { above }),
    ...(sentences.length === 0 ? {} : { notes: sentences }),
  };
}

function describeAbove(kind: TableKind, header: TableRecord, above: readonly TableRecord[]): string {
  const lines = above.map(({ line }) => line);
  const [verb, what] = above.length === 1 ? ['is', 'it'] : ['are', 'they'];
  return (
    `The header is ${nameLine(kind, header.line)}. ${capitalize(nameLines(kind, lines))} above it ` +
    `${verb} not read: ${what} ${above.length === 1 ? 'has' : 'have'} ${quoteLines(above)}.`
  );
}

function describeNotes(kind: TableKind, notes: readonly TableRecord[]): string {
  const lines = notes.map(({ line }) => line);
  const [verb, noun] = notes.length === 1 ? ['is', 'a note'] : ['are', 'notes'];
  const place = capitalize(nameLines(kind, lines));
  return `${place} below the rows ${verb} ${noun}, and not read: ${quoteLines(notes)}.`;
}

function describeDoubtful(kind: TableKind, record: TableRecord): string {
  const place = capitalize(nameLine(kind, record.line));
  return `${place} is read as a row: ${quoteLines([record])}. Remove it from the file if it is none.`;
}

const maxQuoted = 60;

function quoteLines(records: readonly TableRecord[]): string {
  const texts = records.slice(0, 3).map(({ cells }) => {
    const text = cells
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(' | ')
      .replaceAll(/\s+/gu, ' ');
    return `"${text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text}"`;
  });
  return texts.join(', ') + (records.length > texts.length ? ', …' : '');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
