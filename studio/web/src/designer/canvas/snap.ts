/** Snapping of a rectangle that moves: to edges and centres, equal gaps, the page, margins and guides. */
import type { TemplateDocument } from '../model/template.ts';
import { walkElements } from '../model/elements.ts';
import { measureBounds, computeCorners, findGrid, toPage, type Box, type Point } from '../model/placement.ts';
import type { DesignSettings } from '../state/design-settings.ts';
import type { SnapLine } from '../state/gesture.ts';

type Axis = 'x' | 'y';

/** What a rectangle can snap to. */
export interface SnapTargets {
  /** Rectangles with edges and centres, on the page. */
  readonly boxes: readonly Box[];
  /** Lines across the whole page. */
  readonly guides: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly page: { readonly width: number; readonly height: number };
  /** What is near nothing snaps to whole multiples of this. */
  readonly grid: number;
}

/** Everything on the page that the elements of these ids can snap to. */
export function findSnapTargets(
  document: TemplateDocument,
  moving: ReadonlySet<string>,
  { guides, margins }: Pick<DesignSettings, 'guides' | 'margins'>,
): SnapTargets {
  const { width, height } = document.viewport;
  const { bleed = 0 } = document;
  /** The edges of the bleed. */
  const bled = (side: number) => (bleed > 0 ? [-bleed, side + bleed] : []);
  const boxes = [...walkElements(document.elements)]
    .filter(({ element, groups }) =>
      [...groups, element].every(({ id, visible }) => !moving.has(id) && visible !== false),
    )
    .map((placed) => measureBounds(computeCorners(placed.element, toPage(placed))));
  const page: Box = { x: 0, y: 0, width, height };
  return {
    boxes: [...boxes, page],
    guides: {
      x: [...guides.x, ...(margins === null ? [] : [margins.left, width - margins.right]), ...bled(width)],
      y: [...guides.y, ...(margins === null ? [] : [margins.top, height - margins.bottom]), ...bled(height)],
    },
    page: { width, height },
    grid: findGrid(document),
  };
}

export interface Snapped {
  /** To add to the distance. */
  readonly shift: Point;
  readonly lines: readonly SnapLine[];
}

/** Of a rectangle that is near nothing, or must not snap. */
export const notSnapped: Snapped = { shift: { x: 0, y: 0 }, lines: [] };

/** Pixels on the screen within which things snap. */
export const snapReach = 6;

/** What a rectangle snaps to that is nearer than a distance, in the document's unit. */
export function snapBox(box: Box, targets: SnapTargets, reach: number): Snapped {
  const x = snapAxis(box, targets, reach, 'x');
  const y = snapAxis(box, targets, reach, 'y');
  const toGrid = (length: number) => Math.round(length / targets.grid) * targets.grid - length;
  const shift = { x: x?.by ?? toGrid(box.x), y: y?.by ?? toGrid(box.y) };
  const snapped = { ...box, x: box.x + shift.x, y: box.y + shift.y };
  return {
    shift,
    lines: [...(x?.linesFor(snapped) ?? []), ...(y?.linesFor(snapped) ?? [])],
  };
}

interface AxisSnap {
  readonly by: number;
  readonly linesFor: (box: Box) => SnapLine[];
}

const sideOf = { x: 'width', y: 'height' } as const;
const across = { x: 'y', y: 'x' } as const;

/** The nearest snap of one axis. An edge or centre goes before a gap of the same distance. */
function snapAxis(
  box: Box,
  { boxes, guides, page }: SnapTargets,
  reach: number,
  axis: Axis,
): AxisSnap | null {
  const candidates: AxisSnap[] = [];
  const own = getEdges(box, axis);
  for (const target of boxes) {
    for (const at of getEdges(target, axis)) {
      for (const edge of own) {
        if (Math.abs(at - edge) > reach) continue;
        candidates.push({ by: at - edge, linesFor: (snapped) => [lineBetween(axis, at, snapped, target)] });
      }
    }
  }
  for (const at of guides[axis]) {
    for (const edge of own) {
      if (Math.abs(at - edge) > reach) continue;
      const line: SnapLine = { axis, at, from: 0, to: page[sideOf[across[axis]]] };
      candidates.push({ by: at - edge, linesFor: () => [line] });
    }
  }
  candidates.push(...equalGaps(box, boxes.slice(0, -1), reach, axis));
  return candidates.reduce<AxisSnap | null>(
    (best, next) => (best === null || Math.abs(next.by) < Math.abs(best.by) - 1e-9 ? next : best),
    null,
  );
}

/** Start, centre and end. */
function getEdges(box: Box, axis: Axis): number[] {
  const side = box[sideOf[axis]];
  return [box[axis], box[axis] + side / 2, box[axis] + side];
}

function lineBetween(axis: Axis, at: number, a: Box, b: Box): SnapLine {
  const other = across[axis];
  const side = sideOf[other];
  return {
    axis,
    at,
    from: Math.min(a[other], b[other]),
    to: Math.max(a[other] + a[side], b[other] + b[side]),
  };
}

/** Places where the gap to a neighbour equals that between two others, or where both gaps are equal. */
function equalGaps(box: Box, boxes: readonly Box[], reach: number, axis: Axis): AxisSnap[] {
  const other = across[axis];
  const inRow = (a: Box) =>
    a[other] < box[other] + box[sideOf[other]] && box[other] < a[other] + a[sideOf[other]];
  const start = (a: Box) => a[axis];
  const end = (a: Box) => a[axis] + a[sideOf[axis]];
  const row = boxes.filter(inRow).toSorted((a, b) => start(a) - start(b));
  const size = box[sideOf[axis]];
  const snaps: AxisSnap[] = [];
  const offer = (place: number, gaps: (snapped: Box) => readonly [from: number, to: number][]) => {
    const by = place - box[axis];
    if (Math.abs(by) > reach) return;
    const middle = (snapped: Box) => snapped[other] + snapped[sideOf[other]] / 2;
    snaps.push({
      by,
      linesFor: (snapped) =>
        gaps(snapped).map(([from, to]) => ({ axis: other, at: middle(snapped), from, to })),
    });
  };
  for (const [index, a] of row.entries()) {
    const b = row[index + 1];
    if (b === undefined) continue;
    const gap = start(b) - end(a);
    if (gap < 0) continue;
    offer(end(b) + gap, (s) => [
      [end(a), start(b)],
      [end(b), s[axis]],
    ]);
    offer(start(a) - gap - size, (s) => [
      [s[axis] + size, start(a)],
      [end(a), start(b)],
    ]);
    if (gap >= size) {
      offer((end(a) + start(b) - size) / 2, (s) => [
        [end(a), s[axis]],
        [s[axis] + size, start(b)],
      ]);
    }
  }
  return snaps;
}
