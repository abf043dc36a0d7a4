/** Links of PDFs: where they are on the page, and their annotations. */
import { PDFArray, PDFName, PDFString, type PDFDocument, type PDFPage, type PDFRef } from 'pdf-lib';

import {
  intersect,
  multiply,
  transformBounds,
  transformPoint,
  unite,
  type Bounds,
  type Matrix,
} from '../geometry.ts';
import { sheetMargin, type SheetSettings } from '../page-boxes.ts';
import { pageElements, type PageElement } from '../report/page-elements.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneText } from '../scene/text.ts';
import type { LaidOutLine, TextLayout } from '../text/text-layout.ts';
import { POINTS_PER_INCH, PX_PER_INCH } from '../../common/lengths/units.ts';
import { nameOfLink } from './tags/structure.ts';
import { textString } from '../text-string.ts';

/** A link on the page, in CSS pixels. */
export interface PageLink {
  readonly href: string;
  /** The element, and which of its runs; null: all of it. */
  readonly element: SceneElement;
  readonly run: number | null;
  /** The upright rectangle around it. */
  readonly area: Bounds;
  /** The rectangles that it consists of, which may be turned; empty: the area is all of it. */
  readonly parts: readonly { readonly box: Bounds; readonly matrix: Matrix }[];
}

/** PDF/A requires that annotations are printed. */
const PRINT_FLAG = 4;
const ppp = POINTS_PER_INCH / PX_PER_INCH;

/** The links of a page, back to front: one for each linked element, and for each line of a linked run. */
export function findLinks(scene: Scene, texts: ReadonlyMap<SceneText, TextLayout>): PageLink[] {
  if (!scene.elements.some(hasLink)) return [];
  const page = { left: 0, top: 0, right: scene.width, bottom: scene.height };
  return pageElements(scene.elements).flatMap((placed) => {
    const { element } = placed;
    const hasOwn = 'href' in element && element.href !== undefined;
    const isText = element.type === 'text' && element.runs.some(({ href }) => href !== undefined);
    if (!hasOwn && !isText) return [];
    const box = { left: 0, top: 0, right: element.width, bottom: element.height };
    const add = (
      link: Pick<PageLink, 'href' | 'run'>,
      parts: PageLink['parts'],
      within: Bounds | null,
    ): PageLink[] => getLink({ ...link, element }, parts, getClips(placed, page, within));
    const own =
      'href' in element && element.href !== undefined
        ? add({ href: element.href, run: null }, [{ box, matrix: placed.matrix }], null)
        : [];
    const layout = element.type === 'text' ? texts.get(element) : undefined;
    if (element.type !== 'text' || layout === undefined || !isText) return own;
    const toPage = layout.turn === undefined ? placed.matrix : multiply(placed.matrix, layout.turn);
    const within = layout.clip ? transformBounds(box, placed.matrix) : null;
    const ofRuns = layout.lines.flatMap((line) =>
      element.runs.flatMap(({ href }, run) => {
        if (href === undefined) return [];
        return add({ href, run }, getParts(line, run, toPage, layout.turn !== undefined), within);
      }),
    );
    return [...own, ...ofRuns];
  });
}

/** Whether an element, or what is in it, has a link. */
function hasLink(element: SceneElement): boolean {
  if ('href' in element && element.href !== undefined) return true;
  if (element.type === 'group') return element.elements.some(hasLink);
  return element.type === 'text' && element.runs.some(({ href }) => href !== undefined);
}

/** The upright rectangles outside of which nothing is shown. */
function getClips({ clips }: PageElement, page: Bounds, within: Bounds | null): Bounds[] {
  const groups = clips.map(({ group: { width, height }, matrix }) =>
    transformBounds({ left: 0, top: 0, right: width, bottom: height }, matrix),
  );
  return [page, ...groups, ...(within === null ? [] : [within])];
}

