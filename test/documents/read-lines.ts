/** The lines of a PDF's pages, as pdf.js finds their words. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A part of a page in CSS pixels: left, top, right, bottom. */
export type Area = readonly [number, number, number, number];

/** How the pages of a document are read. */
export interface Reading {
  /** Read in sequence. Default: the page in one. */
  readonly areas?: readonly Area[];
  /** Words of a line are read from the right. */
  readonly rightToLeft?: boolean;
}

interface Item {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
}

const wholePage: Area = [-Infinity, -Infinity, Infinity, Infinity];
const pxPerPoint = 96 / 72;
/** Of the font size. */
const maxBaselineShift = 0.4;
const minWordGap = 0.12;
/** pdf.js finds a gap before a mark that stands beside the middle of its letter. */
const gapBeforeMark = / (?=\p{M})/gu;

/** Reads the lines of each page: what stands on one baseline, from one side to the other. */
export async function readLines(data: Uint8Array, reading: Reading = {}): Promise<string[][]> {
  const document = await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise;
  const pages: string[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const found = items.flatMap((item): Item[] => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , , x = 0, y = 0] = item.transform as number[];
      const left = x * pxPerPoint;
      return [
        {
          text: item.str.replaceAll(gapBeforeMark, ''),
          left,
          right: left + item.width * pxPerPoint,
          baseline: (height - y) * pxPerPoint,
          size: item.height * pxPerPoint,
        },
      ];
    });
    const areas = reading.areas ?? [wholePage];
    pages.push(
      areas.flatMap((area) =>
        toLines(
          found.filter((item) => isIn(item, area)),
          reading.rightToLeft ?? false,
        ),
      ),
    );
    page.cleanup();
  }
  await document.destroy();
  return pages;
}

function isIn({ left, baseline }: Item, [areaLeft, top, right, bottom]: Area): boolean {
  return left >= areaLeft && left < right && baseline >= top && baseline < bottom;
}

function toLines(items: readonly Item[], isRightToLeft: boolean): string[] {
  const lines: Item[][] = [];
  for (const item of items.toSorted((a, b) => a.baseline - b.baseline)) {
    const line = lines.at(-1);
    const first = line?.[0];
    const isSame =
      first !== undefined &&
      item.baseline - first.baseline < maxBaselineShift * Math.min(first.size, item.size);
    if (isSame) line.push(item);
    else lines.push([item]);
  }
  return lines.map((line) => joinItems(line, isRightToLeft));
}

function joinItems(items: readonly Item[], isRightToLeft: boolean): string {
  const ordered = items.toSorted((a, b) => (isRightToLeft ? b.right - a.right : a.left - b.left));
  let text = '';
  for (const [index, item] of ordered.entries()) {
    const before = ordered[index - 1];
    const gap =
      before === undefined ? 0 : isRightToLeft ? before.left - item.right : item.left - before.right;
    text += (gap > minWordGap * item.size ? ' ' : '') + item.text;
  }
  return text;
}
