import type { DrawnCode } from '../../codes/draw-code.ts';
import { contentBounds } from '../../draw/bounds.ts';
import type { PageResources } from '../../draw/page-resources.ts';
import { intersect, transformBounds, transformPoint, type Bounds, type Matrix } from '../../geometry.ts';
import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneText } from '../../scene/text.ts';
import type { TextLayout } from '../../text/text-layout.ts';
import type { PageElement } from '../page-elements.ts';
import { findClip, findHidingClip } from './clips.ts';
import { joinExtents, type Extent, type Hider, type Side } from './describe-lost.ts';
import { inkOfLines, type InkPoint } from './ink.ts';

/** What of an element nobody sees. */
export interface Hidden {
  readonly hider: Hider;
  readonly isText: boolean;
  readonly extent: Extent;
  /** Of a text: how many of its lines. */
  readonly lines?: { readonly lost: number; readonly all: number };
}

/** The edges of a page. */
export interface PageEdges {
  readonly page: Bounds;
  /** With the bleed, which is cut off with a margin for error. */
  readonly bleed: Bounds;
  /** Between header and footer. */
  readonly room: Scene['room'];
}

type Resources = Pick<PageResources, 'texts' | 'drawnCodes'>;

/** Less is not visible. */
const INK_TOLERANCE_PX = 0.5;
const BOX_TOLERANCE_PX = 1;

const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/**
 * What of an element lies off the page, or is cut off by the clip of a group. Null: nothing, or it is
 * decoration, which may reach beyond the page: shapes, and what neither shows values nor has a place that
 * depends on other elements.
 */
export function findHidden(
  placed: PageElement,
  { texts, drawnCodes }: Resources,
  edges: PageEdges,
): Hidden | null {
  const { element } = placed;
  switch (element.type) {
    case 'text':
      return findHiddenLines(placed, element, texts, edges);
    case 'qrcode':
    case 'barcode':
      return findHiddenCode(placed, drawnCodes.get(element), edges);
    case 'image':
      return element.asset === null ? null : findHiddenPicture(placed, edges);
    case 'chart':
      return findHiddenPicture(placed, edges);
    case 'rect':
    case 'ellipse':
    case 'line':
    case 'path':
    case 'group':
      return null;
  }
}

function findHiddenLines(
  placed: PageElement,
  element: SceneText,
  texts: Resources['texts'],
  edges: PageEdges,
): Hidden | null {
  const layout = texts.get(element);
  if (layout === undefined) return null;
  const { matrix, clips } = placed;
  if (clips.length > 0) {
    const ink = inkOfLines(layout).flat();
    const group = findClip(ink, placed);
    if (group !== null) return clippedBy(group, boundsOf(ink), placed, true);
  }
  const masked = findMaskedLines(layout, placed);
  if (masked !== null) return masked;
  const around = edgesAround(placed, edges);
  // The box of a text that fits it is quick to look at.
  const outline = isInBox(element, layout) ? boxOf(element) : contentBounds(texts, element);
  if (outline === null || findSide(transformBounds(outline, matrix), around, 0) === null) return null;
  // What only decorates may reach beyond the page, and so may a headline at an angle.
  const mayReachBeyond = !isContent(placed) || !isUpright(matrix);
  const lines = inkOfLines(layout).filter((ink) => ink.length > 0);
  const lost = lines.flatMap((ink) => {
    const bounds = boundsOf(ink, matrix);
    const extent = extentOf(bounds, around);
    const side = findSide(bounds, around, INK_TOLERANCE_PX);
    return side === null || (extent === 'part' && mayReachBeyond) ? [] : { bounds, extent };
  });
  if (lost.length === 0) return null;
  const hider = hiderOf(
    lost.map(({ bounds }) => bounds),
    around,
    edges,
  );
  return {
    hider,
    isText: true,
    extent: joinExtents(lost.map(({ extent }) => extent)),
    lines: { lost: lost.length, all: lines.length },
  };
}

/** The lines of which the mask of a group shows nothing. */
function findMaskedLines(layout: TextLayout, placed: PageElement): Hidden | null {
  const masks = masksAround(placed);
  if (masks.length === 0) return null;
  const lines = inkOfLines(layout).filter((ink) => ink.length > 0);
  const groups = lines.flatMap(
    (ink) => findHidingClip(boundsOf(ink), { matrix: placed.matrix, clips: masks }) ?? [],
  );
  const [group] = groups;
  if (group === undefined) return null;
  const counts = { lost: groups.length, all: lines.length };
  return { hider: { type: 'mask', group }, isText: true, extent: 'whole', lines: counts };
}

function masksAround({ groups }: PageElement): PageElement['clips'] {
  return groups.filter(({ group }) => group.mask !== undefined);
}

/** What hides all of an area of an element: the clip or the mask of a group around it; null: nothing. */
function findCover(area: Bounds, placed: PageElement): Hidden | null {
  const { matrix } = placed;
  const clip = findHidingClip(area, placed);
  const group = clip ?? findHidingClip(area, { matrix, clips: masksAround(placed) });
  if (group === null) return null;
  return { hider: { type: clip === null ? 'mask' : 'clip', group }, isText: false, extent: 'whole' };
}

