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
  if (document.variables?.some(({ type }) => type === 'list') === true) return false;
  let size = sizes.get(document);
  if (size === undefined) {
    size = getSize(document, 0);
    sizes.set(document, size);
  }
  for (const value of values) size = getSize(value, size);
  return size <= maxQuickSize;
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
