/** What ends between the trim and the edge of the bleed. */
import { contentBounds } from '../../draw/bounds.ts';
import { toBackground } from '../../draw/group-background.ts';
import { intersect, transformBounds, transformPoint, type Bounds } from '../../geometry.ts';
import { parseColor } from '../../color-channels.ts';
import { roundedLength } from '../../../common/lengths/units.ts';
import { colorsIn } from '../../inks/element-colors.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { Paint } from '../../scene/paint.ts';
import type { Scene } from '../../scene/scene.ts';
import { inkOfLines } from '../lost/ink.ts';
import type { PageElement } from '../page-elements.ts';
import type { Fault, PreflightResources } from './fault.ts';
import type { Mark } from './printed-marks.ts';
import { cornersOf, outlineBounds } from './printed-outline.ts';

/** 0.05 mm: no cut is as exact. */
const TOLERANCE_PX = 0.19;

type Side = 'left' | 'right' | 'top' | 'bottom';

/** The warning about the background of a page without bleed; null: it has bleed, or none is needed. */
export function findPageFault({ bleed, background }: Scene): Fault | null {
  if (bleed > 0 || background === null || isPaper(background)) return null;
  return noBleed('The background of the page');
}

/**
 * The warning about an element that ends at the edge of the page, or beyond it but not at the edge of the
 * bleed; null: it does neither.
 */
export function findEdgeFault(
  placed: PageElement,
  marks: readonly Mark[],
  scene: Scene,
  texts: PreflightResources['texts'],
): Fault | null {
  const area = findArea(placed, marks, texts);
  const page = { left: 0, top: 0, right: scene.width, bottom: scene.height };
  if (area === null || isInside(area, page)) return null;
  const isText = placed.element.type === 'text';
  if (intersect(area, page) === null) return null;
  const { bleed, unit = 'px' } = scene;
  const beyond: readonly (readonly [Side, number])[] = [
    ['left', -area.left],
    ['right', area.right - page.right],
    ['top', -area.top],
    ['bottom', area.bottom - page.bottom],
  ];
  // Letters may touch the edge: their boxes have room at the sides.
  const least = isText ? TOLERANCE_PX : -TOLERANCE_PX;
  const short = beyond.filter(([, by]) => by > least && by < bleed - TOLERANCE_PX);
  if (bleed <= 0) return beyond.some(([, by]) => by > least) ? noBleed('It') : null;
  const [first] = short.length > 0 ? short : findSlantedEdges(placed, marks, scene);
  if (first === undefined) return null;
  const length = (px: number): string => `${roundedLength(px, unit)} ${unit}`;
  const [side, by] = first;
  const sides = (short.length > 0 ? short : [first]).map(([each]) => each).join(' and ');
  const where =
    by <= TOLERANCE_PX
      ? `at the ${side} edge of the page`
      : `${length(by)} beyond the ${side} edge of the page`;
  return {
    code: 'BLEED_SHORT',
    severity: 'error',
    detail:
      `It ends ${where}, and the bleed is ${length(bleed)}: after cutting a line of paper may show. ` +
      `Extend it by ${length(bleed - by)} (${sides}), or end it inside the page.`,
  };
}

/** Of an edge at a wider angle to the side of the page, too little lies between trim and bleed to be seen. */
const MAX_SLANT = Math.tan((15 * Math.PI) / 180);

/**
 * The sides at which an edge of a turned box ends between the trim and the edge of the bleed, although a
 * corner of the box lies beyond that.
 */
function findSlantedEdges(
  { element, matrix, groups }: PageElement,
  marks: readonly Mark[],
  { width, height, bleed }: Scene,
): readonly (readonly [Side, number])[] {
  if (groups.some(({ group }) => group.clip !== 'none' || group.mask !== undefined)) return [];
  const painted = paintedBox(element, marks);
  const corners = painted === null ? null : cornersOf(painted, matrix);
  if (corners === null) return [];
  const across = (side: Side): ((corner: readonly [number, number]) => readonly [number, number]) => {
    switch (side) {
      case 'left':
        return ([x, y]) => [-x, y];
      case 'right':
        return ([x, y]) => [x - width, y];
      case 'top':
        return ([x, y]) => [-y, x];
      case 'bottom':
        return ([x, y]) => [y - height, x];
    }
  };
  return (['left', 'right', 'top', 'bottom'] as const).flatMap((side) => {
    const seen = corners.map(across(side));
    const end = side === 'left' || side === 'right' ? height : width;
    return seen.flatMap((from, index): (readonly [Side, number])[] => {
      const to = seen[(index + 1) % seen.length] ?? from;
      const least = leastBeyond(from, to, [-bleed, end + bleed]);
      return least > TOLERANCE_PX && least < bleed - TOLERANCE_PX ? [[side, least]] : [];
    });
  });
}

