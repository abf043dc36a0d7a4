import { SVGPathData } from 'svg-pathdata';
import type { Shadow, TemplateDocument, TemplateElement, Viewport } from '../../../../generated/template.ts';
import {
  BLUR_REACH,
  elementTransform,
  grow,
  move,
  multiply,
  transformBounds,
  unite,
  type Bounds,
  type Matrix,
  type Rect,
} from '../../../render/geometry.ts';
import { numberKeys } from '../../../common/placeholders/placeholders.ts';
import { maxHeight } from '../../../render/output-size.ts';
import { PX_PER_INCH, toInches, type LengthUnit } from '../../../common/lengths/units.ts';
import { listPages, type DocumentPage } from '../../../render/bind/document-pages.ts';
import type { TemplateProblem } from './problem.ts';

/** As far as a mitred corner of a stroke may reach, in widths: half of it where it is centred. */
const miterReach = 10;

/**
 * Finds elements that lie wholly off the page, whatever the values of variables are. A group of which nothing
 * is on the page is one finding. Elements that never show are left out.
 *
 * @param isSound whether all that an element says can be relied on, by its pointer
 */
export function findElementsOffPage(
  document: TemplateDocument,
  isSound: (pointer: string) => boolean,
): readonly TemplateProblem[] {
  return listPages(document).flatMap((page) => findOffPage(document, page, isSound));
}

function findOffPage(
  document: TemplateDocument,
  { pointer: ofPage, viewport, layout, elements }: DocumentPage,
  isSound: (pointer: string) => boolean,
): readonly TemplateProblem[] {
  const { viewportUnit = 'px', viewportOutputIntent, bleed = 0 } = document;
  const page = grow(
    { left: 0, top: 0, right: viewport.width, bottom: maxHeight(viewport) },
    viewportOutputIntent === 'print' ? bleed : 0,
  );
  const defaultFontSize = 16 / (toInches(1, viewportUnit) * PX_PER_INCH);

  function visit(list: readonly TemplateElement[], at: string, outer: Surroundings): Visit {
    const visits = list.map((element, index): Visit => {
      const pointer = `${at}/${index}`;
      if (!isSound(pointer) || hasBoundNumber(element)) return { area: everywhere, findings: [] };
      if (element.visible === false || element.opacity === 0) return { area: null, findings: [] };
      const box = fixedBox(element);
      // Layouts, content and pins decide other boxes in each render.
      if (box === null || outer.hasLayout) return { area: everywhere, findings: [] };
      const { rotation = 0 } = element;
      // `hasBoundNumber` has returned for one that is worked out.
      if (typeof rotation !== 'number') return { area: everywhere, findings: [] };
      const inner = {
        toPage: multiply(outer.toPage, elementTransform({ ...box, rotation })),
        effects: [getEffects(element), ...outer.effects],
        hasLayout: element.type === 'group' && element.layout !== undefined,
      };
      const { area, findings } =
        element.type === 'group'
          ? visit(element.elements, `${pointer}/elements`, inner)
          : { area: areaOnPage({ ...element, ...box }, inner, defaultFontSize), findings: [] };
      if (area === null || overlap(area, page)) return { area, findings };
      return { area, findings: [{ pointer, detail: describe(element, area, viewport, viewportUnit) }] };
    });
    return {
      area: visits.reduce<Bounds | null>((all, { area }) => unite(all, area), null),
      findings: visits.flatMap(({ findings }) => findings),
    };
  }

  return visit(elements, `${ofPage}/elements`, {
    toPage: identity,
    effects: [],
    hasLayout: layout !== undefined,
  }).findings;
}

/** Where the element is depends on values. */
function hasBoundNumber(element: TemplateElement): boolean {
  return [...numberKeys].some((key) => typeof element[key as keyof TemplateElement] === 'string');
}

interface Surroundings {
  readonly toPage: Matrix;
  /** The effects of the element and of the groups around it, from the inside out. */
  readonly effects: readonly Effects[];
  readonly hasLayout: boolean;
}

type Painted = Exclude<TemplateElement, { type: 'group' }> & Rect;

/** The box of an element outside of layouts, if the document says all of it. */
function fixedBox({ x, y, width, height, pin }: TemplateElement): Rect | null {
  const isPlaced = typeof x === 'number' && typeof y === 'number' && pin === undefined;
  return isPlaced && typeof width === 'number' && typeof height === 'number' ? { x, y, width, height } : null;
}

