/** Lines below a table that are none of its rows: a source, a total, the date of printing. */
import { isBlank, type TableRecord } from '../table.ts';

/** What the lines at the end of a table are. */
export interface LastLines {
  /** How many lines belong to the table. */
  readonly count: number;
  /** Lines that are read although they may be no rows: they begin with "Total", or stand apart. */
  readonly doubtful: readonly TableRecord[];
}

const totalWords =
  /^(grand |sub)?(totals?|sums?|summe|zwischensumme|gesamt(summe)?|insgesamt|somme|suma|somma|totale[ns]?|totaal|totaux|razem|toplam)\b/iu;

/** What a person's name or another value alone in its line does not have. */
const noteShape = /:|[.!?]$|^[*†‡¹²³•(©—–-]|\d|(\S+\s+){5}\S/u;

/**
 * Finds the lines after an empty one at the end that are notes: a text in a single cell, or a total.
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
  const last = records[count - 1];
  if (
    count > 1 &&
    last !== undefined &&
    (beginsWithTotal(last) || standsAlone(last, width, isApart(count - 1)))
  )
    doubtful.push(last);
  return { count, doubtful };
}

function isNote(record: TableRecord, width: number): boolean {
  if (beginsWithTotal(record)) return true;
  const filled = record.cells.filter((cell) => !isBlank(cell));
  return width > 1 && filled.length === 1 && noteShape.test((filled[0] ?? '').trim());
}

function beginsWithTotal({ cells }: TableRecord): boolean {
  return totalWords.test((cells.find((cell) => !isBlank(cell)) ?? '').trim());
}

function standsAlone({ cells }: TableRecord, width: number, isApart: boolean): boolean {
  return isApart && width > 1 && cells.filter((cell) => !isBlank(cell)).length === 1;
}
