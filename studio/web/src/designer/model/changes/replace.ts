import type { TemplateDocument } from '../template.ts';
import { edit, type Design, type EditOptions } from '../design.ts';
import { listIds } from '../elements.ts';
import { openPages, pageInWork } from '../pages.ts';

/** Puts another document in the place of the design's. Elements that still exist stay selected. */
export function replaceDocument(
  design: Design,
  document: TemplateDocument,
  options: EditOptions = {},
): Design {
  const shared = share(design.document, openPages(document, pageInWork(design.document)));
  if (shared === design.document) return design;
  const ids = listIds(shared);
  return edit(
    design,
    (content) => {
      content.document = shared;
      content.selection = content.selection.filter((id) => ids.has(id));
    },
    options,
  );
}

/**
 * The second value, with parts of the first wherever both are equal: what did not change stays the same
 * object. The order of keys counts.
 */
export function share<Value>(before: unknown, after: Value): Value {
  if (before === after) return after;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  const known = before as Readonly<Record<string, unknown>>;
  const keys = Object.keys(after);
  const setKeys = keys.filter((key) => after[key as keyof Value] !== undefined);
  const knownKeys = Object.keys(known).filter((key) => known[key] !== undefined);
  const shared = Object.fromEntries(keys.map((key) => [key, share(known[key], after[key as keyof Value])]));
  const isSame =
    setKeys.length === knownKeys.length &&
    setKeys.every((key, index) => key === knownKeys[index] && shared[key] === known[key]);
  if (isSame) return before as Value;
  return (Array.isArray(after) ? keys.map((key) => shared[key]) : shared) as Value;
}