interface Visit {
  /** The area on the page; null if nothing is painted. */
  readonly area: Bounds | null;
  readonly findings: readonly TemplateProblem[];
}

interface Effects {
  readonly blur: number;
  readonly shadows: readonly Shadow[];
}

const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
const everywhere: Bounds = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

function getEffects(element: TemplateElement): Effects {
  const filters = element.type === 'image' ? (element.filters?.blur ?? 0) : 0;
  return { blur: (element.blur ?? 0) + filters, shadows: [element.shadow ?? []].flat() };
}

/** The area that an element may paint on the page. It may be too large, but never too small. */
function areaOnPage(
  element: Painted,
  { toPage, effects }: Surroundings,
  defaultFontSize: number,
): Bounds | null {
  const painted = paintedBounds(element, defaultFontSize);
  if (painted === null || painted === everywhere) return painted;
  // A shadow moves with its element's rotation; its length is what counts here.
  return effects.reduce(
    (area, { blur, shadows }) => {
      const reaches = shadows.map(
        ({ x = 0, y = 0, blur: softness = 0, spread = 0 }) =>
          Math.hypot(x, y) + Math.max(0, spread) + (softness / 2) * BLUR_REACH,
      );
      return grow(area, Math.max(0, ...reaches) + blur * BLUR_REACH);
    },
    transformBounds(painted, toPage),
  );
}

/** In the element's own coordinates: its box begins at 0, 0. */
function paintedBounds(element: Painted, defaultFontSize: number): Bounds | null {
  const box = { left: 0, top: 0, right: element.width, bottom: element.height };
  switch (element.type) {
    case 'text': {
      // Text that does not end at its box may go anywhere.
      if (element.overflow === 'visible') return everywhere;
      const given = [element, ...(element.runs ?? [])].map(({ fontSize }) => fontSize ?? defaultFontSize);
      const sizes = given.filter((size) => typeof size === 'number');
      if (sizes.length < given.length) return everywhere;
      return grow(box, Math.max(...sizes) + (element.stroke?.width ?? 0) + (element.highlight?.padding ?? 0));
    }
    case 'rect':
    case 'ellipse':
    case 'line':
      return grow(box, element.stroke === undefined ? 0 : (element.stroke.width ?? 1));
    case 'path':
      return pathBounds(element);
    case 'image':
    case 'qrcode':
    case 'barcode':
    case 'chart':
    case 'table':
      return box;
  }
}

function pathBounds({ d, viewBox, width, height, stroke }: Extract<Painted, { type: 'path' }>) {
  const [left = 0, top = 0, across = width, down = height] = viewBox ?? [];
  if (across <= 0 || down <= 0) return null;
  const scale: Matrix = { ...identity, a: width / across, d: height / down };
  const reach = stroke === undefined ? 0 : (stroke.width ?? 1) * Math.max(miterReach, stroke.miterLimit ?? 0);
  try {
    const { minX, minY, maxX, maxY } = new SVGPathData(d).getBounds();
    const drawn = move({ left: minX, top: minY, right: maxX, bottom: maxY }, { x: -left, y: -top });
    return grow(transformBounds(drawn, scale), reach);
  } catch {
    // Path data that cannot be read are reported elsewhere.
    return null;
  }
}

/** Areas without width or height, such as a thin line, overlap where they touch. */
function overlap(area: Bounds, page: Bounds): boolean {
  const isThin = area.left === area.right || area.top === area.bottom;
  const [right, left] = [area.right - page.left, page.right - area.left];
  const [bottom, top] = [area.bottom - page.top, page.bottom - area.top];
  const nearest = Math.min(right, left, bottom, top);
  // Numbers at the end of the range of a double make NaN, which is no finding.
  return isThin ? !(nearest < 0) : !(nearest <= 0);
}

function describe(
  { type }: TemplateElement,
  area: Bounds,
  viewport: Viewport,
  viewportUnit: LengthUnit,
): string {
  const pageHeight = maxHeight(viewport);
  const round = (length: number) => Math.round(length * 100) / 100 + 0;
  const what = type === 'group' ? 'Nothing in this group is on the page' : 'This element lies off the page';
  return (
    `${what}: it reaches from ${round(area.left)} to ${round(area.right)} across and from ` +
    `${round(area.top)} to ${round(area.bottom)} down, the page from 0 to ${viewport.width} and from 0 to ` +
    `${pageHeight} ${viewportUnit}.`
  );
}