/** The rectangles of a run on a line, as high as its font: one, or one for each letter on a path. */
function getParts(
  { runs, baseline, bounds }: LaidOutLine,
  run: number,
  toPage: Matrix,
  isVertical: boolean,
): PageLink['parts'] {
  const own = runs.filter((each) => each.run === run && !each.isMarker);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { primary, fontSize, shift } = first;
  const { ascent, descent } = primary.metrics;
  // The baseline of a vertical line is its middle.
  const above = (isVertical ? (ascent + descent) / 2 : ascent) * fontSize + shift;
  const [top, bottom] = [baseline - above, baseline - above + (ascent + descent) * fontSize];
  if (bounds === undefined)
    return [{ box: { left: first.x, top, right: last.x + last.width, bottom }, matrix: toPage }];
  return own.flatMap(({ places = [] }) =>
    places.map(({ x, width, matrix }) => ({
      box: { left: x, top, right: x + width, bottom },
      matrix: multiply(toPage, matrix),
    })),
  );
}

function getLink(
  link: Omit<PageLink, 'area' | 'parts'>,
  parts: PageLink['parts'],
  clips: readonly Bounds[],
): PageLink[] {
  const around = parts.reduce<Bounds | null>(
    (all, { box, matrix }) => unite(all, transformBounds(box, matrix)),
    null,
  );
  const area = clips.reduce<Bounds | null>(
    (shown, clip) => (shown === null ? null : intersect(shown, clip)),
    around,
  );
  if (around === null || area === null) return [];
  const isCut = (['left', 'top', 'right', 'bottom'] as const).some((side) => area[side] !== around[side]);
  const [first] = parts;
  const isUpright = parts.length === 1 && first !== undefined && isRightAngled(first.matrix);
  return [{ ...link, area, parts: isCut || isUpright ? [] : parts }];
}

function isRightAngled({ a, b, c, d }: Matrix): boolean {
  const isZero = (value: number): boolean => Math.abs(value) < 1e-9;
  return (isZero(b) && isZero(c)) || (isZero(a) && isZero(d));
}

/** Adds the links to a page for the screen. Returns their annotations. */
export function addLinks(
  document: PDFDocument,
  page: PDFPage,
  sheet: SheetSettings,
  links: readonly PageLink[],
): ReadonlyMap<PageLink, PDFRef> {
  const refs = new Map<PageLink, PDFRef>();
  if (links.length === 0) return refs;
  const { context } = document;
  const margin = sheetMargin(sheet);
  const round = (length: number): number => Math.round(length * 1000) / 1000;
  const toPage = ({ x, y }: { readonly x: number; readonly y: number }): [number, number] => [
    round(margin + x * ppp),
    round(margin + sheet.height - y * ppp),
  ];
  const annotations = PDFArray.withContext(context);
  for (const link of links) {
    const { href, area, parts, element, run } = link;
    const [left, bottom] = toPage({ x: area.left, y: area.bottom });
    const [right, top] = toPage({ x: area.right, y: area.top });
    // Viewers read the corners from the top left to the bottom right, line by line.
    const corners = parts.flatMap(({ box, matrix }) =>
      [
        [box.left, box.top],
        [box.right, box.top],
        [box.left, box.bottom],
        [box.right, box.bottom],
      ].flatMap(([x = 0, y = 0]) => toPage(transformPoint(x, y, matrix))),
    );
    const annotation = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      F: PRINT_FLAG,
      Border: [0, 0, 0],
      Rect: [left, bottom, right, top],
      ...(corners.length === 0 ? {} : { QuadPoints: corners }),
      Contents: textString(nameOfLink(element, run, href)),
      A: { Type: 'Action', S: 'URI', URI: PDFString.of(encodeLink(href)) },
    });
    const ref = context.register(annotation);
    refs.set(link, ref);
    annotations.push(ref);
  }
  page.node.set(PDFName.of('Annots'), annotations);
  return refs;
}

/** An address in ASCII, as it stands in a string of a PDF. */
export function encodeLink(href: string): string {
  return new URL(href).href.replace(/[\\()]/gu, '\\$&');
}
