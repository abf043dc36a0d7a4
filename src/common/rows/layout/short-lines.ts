/** Lines of a text file that have fewer cells than the header. */
import { FileProblems, nameLines, type Table, type TableRecord } from '../table.ts';

/**
 * Fills lines whose last cells are missing: Excel leaves out the delimiters at the end where a block of rows
 * has nothing there. Lines that look like the parts of a row with a line end in a cell are refused.
 *
 * @throws UnreadableRows
 */
export function fillShortLines(table: Table): Table {
  const { header, records } = table;
  const width = header.cells.length;
  const isShort = ({ cells }: TableRecord): boolean => cells.length < width;
  const short = records.filter(isShort);
  if (short.length === 0) return table;
  const problems = new FileProblems();
  for (const run of findRuns(records, isShort)) {
    if (!looksSplit(run, width)) continue;
    const [first, last] = [run[0]?.line ?? 0, run.at(-1)?.line ?? 0];
    const detail =
      `and those to line ${last} have fewer cells than the header, which has ${width}: a line end in a ` +
      'cell has split a row, or cells at the end are missing. Put the whole cell in quotation marks, or ' +
      'add the delimiters of the empty cells.';
    problems.add({ line: first, column: '', detail }, `Line ${first} ${detail}`);
  }
  problems.throwIfAny();
  const lines = nameLines(
    'text',
    short.map(({ line }) => line),
  );
  const [verb, rest] = short.length === 1 ? ['has', 'its last cells are'] : ['have', 'their last cells are'];
  const place = lines.charAt(0).toUpperCase() + lines.slice(1);
  const about = `${place} ${verb} fewer cells than the header: ${rest} empty.`;
  return { ...table, notes: [...(table.notes ?? []), about] };
}

/** Groups of neighbours that are short. */
function findRuns(
  records: readonly TableRecord[],
  isShort: (record: TableRecord) => boolean,
): TableRecord[][] {
  const runs: TableRecord[][] = [];
  for (const [index, record] of records.entries()) {
    if (!isShort(record)) continue;
    const before = records[index - 1];
    if (before !== undefined && isShort(before)) runs.at(-1)?.push(record);
    else runs.push([record]);
  }
  return runs;
}

/** Whether neighbours have the cells of one row: the last of one goes on in the first of the next. */
function looksSplit(run: readonly TableRecord[], width: number): boolean {
  const lengths = run.map(({ cells }) => cells.length);
  const whole = lengths.reduce((sum, length) => sum + length - 1, 1);
  if (run.length > 1 && whole === width) return true;
  const pairs = lengths.slice(1).map((length, index) => length + (lengths[index] ?? 0) - 1 === width);
  const isUniform = new Set(lengths).size === 1;
  // A block of rows with nothing in their last columns may have an odd number of lines, pairs have not.
  return isUniform ? pairs.length > 0 && pairs[0] === true && lengths.length % 2 === 0 : pairs.includes(true);
}
