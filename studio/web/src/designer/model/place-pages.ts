/** Where the pages of a document lie on the canvas: side by side, in rows. */
import type { KnownBoxes } from './known-boxes.ts';
import { pageInWork, sizeOfPage } from './pages.ts';
import { roundToGrid, type Box, type Point } from './placement.ts';
import type { TemplateDocument } from './template.ts';

/** A page on the canvas. Its place is counted from the first page, in the document's unit. */
export interface PlacedPage extends Box {
  /** Null in a document without `pages`. */
  readonly id: string | null;
  readonly index: number;
  /** What it is called; null in a document without `pages`. */
  readonly name: string | null;
}

/** What is known of a page that was rendered. */
export type KnownPages = ReadonlyMap<string | null, Pick<KnownBoxes, 'pageHeight'>>;

/** The space between pages, as a share of the widest. */
const gapShare = 1 / 16;
/** The space between rows, which has the names of the pages below it. */
const rowGapShare = 1 / 5;
/** Pages of a row, where there are more. From their square on, rows grow: the pages stay about a square. */
const rowLength = 6;

/** Places all pages. A page that is as tall as its content has the height of its last render. */
export function placePages(document: TemplateDocument, known: KnownPages = new Map()): readonly PlacedPage[] {
  const { pages } = document;
  const count = pages?.length ?? 1;
  const sizes = Array.from({ length: count }, (_page, index) => {
    const { width, height } = sizeOfPage(document, index) as { width: number; height: unknown };
    const id = pages?.[index]?.id ?? null;
    const least = (height as { readonly min?: number }).min ?? 0;
    return { width, height: typeof height === 'number' ? height : (known.get(id)?.pageHeight ?? least) };
  });
  const widest = Math.max(...sizes.map(({ width }) => width));
  const gap = roundToGrid(widest * gapShare, document);
  const rowGap = roundToGrid(widest * rowGapShare, document);
  const columns = Math.max(rowLength, Math.ceil(Math.sqrt(count)));
  let [x, y, highest] = [0, 0, 0];
  return sizes.map(({ width, height }, index) => {
    const page = pages?.[index];
    if (index > 0 && index % columns === 0) [x, y, highest] = [0, y + highest + rowGap, 0];
    const placed = { x, y, width, height };
    x += width + gap;
    highest = Math.max(highest, height);
    return { ...placed, id: page?.id ?? null, index, name: page === undefined ? null : nameOfPage(page) };
  });
}

/** What a page is called in lists. */
export function nameOfPage({ id, name }: { readonly id: string; readonly name?: string }): string {
  return name ?? id;
}

/** The pages, placed from the top left of the page in work. */
export function placeAroundWork(document: TemplateDocument, known?: KnownPages): readonly PlacedPage[] {
  const placed = placePages(document, known);
  const origin = placed[pageInWork(document)] ?? { x: 0, y: 0 };
  return placed.map((page) => ({ ...page, x: page.x - origin.x, y: page.y - origin.y }));
}

/**
 * How far the page in work of a document lies from that of an earlier state of it: from a page to another one
 * both stay where they were.
 */
export function distanceOfWork(before: TemplateDocument, after: TemplateDocument, known?: KnownPages): Point {
  const [old, now] = [placePages(before, known), placePages(after, known)];
  const [from, to] = [old[pageInWork(before)], now[pageInWork(after)]];
  if (from === undefined || to === undefined || from.id === to.id) return { x: 0, y: 0 };
  const list = to.id === null || old.some(({ id }) => id === to.id) ? old : now;
  // A document without pages is the first page of one with pages.
  const [start, end] = [from, to].map(
    ({ id }) => list.find((page) => page.id === id) ?? (id === null ? list[0] : undefined),
  );
  if (start === undefined || end === undefined) return { x: 0, y: 0 };
  return { x: end.x - start.x, y: end.y - start.y };
}

/** The page at a place that is counted from the page in work; null: between pages. */
export function pageAtPoint(document: TemplateDocument, point: Point, known?: KnownPages): PlacedPage | null {
  const isInside = ({ x, y, width, height }: Box) =>
    point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height;
  return placeAroundWork(document, known).find(isInside) ?? null;
}
