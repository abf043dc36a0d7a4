/**
 * Documents of several pages. One page is in work: the opened document has the elements, the layout, the size
 * and the background of that page as its own, and the page holds those of the document. It is the one without
 * `elements`. Its header and footer are the last of the elements (`running.ts`). Pages of groups are in one
 * list with the others (`page-groups.ts`).
 */
import { flattenGroups, nestGroups } from './page-groups.ts';
import { makeReadable } from './readable.ts';
import { closeRunning, openRunning } from './running.ts';
import type { PageEntry, PageGroup, TemplateDocument } from './template.ts';

/** The keys that a page may take over from the document. */
export const inheritedKeys = ['viewport', 'background'] as const;

type Keys = Record<string, unknown>;

/** A saved document as the designer has it, or an opened one with another page in work. */
export function openPages(given: object, index = 0): TemplateDocument {
  const saved = makeReadable(given);
  const { pages: entries } = saved as { readonly pages?: readonly PageEntry[] };
  if (!Array.isArray(entries) || entries.length === 0) return saved as TemplateDocument;
  const document = (isOpen(saved) ? closePages(saved) : saved) as Keys & {
    readonly pages: readonly object[];
  };
  const { pages, groups } = flattenGroups(document.pages);
  const at = Math.min(Math.max(0, index), pages.length - 1);
  const page = pages[at] as unknown as Keys;
  const opened: Keys = { ...document };
  const { elements, entry } = openRunning(page);
  if ('layout' in page) entry['layout'] = undefined;
  for (const key of inheritedKeys.filter((each) => each in page)) {
    opened[key] = page[key];
    entry[key] = document[key];
  }
  if (page['layout'] !== undefined) opened['layout'] = page['layout'];
  opened['elements'] = elements;
  opened['pages'] = pages.map((each, place) => (place === at ? entry : each));
  if (groups.length > 0) opened['pageGroups'] = groups;
  return opened as unknown as TemplateDocument;
}

/** Whether the designer has opened a document: a page is in work. */
function isOpen(document: object): boolean {
  const { pages = [] } = document as { readonly pages?: readonly object[] };
  const isInWork = (page: object) => (page as PageEntry).elements === undefined && !('pages' in page);
  return 'elements' in document && pages.some(isInWork);
}

const closed = new WeakMap<object, object>();

/** The document that is saved and rendered: the same object for the same design. */
export function closePages(design: object): object {
  const known = closed.get(design);
  if (known !== undefined) return known;
  const { pages } = design as { readonly pages?: readonly PageEntry[] };
  if (pages === undefined || pages.length === 0) return design;
  const { layout, elements, pageGroups = [], ...rest } = design as Keys;
  const saved: Keys = rest;
  const at = indexInWork(pages);
  const page = closeRunning(pages[at]!, elements as TemplateDocument['elements']);
  for (const key of inheritedKeys.filter((each) => each in page)) {
    saved[key] = page[key];
    if (saved[key] === undefined) delete saved[key];
    // A page without a background of its own would have that of the document.
    page[key] = (design as Keys)[key] ?? null;
  }
  if (layout === undefined) delete page['layout'];
  else page['layout'] = layout;
  saved['pages'] = nestGroups(
    pages.map((each, place) => (place === at ? (page as unknown as PageEntry) : each)),
    pageGroups as readonly PageGroup[],
  );
  closed.set(design, saved);
  return saved;
}

/** The same document with another page in work. It is saved as the same object. */
export function showPage(document: TemplateDocument, index: number): TemplateDocument {
  if (document.pages === undefined || pageInWork(document) === index) return document;
  const saved = closePages(document);
  const shown = openPages(saved, index);
  closed.set(shown, saved);
  return shown;
}

/** The place of the page in work; 0 in a document without `pages`. */
export function pageInWork({ pages = [] }: Pick<TemplateDocument, 'pages'>): number {
  return indexInWork(pages);
}

function indexInWork(pages: readonly PageEntry[]): number {
  return Math.max(
    0,
    pages.findIndex(({ elements }) => elements === undefined),
  );
}

/** The id of the page in work; null in a document without `pages`. */
export function idInWork(document: Pick<TemplateDocument, 'pages'>): string | null {
  return document.pages?.[pageInWork(document)]?.id ?? null;
}

/** The size of a page: its own, or that of the document. */
export function sizeOfPage(document: TemplateDocument, index: number): TemplateDocument['viewport'] {
  const { pages = [], viewport } = document;
  const at = pageInWork(document);
  if (index === at) return viewport;
  return pages[index]?.viewport ?? pages[at]?.viewport ?? viewport;
}
