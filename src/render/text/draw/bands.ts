/** Bars along a line that is not straight: highlights, and lines below or through its letters. */
import type { PathContext } from '../../drawing/drawing-context.ts';
import type { LaidOutLine, LinePlace, LinePath } from '../text-layout.ts';

/** A rectangle on the straight line; its corners may be round. */
export interface Band {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly radius?: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A place of the path, and the points of the band's edges there. */
interface Section {
  readonly place: LinePlace;
  readonly upper: Point;
  readonly lower: Point;
}

const STEP_PX = 1;
/** Sections are left out where the path turns by less, in radians. */
const MAX_TURN = 0.02;
/** Steps of a round corner. */
const CORNER_STEPS = 12;
/** A step that is this much longer on the page than on the path leads to another part of the path. */
const JUMP_PX = 0.5;

/** The part of a line whose letters stand on its path; null if none does. */
export function placedRange(runs: LaidOutLine['runs']): { left: number; right: number } | null {
  const places = runs.flatMap((run) => run.places ?? []);
  if (places.length === 0) return null;
  const left = Math.min(...places.map(({ x }) => x));
  return { left, right: Math.max(...places.map(({ x, width }) => x + width)) };
}

/** Fills a band, bent with the path, as one shape: no part of it is painted twice. */
export function fillBand(context: PathContext, path: LinePath, baseline: number, band: Band): void {
  context.beginPath();
  for (const sections of listParts(path, baseline, band)) {
    if (sections.length < 2) continue;
    const pairs = sections.slice(1).map((section, index) => [sections[index] ?? section, section] as const);
    // Where the path is bent more than the band is high, its inner edge runs backwards.
    if (pairs.every(([before, after]) => signedArea(corners(before, after)) >= 0))
      trace(context, [
        ...sections.map(({ upper }) => upper),
        ...sections.toReversed().map(({ lower }) => lower),
      ]);
    else
      for (const [before, after] of pairs) {
        const points = corners(before, after);
        trace(context, signedArea(points) >= 0 ? points : points.toReversed());
      }
  }
  context.fill();
}

/** The sections of a band, for each part of the path that hangs together. */
function listParts(path: LinePath, baseline: number, band: Band): Section[][] {
  const section = (x: number): Section => {
    const place = path.placeOf(x);
    const [sin, cos] = [Math.sin(place.angle), Math.cos(place.angle)];
    const inset = cornerInset(band, x);
    const at = (y: number): Point => ({
      x: place.x - sin * (y - baseline),
      y: place.y + cos * (y - baseline),
    });
    return { place, upper: at(band.top + inset), lower: at(band.bottom - inset) };
  };
  const parts: Section[][] = [[]];
  let last: { x: number; section: Section } | null = null;
  let skipped: Section | null = null;
  for (const x of listSteps(band)) {
    const next = section(x);
    if (last !== null && isJump(last.section.place, next.place, x - last.x)) {
      const { before, after } = findJump(path, last.x, x);
      parts.at(-1)?.push(section(before));
      parts.push([section(after)]);
      skipped = null;
    }
    const kept = parts.at(-1)?.at(-1);
    const isEdge = x <= band.left + getRadius(band) || x >= band.right - getRadius(band);
    if (kept === undefined || isEdge || Math.abs(turn(kept.place, next.place)) > MAX_TURN) {
      if (skipped !== null) parts.at(-1)?.push(skipped);
      parts.at(-1)?.push(next);
      skipped = null;
    } else skipped = next;
    last = { x, section: next };
  }
  if (skipped !== null) parts.at(-1)?.push(skipped);
  return parts;
}

function* listSteps(band: Band): Generator<number> {
  const { left, right } = band;
  const radius = getRadius(band);
  const toCorner = (step: number): number => radius * (1 - Math.cos((Math.PI / 2) * (step / CORNER_STEPS)));
  if (radius > 0) for (let step = 0; step < CORNER_STEPS; step++) yield left + toCorner(step);
  const [from, to] = [left + radius, right - radius];
  const count = Math.max(1, Math.ceil((to - from) / STEP_PX));
  for (let step = 0; step <= count; step++) yield from + ((to - from) * step) / count;
  if (radius > 0) for (let step = CORNER_STEPS - 1; step >= 0; step--) yield right - toCorner(step);
}

function getRadius({ left, right, top, bottom, radius = 0 }: Band): number {
  return Math.max(0, Math.min(radius, (right - left) / 2, (bottom - top) / 2));
}

/** How far the round corners take the edges inwards at a place. */
function cornerInset(band: Band, x: number): number {
  const radius = getRadius(band);
  const beside = Math.max(band.left + radius - x, x - (band.right - radius), 0);
  return radius - Math.sqrt(Math.max(0, radius * radius - beside * beside));
}

function isJump(from: LinePlace, to: LinePlace, length: number): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > length + JUMP_PX;
}

/** The last place before a gap of the path, and the first after it. */
function findJump(path: LinePath, from: number, to: number): { before: number; after: number } {
  let [before, after] = [from, to];
  for (let step = 0; step < 20; step++) {
    const middle = (before + after) / 2;
    if (isJump(path.placeOf(before), path.placeOf(middle), middle - before)) after = middle;
    else before = middle;
  }
  return { before, after };
}

function turn(from: LinePlace, to: LinePlace): number {
  return Math.atan2(Math.sin(to.angle - from.angle), Math.cos(to.angle - from.angle));
}

function corners(before: Section, after: Section): Point[] {
  return [before.upper, after.upper, after.lower, before.lower];
}

/** Positive if the points go clockwise on the page. */
function signedArea(points: readonly Point[]): number {
  return points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
}

function trace(context: PathContext, points: readonly Point[]): void {
  for (const [index, { x, y }] of points.entries())
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  context.closePath();
}
