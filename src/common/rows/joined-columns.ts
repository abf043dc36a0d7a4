/** A text with placeholders of columns, as `{{First name}} {{Last name}}`, gives a variable its values. */
import { suggest } from '../names/nearest-name.ts';
import { createNameFinder, type NameFinder } from './find-name.ts';

/** Of the text. */
export const MAX_JOINED_CHARACTERS = 1_000;

type Piece = { readonly text: string } | { readonly column: string; readonly index: number };

/** A text that was read. `index` of a column is its place in the header, counted from 0. */
export interface JoinedColumns {
  /** As it was written. */
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** The places of its columns, each once, in the order of the header. */
  readonly indexes: readonly number[];
}

/** What is wrong with a text. */
export type JoinedFault =
  | { readonly kind: 'unknown'; readonly column: string }
  /** The header has this name several times. */
  | { readonly kind: 'ambiguous'; readonly column: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'long' };

/** Whether a text has a placeholder. */
export function hasPlaceholder(text: string): boolean {
  const start = text.indexOf('{{');
  return start >= 0 && text.indexOf('}}', start + 2) >= 0;
}

/** The placeholder of a column. */
export function toPlaceholder(column: string): string {
  return `{{${column}}}`;
}

/**
 * Reads a text. The names of columns are compared as for the columns of variables (see findName). A
 * placeholder is the longest one that names a column, so that names may have braces in them.
 *
 * @param names of the header; null or the empty string for a column without name
 */
export function readJoinedColumns(
  text: string,
  names: readonly (string | null)[],
): { readonly joined: JoinedColumns } | { readonly fault: JoinedFault } {
  if (text.length > MAX_JOINED_CHARACTERS) return { fault: { kind: 'long' } };
  const find = createNameFinder(withoutUnnamed(names));
  const pieces: Piece[] = [];
  let end = 0;
  for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', end)) {
    const found = findPlaceholder(text, start + 2, find);
    if (found === null) break;
    if (found.column === null) return { fault: { kind: 'unknown', column: found.given } };
    const { column } = found;
    const index = names.indexOf(column);
    if (names.lastIndexOf(column) !== index) return { fault: { kind: 'ambiguous', column } };
    if (start > end) pieces.push({ text: text.slice(end, start) });
    pieces.push({ column, index });
    ({ end } = found);
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  const indexes = new Set(pieces.flatMap((piece) => ('column' in piece ? [piece.index] : [])));
  if (indexes.size === 0) return { fault: { kind: 'none' } };
  return { joined: { text, pieces, indexes: [...indexes].sort((a, b) => a - b) } };
}

/** The placeholder whose name begins at `start`; its column is null if no column has such a name. */
function findPlaceholder(
  text: string,
  start: number,
  find: NameFinder,
): { readonly given: string; readonly column: string | null; readonly end: number } | null {
  for (let at = text.lastIndexOf('}}'); at >= start; at = text.lastIndexOf('}}', at - 1)) {
    const given = text.slice(start, at).trim();
    const column = find(given);
    if (column !== null) return { given, column, end: at + 2 };
  }
  const at = text.indexOf('}}', start);
  return at < 0 ? null : { given: text.slice(start, at).trim(), column: null, end: at + 2 };
}

/**
 * The value of a line. An empty cell takes the blanks around it along, so that none is doubled or left at an
 * end. If all cells are empty, the value is the empty string, whatever text stands between them.
 *
 * @param trims removes blanks around the cells, and around the value
 */
export function joinCells(
  { pieces, indexes }: JoinedColumns,
  cells: readonly string[],
  trims = true,
): string {
  const read = (index: number): string => (trims ? (cells[index] ?? '').trim() : (cells[index] ?? ''));
  if (indexes.every((index) => read(index) === '')) return '';
  let joined = '';
  let isAfterGap = false;
  for (const piece of pieces) {
    if ('column' in piece) {
      const cell = read(piece.index);
      joined += cell;
      isAfterGap = cell === '';
      continue;
    }
    const hasBlank = joined === '' || /\s$/u.test(joined);
    const text = isAfterGap && hasBlank ? piece.text.trimStart() : piece.text;
    joined += text;
    isAfterGap &&= text === '';
  }
  if (isAfterGap) joined = joined.trimEnd();
  return trims ? joined.trim() : joined;
}

/** Says what is wrong with a text, in a sentence or two. */
export function describeJoinedFault(fault: JoinedFault, names: readonly (string | null)[]): string {
  switch (fault.kind) {
    case 'unknown': {
      return `There is no column "${fault.column}".${suggest(fault.column, withoutUnnamed(names)) ?? ''}`;
    }
    case 'ambiguous':
      return `Two columns have the name "${fault.column}". Rename one of them.`;
    case 'none':
      return 'Name at least one column in double braces, such as {{Name}}.';
    case 'long':
      return `The text has more than ${MAX_JOINED_CHARACTERS} characters.`;
  }
}

function withoutUnnamed(names: readonly (string | null)[]): string[] {
  return names.flatMap((name) => (name === null || name === '' ? [] : [name]));
}
