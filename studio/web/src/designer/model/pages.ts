/**
 * Documents of several pages. The designer edits the first: opened, a document has the elements, the layout,
 * the size and the background of its first page as its own, and the first page holds those of the document.
 */
import type * as contract from '../../../../../generated/template.ts';
import type { TemplateDocument } from './template.ts';

/** The keys that a page may take over from the document. */
const inherited = ['viewport', 'background'] as const;

type Pages = NonNullable<contract.TemplateDocument['pages']>;

/** A saved document as the designer has it. */
export function openPages(saved: object): TemplateDocument {
  const document = saved as contract.TemplateDocument;
  const [first, ...others] = Array.isArray(document.pages) ? document.pages : [];
  if (first === undefined) return document as unknown as TemplateDocument;
  const { layout, elements, ...page } = first;
  const swapped = swap(document, page);
  return {
    ...swapped.document,
    ...(layout === undefined ? {} : { layout }),
    elements,
    pages: [swapped.page, ...others],
  } as unknown as TemplateDocument;
}

const closed = new WeakMap<object, object>();

/** The document that is saved and rendered: the same object for the same design. */
export function closePages(design: object): object {
  const known = closed.get(design);
  if (known !== undefined) return known;
  const { layout, elements, pages, ...document } = design as contract.TemplateDocument;
  const [first, ...others] = pages ?? [];
  if (first === undefined) return design;
  const swapped = swap(document, first);
  const page = { ...swapped.page, ...(layout === undefined ? {} : { layout }), elements };
  const saved = { ...swapped.document, pages: [page, ...others] };
  closed.set(design, saved);
  return saved;
}

/** Exchanges what a page has of its own with what the document has; null stands for nothing. */
function swap<Document extends object>(
  document: Document,
  page: Partial<Pages[number]>,
): { readonly document: Document; readonly page: Partial<Pages[number]> } {
  const own = inherited.filter((key) => key in page);
  const pick = (from: object) =>
    Object.fromEntries(own.map((key) => [key, (from as Readonly<Record<string, unknown>>)[key] ?? null]));
  return { document: { ...document, ...pick(page) }, page: { ...page, ...pick(document) } };
}