function isInBox({ part, path }: SceneText, { warnings, rubies }: TextLayout): boolean {
  const isPlain = part === undefined && path === undefined && rubies === undefined;
  return isPlain && warnings.every(({ code }) => code !== 'TEXT_OVERFLOW');
}

function boxOf({ width, height }: SceneElement): Bounds {
  return { left: 0, top: 0, right: width, bottom: height };
}

/** A code that is not whole cannot be read. */
function findHiddenCode(placed: PageElement, code: DrawnCode | undefined, edges: PageEdges): Hidden | null {
  const { element, matrix } = placed;
  const { x, y, width, height } = code?.area ?? { ...element, x: 0, y: 0 };
  const [left, top] = [x + INK_TOLERANCE_PX, y + INK_TOLERANCE_PX];
  const [right, bottom] = [x + width - INK_TOLERANCE_PX, y + height - INK_TOLERANCE_PX];
  const corners: InkPoint[] = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ];
  const group = findClip(corners, placed);
  if (group !== null) return clippedBy(group, boundsOf(corners), placed, false);
  const cover = findCover({ left, top, right, bottom }, placed);
  if (cover !== null) return cover;
  const around = edgesAround(placed, edges);
  const bounds = boundsOf(corners, matrix);
  if (findSide(bounds, around, 0) === null) return null;
  return { hider: hiderOf([bounds], around, edges), isText: false, extent: extentOf(bounds, around) };
}

/** A picture may be cut on purpose, unless it shows a value where a layout has placed it. */
function findHiddenPicture(placed: PageElement, edges: PageEdges): Hidden | null {
  const { element, matrix, clips } = placed;
  const { width, height } = element;
  if (width <= 0 || height <= 0 || !isContent(placed)) return null;
  const box = boxOf(element);
  const cover = findCover(box, placed);
  if (cover !== null) return cover;
  const bounds = transformBounds(box, matrix);
  const extent = extentOf(bounds, edges.bleed);
  const isFitted = showsData(placed) && (element.type === 'chart' || isInLayout(placed));
  const isCut = isFitted && clips.length === 0 && isUpright(matrix);
  if (extent === 'part' && (!isCut || findSide(bounds, edges.bleed, BOX_TOLERANCE_PX) === null)) return null;
  return { hider: hiderOf([bounds], edges.bleed, edges), isText: false, extent };
}

/** Whether an element is no decoration: it shows values, or what stands around it decides its place. */
function isContent(placed: PageElement): boolean {
  return showsData(placed) || isInLayout(placed);
}

function showsData({ element, groups }: PageElement): boolean {
  if (element.type === 'chart' || element.showsValues === true || element.isEntry === true) return true;
  return groups.some(({ group }) => group.table !== undefined || group.isEntry === true);
}

function isInLayout({ element, groups }: PageElement): boolean {
  const isPlaced = ({ sizing, isRunning }: SceneElement): boolean =>
    sizing?.isInLayout === true || isRunning === true;
  return isPlaced(element) || groups.some(({ group }) => isPlaced(group) || group.table !== undefined);
}

/** The edges of the page; those of its header and footer for what its layout places. */
function edgesAround({ element, groups }: PageElement, { page, room }: PageEdges): Bounds {
  const outermost = groups[0]?.group ?? element;
  return room === undefined || outermost.sizing?.isInLayout !== true ? page : { ...page, ...room };
}

function hiderOf(lost: readonly Bounds[], around: Bounds, { page, bleed }: PageEdges): Hider {
  const all = lost.reduce((one, other) => ({
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }));
  const side = findSide(all, around, 0) ?? 'bottom';
  if (around === page || around === bleed || findSide(all, page, 0) === side) return { type: 'page', side };
  return { type: side === 'top' ? 'header' : 'footer' };
}

/** The side at which an area reaches beyond another one furthest; null: it does not. */
function findSide(area: Bounds, around: Bounds, tolerance: number): Side | null {
  const excess: readonly (readonly [Side, number])[] = [
    ['bottom', area.bottom - around.bottom],
    ['right', area.right - around.right],
    ['top', around.top - area.top],
    ['left', around.left - area.left],
  ];
  const [side, length] = excess.reduce((one, other) => (other[1] > one[1] ? other : one));
  return length > tolerance ? side : null;
}

function clippedBy(group: SceneGroup, area: Bounds, placed: PageElement, isText: boolean): Hidden {
  const extent = findHidingClip(area, placed) === null ? 'part' : 'whole';
  return { hider: { type: 'clip', group }, isText, extent };
}

function extentOf(area: Bounds, around: Bounds): Extent {
  return intersect(area, around) === null ? 'whole' : 'part';
}

/** The upright rectangle around points, in the coordinates that the matrix leads to. */
function boundsOf(points: readonly InkPoint[], matrix: Matrix = IDENTITY): Bounds {
  const placed = points.map(([x, y]) => transformPoint(x, y, matrix));
  const [xs, ys] = [placed.map(({ x }) => x), placed.map(({ y }) => y)];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

function isUpright({ a, b, c, d }: Matrix): boolean {
  const isNothing = (one: number, other: number) => Math.abs(one) + Math.abs(other) < 1e-6;
  return isNothing(b, c) || isNothing(a, d);
}
