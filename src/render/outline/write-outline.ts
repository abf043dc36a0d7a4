import { PDFName, type PDFDict, type PDFDocument, type PDFPage, type PDFRef } from 'pdf-lib';

import { POINTS_PER_INCH, PX_PER_INCH } from '../../common/lengths/units.ts';
import { sheetMargin, type SheetSettings } from '../page-boxes.ts';
import { textString } from '../text-string.ts';
import type { Heading } from '../headings.ts';

/** A page and its headings. */
export interface PageOfOutline {
  readonly page: PDFPage;
  readonly sheet: SheetSettings;
  readonly headings: readonly Heading[];
}

/** The structure elements that bookmarks lead to. */
export interface OutlineElements {
  /** Of the whole document. */
  readonly whole: PDFRef;
  /** Those of the headings that begin on a page. */
  readonly headings: ReadonlyMap<PDFPage, readonly PDFRef[]>;
}

const pointsPerPx = POINTS_PER_INCH / PX_PER_INCH;

interface Item {
  readonly ref: PDFRef;
  readonly level: number;
  readonly title: string;
  readonly destination: readonly [PDFRef, PDFName, number, number, null];
  /** The structure element that it leads to, in files of PDF 2.0. */
  readonly element: PDFRef | null;
  readonly kids: Item[];
}

/**
 * Writes the bookmarks of a document (ISO 32000-1, 12.3.3): one for each heading, below the nearest one
 * before it of a higher level, so that a skipped level leaves no gap. A document without headings has none.
 *
 * @param tree of a file of PDF 2.0, whose bookmarks also lead to structure elements (PDF/UA-2, 8.8)
 */
export function writeOutline(
  document: PDFDocument,
  pages: readonly PageOfOutline[],
  tree: OutlineElements | null,
): void {
  const { context, catalog } = document;
  const top: Item[] = [];
  const open: Item[] = [];
  for (const { page, sheet, headings } of pages) {
    const margin = sheetMargin(sheet);
    const elements = tree?.headings.get(page) ?? [];
    for (const [index, { level, title, x, y }] of headings.entries()) {
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      const at = [margin + x * pointsPerPx, margin + sheet.height - y * pointsPerPx].map(round);
      const [left = 0, upper = 0] = at;
      const destination = [page.ref, PDFName.of('XYZ'), left, upper, null] as const;
      const element = elements[index] ?? tree?.whole ?? null;
      const item: Item = { ref: context.nextRef(), level, title, destination, element, kids: [] };
      (open.at(-1)?.kids ?? top).push(item);
      open.push(item);
    }
  }
  if (top.length === 0) return;
  const root = context.nextRef();
  const kids = writeItems(document, top, root);
  context.assign(root, context.obj({ Type: 'Outlines', ...kids }));
  catalog.set(PDFName.of('Outlines'), root);
}

/** Writes items and those below them. Returns the keys of their parent. */
function writeItems(
  { context }: PDFDocument,
  top: readonly Item[],
  root: PDFRef,
): Record<string, PDFRef | number> {
  const write = (items: readonly Item[], parent: PDFRef): Record<string, PDFRef | number> => {
    let count = items.length;
    for (const [index, { ref, title, destination, element, kids }] of items.entries()) {
      const own = kids.length === 0 ? {} : write(kids, ref);
      if (typeof own.Count === 'number') count += own.Count;
      const dict: PDFDict = context.obj({
        Title: textString(title),
        Parent: parent,
        ...(element === null
          ? { Dest: [...destination] }
          : { A: { S: 'GoTo', D: [...destination], SD: [element, ...destination.slice(1)] } }),
        ...own,
      });
      const [previous, next] = [items[index - 1], items[index + 1]];
      if (previous !== undefined) dict.set(PDFName.of('Prev'), previous.ref);
      if (next !== undefined) dict.set(PDFName.of('Next'), next.ref);
      context.assign(ref, dict);
    }
    const [first, last] = [items[0], items.at(-1)];
    return first === undefined || last === undefined
      ? {}
      : { First: first.ref, Last: last.ref, Count: count };
  };
  return write(top, root);
}

function round(length: number): number {
  return Math.round(length * 1000) / 1000;
}
