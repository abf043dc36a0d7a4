/** Cells of a spreadsheet that are pasted into a table of entries. */
import type { Entries } from './list-entries.ts';

/**
 * The entries with cells written over them, from one cell on; entries that are missing are added. A first row
 * that holds the names of the fields is left out.
 *
 * @param columns the keys of the fields and the names that people see; cells over lists are left out
 * @returns null: the text is no range of cells
 */
export function pasteCells(
  entries: Entries,
  text: string,
  from: { readonly row: number; readonly column: number },
  columns: readonly { readonly name: string; readonly title: string; readonly isList?: boolean }[],
): Entries | null {
  const rows = readCells(text);
  const [first = []] = rows;
  if (rows.length < 2 && first.length < 2) return null;
  const targets = columns.slice(from.column);
  const isHead = first.every((cell, index) => {
    const target = targets[index];
    const named = cell.trim().toLowerCase();
    return target !== undefined && [target.name, target.title].some((name) => name.toLowerCase() === named);
  });
  const pasted = [...entries];
  for (const [index, cells] of (isHead ? rows.slice(1) : rows).entries()) {
    const values = cells.flatMap((cell, column) => {
      const target = targets[column];
      return target === undefined || target.isList === true ? [] : [[target.name, cell.trim()] as const];
    });
    const changed = { ...pasted[from.row + index], ...Object.fromEntries(values) };
    pasted[from.row + index] = Object.fromEntries(
      Object.entries(changed).filter(([, value]) => value !== ''),
    );
  }
  return pasted;
}

/** Tabs are between cells. A cell with quotes around it may hold tabs, line breaks and doubled quotes. */
export function readCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|\r|$)/uy;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end = ''] = cell.exec(text) ?? [];
    if (end === undefined) break;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== '\t' && cell.lastIndex < text.length) rows.push([]);
    else if (end === '\t' && cell.lastIndex === text.length) rows.at(-1)!.push('');
  }
  return rows;
}
