/** The pages of the result: a page of the document becomes several where it is repeated or goes on. */
import { pageInWork } from './pages.ts';
import type { PageEntry, TemplateDocument } from './template.ts';

/** How many pages a PDF has with the values that are shown. */
export interface PageCounts {
  readonly all: number;
  /** How many of them each page of the document has become, by its id. */
  readonly byId: Readonly<Record<string, number>>;
}

/** One of the pages that a page of the document has become. */
export interface ResultPage {
  /** The place and id of the page of the document. */
  readonly index: number;
  readonly id: string;
  /** Which of its pages, from 1. */
  readonly number: number;
}

type Shown = Readonly<Record<string, number>>;
type Counts = Pick<PageCounts, 'byId'>;

/** The number in the result, from 1, of what the page in work shows; null: it is not in the result. */
export function findResultPage(document: TemplateDocument, { byId }: Counts, shown: Shown): number | null {
  const { pages = [] } = document;
  const at = pageInWork(document);
  const id = pages[at]?.id ?? '';
  const count = byId[id] ?? 0;
  if (count === 0) return null;
  const before = pages.slice(0, at).reduce((sum, page) => sum + (byId[page.id] ?? 0), 0);
  return before + Math.min(shown[id] ?? 1, count);
}

/**
 * The number of what the page in work shows among the pages that it has become, and how many those are; null
 * where it is repeated: how they are shared among entries is not known, or it is not in the result.
 */
export function findOwnNumbers(
  document: TemplateDocument,
  { byId }: Counts,
  shown: Shown,
): { readonly pageOfGroup: number; readonly pagesOfGroup: number } | null {
  const page = document.pages?.[pageInWork(document)];
  const count = page === undefined ? 0 : (byId[page.id] ?? 0);
  if (page === undefined || page.repeat !== undefined || count === 0) return null;
  return { pageOfGroup: Math.min(shown[page.id] ?? 1, count), pagesOfGroup: count };
}

/** The page of the result after the one that is shown, or before it; null: there is none. */
export function nextResultPage(
  document: TemplateDocument,
  { byId }: Counts,
  shown: Shown,
  by: 1 | -1,
): ResultPage | null {
  const { pages = [] } = document;
  const at = pageInWork(document);
  const id = pages[at]?.id ?? '';
  const count = byId[id] ?? 0;
  const number = Math.min(shown[id] ?? 1, count) + by;
  if (number >= 1 && number <= count) return { index: at, id, number };
  for (let index = at + by; index >= 0 && index < pages.length; index += by) {
    const other = pages[index]!.id;
    const has = byId[other] ?? 0;
    if (has > 0) return { index, id: other, number: by === 1 ? 1 : has };
  }
  return null;
}

type Page = Pick<PageEntry, 'id' | 'header' | 'footer'>;

/** What the header and footer of a page show of the numbers of pages, as a text to compare. */
export function numbersShown(
  pages: readonly Page[],
  index: number,
  number: number,
  { all, byId }: PageCounts,
): string {
  const page = pages[index];
  const uses = page === undefined ? nothing : usedNumbers(page);
  const before = pages.slice(0, index).reduce((sum, { id }) => sum + (byId[id] ?? 0), 0);
  const ofGroup = uses.ofGroup ? [`${number}/${byId[page?.id ?? ''] ?? 0}`] : [];
  return [uses.page ? before + number : '', uses.pages ? all : '', ...ofGroup].join();
}

interface Uses {
  readonly page: boolean;
  readonly pages: boolean;
  /** Those among the pages of one entry. */
  readonly ofGroup: boolean;
}

const nothing: Uses = { page: false, pages: false, ofGroup: false };
const known = new WeakMap<Page, Uses>();

/** Which numbers the header or footer of a page may use. */
function usedNumbers(page: Page): Uses {
  const found = known.get(page);
  if (found !== undefined) return found;
  const text = JSON.stringify([page.header, page.footer]);
  const uses = {
    page: /\bpage\b/u.test(text),
    pages: /\bpages\b/u.test(text),
    ofGroup: /\bpages?OfGroup\b/u.test(text),
  };
  known.set(page, uses);
  return uses;
}
