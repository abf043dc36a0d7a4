/** Lines below a table that are none of its rows: a source, a total, the date of printing. */
import { isBlank, type TableRecord } from '../table.ts';

/** What the lines at the end of a table are. */
export interface LastLines {
  /** How many lines belong to the table. */
  readonly count: number;
  /** Lines that are read although they may be no rows: they begin with "Total", or stand apart. */
  readonly doubtful: readonly TableRecord[];
}

const words =
  '(?:grand |sub)?(?:totals?|sums?|summe|zwischensumme|gesamt(?:summe)?|insgesamt|somme|suma|somma|' +
  'totale[ns]?|totaal|totaux|razem|toplam)';

/** What may be a total, or a name: "Suma Rao", "Total Recall". */
const beginning = new RegExp(`^${words}(?![\\p{L}\\p{N}])`, 'iu');
const total = new RegExp(`^${words}\\s*:?$`, 'iu');
const totalWithCount = new RegExp(`^${words}(?:\\s*:\\s*|\\s+)\\(?\\d[\\d.,' ]*\\)?(?:\\s+\\p{L}+)?$`, 'iu');

/** What a person's name or another value alone in its line does not have. */
const noteShape = /^\p{L}[^:]*:(?:\s|$)|^[*†‡¹²³•(©—–-]|(?:\S+\s+){3}\S*[.!?]$|(?:\S+\s+){5}\S/u;

/**
 * Finds the lines after an empty one at the end that are notes: a sentence in a single cell, or a total.
 *
 * @param records below the header
 * @param isApart whether an empty line is above a record
 */
export function findNotes(
  records: readonly TableRecord[],
  width: number,
  isApart: (index: number) => boolean,
): LastLines {
  let count = records.length;
  const doubtful: TableRecord[] = [];
  while (count > 1) {
    let start = count - 1;
    while (start > 0 && !isApart(start)) start -= 1;
    if (start === 0) break;
    const block = records.slice(start, count);
    if (!block.every((record) => isNote(record, width))) break;
    count = start;
  }
  const begin = Array.from({ length: count }, (_, index) => count - 1 - index).find(isApart);
  // Without an empty line, only the last one may be a total.
  const end = records.slice(begin ?? Math.max(1, count - 1), count);
  doubtful.push(
    ...end
      .slice(-maxDoubtful)
      .filter((record) => beginsWithTotal(record) || (begin !== undefined && standsAlone(record, width))),
  );
  return { count, doubtful };
}

/** How many lines at the end are doubted. More are the rows of a group. */
const maxDoubtful = 5;

/** A line that fills every column is a row, whatever it says. */
function isNote({ cells }: TableRecord, width: number): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [first = ''] = filled;
  if (filled.length >= width) return false;
  if (filled.length > 1) return total.test(first);
  return total.test(first) || totalWithCount.test(first) || noteShape.test(first);
}

function beginsWithTotal({ cells }: TableRecord): boolean {
  return beginning.test((cells.find((cell) => !isBlank(cell)) ?? '').trim());
}

/** Notes begin in the first column. */
function standsAlone({ cells: [first = '', ...others] }: TableRecord, width: number): boolean {
  return width > 1 && !isBlank(first) && others.every(isBlank);
}
