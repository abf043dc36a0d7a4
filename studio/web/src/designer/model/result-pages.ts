/** The pages of the result: a page of the document becomes several where it is repeated or goes on. */
import { groupOf, pagesOfGroup } from './page-groups.ts';
import { pageInWork } from './pages.ts';
import type { PageEntry, TemplateDocument } from './template.ts';

/** How many pages a PDF has with the values that are shown. */
export interface PageCounts {
  readonly all: number;
  /** How many of them each page of the document has become, by its id. */
  readonly byId: Readonly<Record<string, number>>;
  /** Of each page of the PDF the id of its page of the document, where pages take turns. */
  readonly order?: readonly string[];
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
type Counts = Pick<PageCounts, 'byId' | 'order'>;

/** The number in the result, from 1, of what the page in work shows; null: it is not in the result. */
export function findResultPage(document: TemplateDocument, counts: Counts, shown: Shown): number | null {
  const { pages = [] } = document;
  const at = pageInWork(document);
  const id = pages[at]?.id ?? '';
  const count = counts.byId[id] ?? 0;
  return count === 0 ? null : numberInResult(pages, at, Math.min(shown[id] ?? 1, count), counts);
}

/**
 * The number in the result of one of the pages that a page of the document has become.
 *
 * @param own which of them, from 1
 */
function numberInResult(
  pages: readonly Pick<PageEntry, 'id'>[],
  index: number,
  own: number,
  { byId, order }: Counts,
): number {
  if (order === undefined) return pages.slice(0, index).reduce((sum, { id }) => sum + (byId[id] ?? 0), own);
  const places = order.flatMap((id, place) => (id === pages[index]?.id ? [place + 1] : []));
  return places[own - 1] ?? 0;
}

/**
 * The number of what the page in work shows among the pages that it, or its group, has become, and how many
 * those are; null where it is repeated: how they are shared among entries is not known, or it is not in the
 * result.
 */
export function findOwnNumbers(
  document: TemplateDocument,
  { byId }: Counts,
  shown: Shown,
): { readonly pageOfGroup: number; readonly pagesOfGroup: number } | null {
  const { pages = [] } = document;
  const at = pageInWork(document);
  const page = pages[at];
  const count = page === undefined ? 0 : (byId[page.id] ?? 0);
  if (page === undefined || count === 0) return null;
  const own = Math.min(shown[page.id] ?? 1, count);
  const group = groupOf(document, page);
  if ((group ?? page).repeat !== undefined) return null;
  if (group === null) return { pageOfGroup: own, pagesOfGroup: count };
  const countOf = (places: readonly number[]) =>
    places.reduce((sum, place) => sum + (byId[pages[place]!.id] ?? 0), 0);
  const places = pagesOfGroup(document, group.id);
  const before = countOf(places.filter((place) => place < at));
  return { pageOfGroup: before + own, pagesOfGroup: countOf(places) };
}

/** The page of the result after the one that is shown, or before it; null: there is none. */
export function nextResultPage(
  document: TemplateDocument,
  { byId, order }: Counts,
  shown: Shown,
  by: 1 | -1,
): ResultPage | null {
  const { pages = [] } = document;
  const at = pageInWork(document);
  const id = pages[at]?.id ?? '';
  const here = order === undefined ? null : findResultPage(document, { byId, order }, shown);
  if (order !== undefined && here !== null) return resultPageAt(pages, order, here + by);
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

/** A page of the result by its number, from 1. */
function resultPageAt(
  pages: readonly PageEntry[],
  order: readonly string[],
  number: number,
): ResultPage | null {
  const { [number - 1]: id } = order;
  const index = pages.findIndex((page) => page.id === id);
  if (id === undefined || index === -1) return null;
  return { index, id, number: order.slice(0, number).filter((each) => each === id).length };
}

type Page = Pick<PageEntry, 'id' | 'header' | 'footer' | 'group'>;

/** What the header and footer of a page show of the numbers of pages, as a text to compare. */
export function numbersShown(
  pages: readonly Page[],
  index: number,
  number: number,
  counts: PageCounts,
): string {
  const { all, byId, order = [] } = counts;
  const page = pages[index];
  const uses = page === undefined ? nothing : usedNumbers(page);
  const group = page?.group;
  const together = pages.filter((each) => each === page || (group !== undefined && each.group === group));
  const turns = group === undefined ? [] : order;
  const counted = [...together.map(({ id }) => byId[id] ?? 0), ...turns].join(' ');
  const ofGroup = uses.ofGroup ? [`${number}/${counted}`] : [];
  const place = uses.page ? numberInResult(pages, index, number, counts) : '';
  return [place, uses.pages ? all : '', ...ofGroup].join();
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
