/** The sheets of a workbook, and what they have. */
import type { WorkBook } from '@e965/xlsx';
import { findHeader } from './layout/find-header.ts';
import { isBlank, type SheetSize, type TableRecord } from './table.ts';

type Library = typeof import('@e965/xlsx');

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** The sheets in their order, hidden ones included. */
export function listSheets(library: Library, bytes: Uint8Array): Sheet[] {
  const { Workbook, SheetNames } = library.read(bytes, { type: 'array', sheets: [] });
  const listed = Workbook?.Sheets ?? [];
  const sheets = listed.length > 0 ? listed : SheetNames.map((name) => ({ name }));
  return sheets.map(({ name = '', Hidden = 0 }: { name?: string; Hidden?: number }, index) => ({
    name: name === '' ? (SheetNames[index] ?? '') : name,
    isHidden: Hidden !== 0,
  }));
}

/** What a sheet has. A chart has nothing. */
export function measureSheet({ Sheets }: WorkBook, sheet: string): SheetSize {
  const content = Sheets[sheet];
  if (content === undefined || content['!type'] !== undefined) return { sheet, rows: 0, names: [] };
  const lines: TableRecord[] = [];
  for (const [row, data] of Object.entries(content['!data'] ?? [])) {
    const cells = Array.from(data ?? [], (cell) => String(cell?.w ?? cell?.v ?? ''));
    if (!cells.every(isBlank)) lines.push({ line: Number(row) + 1, cells });
  }
  const place = findHeader(lines);
  const names = (lines[place]?.cells ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '');
  return { sheet, rows: Math.max(0, lines.length - place - 1), names };
}

/**
 * The sheet whose header names variables, if the given one names none: a cover, or instructions. Null: the
 * given one is right, or several could be meant.
 */
export function findDataSheet(
  sizes: readonly SheetSize[],
  given: string,
  namesVariable: (name: string) => boolean,
): string | null {
  const naming = sizes.filter(({ rows, names }) => rows > 0 && names.some(namesVariable));
  const [only, second] = naming;
  return only === undefined || second !== undefined || only.sheet === given ? null : only.sheet;
}
