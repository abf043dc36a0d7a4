/** Which line names the columns. */
import { isBlank, type TableRecord } from '../table.ts';

/** Lines in which the header is looked for. */
export const HEADER_LINES = 20;

/**
 * The place of the header among the lines: the first one, if it names every column that has values. Else the
 * first one that does so, has a name in each of its cells, and has at least twice as many of them as each
 * line above it, all of which look like titles. The first one, too, if there is none like that.
 *
 * @param lines without empty ones
 */
export function findHeader(lines: readonly TableRecord[]): number {
  const used = findUsedColumns(lines);
  const namesAll = (index: number): boolean =>
    [...(used[index] ?? [])].every((column) => !isBlank(lines[index]?.cells[column]));
  if (lines.length < 2 || namesAll(0)) return 0;
  let widest = 0;
  for (const [index, { cells }] of lines.slice(0, Math.min(HEADER_LINES, lines.length - 1)).entries()) {
    const names = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const isWide = names.length >= 2 && names.length >= 2 * widest;
    const areNames = names.every((name) => /\p{L}/u.test(name)) && new Set(names).size === names.length;
    if (index > 0 && isWide && areNames && namesAll(index)) return index;
    if (!isTitle(lines, index)) return 0;
    widest = Math.max(widest, names.length);
  }
  return 0;
}

/** Whether a line has one cell, cells with gaps as over groups of columns, or an empty line below it. */
function isTitle(lines: readonly TableRecord[], index: number): boolean {
  const { line, cells } = lines[index] ?? { line: 0, cells: [] };
  const filled = cells.flatMap((cell, column) => (isBlank(cell) ? [] : [column]));
  const hasGaps = filled.some((column, at) => at > 0 && column !== (filled[at - 1] ?? 0) + 1);
  return filled.length < 2 || hasGaps || (lines[index + 1]?.line ?? 0) > line + 1;
}

/** For the first lines: the columns that have values below them. */
function findUsedColumns(lines: readonly TableRecord[]): ReadonlySet<number>[] {
  const used = new Set<number>();
  const found: ReadonlySet<number>[] = [];
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    if (index < HEADER_LINES) found[index] = new Set(used);
    for (const [column, cell] of lines[index]?.cells.entries() ?? []) if (!isBlank(cell)) used.add(column);
  }
  return found;
}
