import type { TemplateDocument } from '../../../generated/template.ts';

/** Members and entries, and texts by their length, whose binding takes a few milliseconds at most. */
const maxQuickSize = 4_000;

/** A text of this length counts as one member. */
const charactersPerMember = 32;

/** The sizes of documents, which never change. */
const sizes = new WeakMap<TemplateDocument, number>();

/**
 * Whether binding takes a few milliseconds at most, whatever the expressions: nothing is made once for each
 * entry of a list, and neither the document nor the values are large.
 */
export function isQuickToBind(document: TemplateDocument, values: Iterable<unknown>): boolean {
  if (hasLists(document)) return false;
  let size = getDocumentSize(document);
  for (const value of values) size = getSize(value, size);
  return size <= maxQuickSize;
}

/**
 * The first of some rows, at least one: as many as are small together, with the document.
 *
 * @returns `isQuick`: whether binding each of them takes a few milliseconds at most
 */
export function takeSmallRows<Row extends object>(
  document: TemplateDocument,
  rows: readonly Row[],
): { readonly rows: readonly Row[]; readonly isQuick: boolean } {
  let size = getDocumentSize(document);
  let count = 0;
  for (const row of rows) {
    const sizeWithRow = getSize(row, size);
    if (count > 0 && sizeWithRow > maxQuickSize) break;
    size = sizeWithRow;
    count += 1;
  }
  return { rows: rows.slice(0, count), isQuick: !hasLists(document) && size <= maxQuickSize };
}

function hasLists({ variables = [] }: TemplateDocument): boolean {
  return variables.some(({ type }) => type === 'list');
}

function getDocumentSize(document: TemplateDocument): number {
  const known = sizes.get(document);
  if (known !== undefined) return known;
  const size = getSize(document, 0);
  sizes.set(document, size);
  return size;
}

/** The size of a value, added to another; where that is too large, the rest is not counted. */
function getSize(value: unknown, counted: number): number {
  let size = counted + 1;
  if (typeof value === 'string') return size + Math.floor(value.length / charactersPerMember);
  if (typeof value !== 'object' || value === null) return size;
  for (const key in value) {
    if (size > maxQuickSize) break;
    size = getSize((value as Record<string, unknown>)[key], size);
  }
  return size;
}