type Point = readonly [beyond: number, along: number];

/** The least that an edge lies beyond a side of the page, along it; infinite if it is at another angle. */
function leastBeyond(
  [one, from]: Point,
  [other, to]: Point,
  [start, end]: readonly [number, number],
): number {
  const length = to - from;
  if (Math.abs(other - one) > Math.abs(length) * MAX_SLANT) return Infinity;
  const at = (along: number): number => one + ((other - one) * (along - from)) / length;
  const [first, last] = [Math.max(start, Math.min(from, to)), Math.min(end, Math.max(from, to))];
  return first >= last ? Infinity : Math.min(at(first), at(last));
}

/** What an element paints as a box with straight sides; null: nothing. */
function paintedBox(element: SceneElement, marks: readonly Mark[]) {
  switch (element.type) {
    case 'group':
      return marks.length === 0 ? null : toBackground(element);
    case 'rect':
      return marks.length === 0 ? null : element;
    case 'image':
      return element.asset === null || element.mask !== undefined ? null : element;
    case 'qrcode':
    case 'barcode':
      return element.background === null ? null : element;
    case 'text':
    case 'chart':
    case 'line':
    case 'ellipse':
    case 'path':
      return null;
  }
}

function noBleed(what: string): Fault {
  return {
    code: 'BLEED_SHORT',
    severity: 'advice',
    detail:
      `${what} reaches the edge of the page, which has no bleed: after cutting a line of paper may show. ` +
      'Set "bleed" of the document (3 mm is usual), or end it inside the page.',
  };
}

function isInside(area: Bounds, page: Bounds): boolean {
  return (
    area.left > page.left + TOLERANCE_PX &&
    area.top > page.top + TOLERANCE_PX &&
    area.right < page.right - TOLERANCE_PX &&
    area.bottom < page.bottom - TOLERANCE_PX
  );
}

/** The upright rectangle of what an element prints on the page; null: nothing. */
function findArea(
  placed: PageElement,
  marks: readonly Mark[],
  texts: PreflightResources['texts'],
): Bounds | null {
  // What a group clips, or shows through a mask, ends there.
  const holders = placed.groups.filter(({ group }) => group.clip !== 'none' || group.mask !== undefined);
  return holders.reduce<Bounds | null>(
    (area, { group, matrix }) => {
      const box = { left: 0, top: 0, right: group.width, bottom: group.height };
      return area === null ? null : intersect(area, transformBounds(box, matrix));
    },
    ownArea(placed, marks, texts),
  );
}

function ownArea(
  { element, matrix }: PageElement,
  marks: readonly Mark[],
  texts: PreflightResources['texts'],
): Bounds | null {
  switch (element.type) {
    case 'text': {
      const layout = texts.get(element);
      const points = layout === undefined ? [] : inkOfLines(layout).flat();
      if (points.length === 0 || marks.length === 0) return null;
      const onPage = points.map(([x, y]) => transformPoint(x, y, matrix));
      const [xs, ys] = [onPage.map(({ x }) => x), onPage.map(({ y }) => y)];
      return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    }
    case 'group': {
      const background = toBackground(element);
      return background === null || marks.length === 0 ? null : outlineBounds(background, matrix);
    }
    case 'image': {
      if (element.asset === null) return null;
      const shown = element.mask === undefined ? null : contentBounds(texts, element);
      return shown === null ? outlineBounds(element, matrix) : transformBounds(shown, matrix);
    }
    case 'rect':
    case 'ellipse':
    case 'line':
    case 'path':
      return marks.length === 0 ? null : outlineBounds(element, matrix);
    case 'chart':
      return null;
    case 'qrcode':
    case 'barcode':
      return element.background === null ? null : outlineBounds(element, matrix);
  }
}

function isPaper(paint: Paint): boolean {
  return colorsIn(paint).every((color) => color.startsWith('#ffffff') || parseColor(color)[3] === 0);
}
