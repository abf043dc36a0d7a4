/**
 * Where elements are. An element is placed in its group, or on the page: its box is turned clockwise about
 * its centre and moved to `x`, `y`. Lengths are in the document's unit, angles in degrees.
 */
import {
  applyToPoint,
  compose,
  inverse,
  rotateDEG,
  scale,
  translate,
  type Matrix,
} from 'transformation-matrix';
import type { TemplateDocument, TemplateElement } from './template.ts';
import type { PlacedElement } from './elements.ts';

/** A place, or a distance. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An upright rectangle. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle that is turned about its centre. */
export interface TurnedBox extends Box {
  readonly rotation?: number;
  /** Before it is turned, it is mirrored and skewed about its centre. */
  readonly flipX?: boolean;
  readonly flipY?: boolean;
  readonly skewX?: number;
  readonly skewY?: number;
}

/** A box in its groups: an element, or the frame around several. */
export interface PlacedBox {
  readonly element: TurnedBox;
  readonly groups: PlacedElement['groups'];
}

/** A box whose numbers are known: one that is bound to a variable counts as 0. */
export function knownBox(box: TurnedBox): TurnedBox & { readonly rotation: number } {
  const { x, y, width, height, rotation = 0, flipX, flipY, skewX, skewY } = box;
  return {
    ...(flipX === undefined ? {} : { flipX }),
    ...(flipY === undefined ? {} : { flipY }),
    ...(skewX === undefined ? {} : { skewX }),
    ...(skewY === undefined ? {} : { skewY }),
    x: known(x),
    y: known(y),
    width: known(width),
    height: known(height),
    rotation: known(rotation),
  };
}

function known(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** From an element's own box, whose top left is 0, 0, to its group or the page. */
export function toParent(box: TurnedBox): Matrix {
  const { x, y, width, height } = knownBox(box);
  const [halfWidth, halfHeight] = [width / 2, height / 2];
  return compose(
    translate(x + halfWidth, y + halfHeight),
    turnOfBox(box),
    translate(-halfWidth, -halfHeight),
  );
}

/** Mirrors, skews and turns about 0, 0. */
export function turnOfBox(box: TurnedBox): Matrix {
  const { rotation, flipX, flipY, skewX = 0, skewY = 0 } = knownBox(box);
  const slanted = { a: 1, b: tangent(skewY), c: tangent(skewX), d: 1, e: 0, f: 0 };
  return compose(rotateDEG(rotation), slanted, scale(flipX === true ? -1 : 1, flipY === true ? -1 : 1));
}

function tangent(degrees: number): number {
  return Math.tan((degrees * Math.PI) / 180);
}

/** From the coordinates of an element's group to the page. */
export function groupToPage({ groups }: Pick<PlacedElement, 'groups'>): Matrix {
  return compose(translate(0, 0), ...groups.map(toParent));
}

/** From an element's own box to the page. */
export function toPage({ element, groups }: PlacedBox): Matrix {
  return compose(groupToPage({ groups }), toParent(element));
}

/** How far an element is turned on the page, in degrees. */
export function measureTurn({ element, groups }: PlacedBox): number {
  return [...groups, element].reduce((turn, { rotation = 0 }) => turn + known(rotation), 0);
}

/** The corners of a box, clockwise from the top left. */
export function computeCorners(box: Pick<Box, 'width' | 'height'>, matrix: Matrix): Point[] {
  const [width, height] = [known(box.width), known(box.height)];
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ].map((corner) => applyToPoint(matrix, corner));
}

/** The smallest upright rectangle around points. */
export function measureBounds(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The upright rectangle around an element, in the coordinates of its group. */
export function boundsInParent(element: TemplateElement): Box {
  return measureBounds(computeCorners(element, toParent(element)));
}

/** The upright rectangle around elements, in the coordinates of the group that they are all in. */
export function boundsOfAll(elements: readonly TemplateElement[]): Box {
  return measureBounds(elements.flatMap((element) => computeCorners(element, toParent(element))));
}

/** A distance on the page, in the coordinates of an element's group. */
export function fromPageDistance(placed: Pick<PlacedElement, 'groups'>, distance: Point): Point {
  const back = inverse(groupToPage(placed));
  const [from, to] = [applyToPoint(back, { x: 0, y: 0 }), applyToPoint(back, distance)];
  return { x: to.x - from.x, y: to.y - from.y };
}

/** A handle of a box: which of its edges it moves. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

export interface ResizeOptions {
  /** The sides keep their ratio. */
  readonly keepsRatio?: boolean;
  /** The centre stays; otherwise the opposite edges do. */
  readonly isCentred?: boolean;
}

/** The smallest side of a box that is resized with the mouse. */
const minSide = 1e-3;

/** A box, and in which of its own directions its handle has passed the opposite edge. */
export interface ResizedBox extends Box {
  readonly isFlippedX: boolean;
  readonly isFlippedY: boolean;
}

/**
 * A box after its handle was moved by a distance, in the coordinates of its group. What is opposite of the
 * handle stays where it is, also in a turned box. A handle that passes it mirrors the box.
 */
export function resizeBox(
  box: TurnedBox,
  handle: Handle,
  distance: Point,
  { keepsRatio = false, isCentred = false }: ResizeOptions = {},
): ResizedBox {
  const turn = turnOfBox(box);
  const { x: dx, y: dy } = applyToPoint(inverse(turn), distance);
  const share = isCentred ? 2 : 1;
  let width = awayFromZero(box.width + share * handle.x * dx);
  let height = awayFromZero(box.height + share * handle.y * dy);
  if (keepsRatio && box.width > 0 && box.height > 0) {
    const byWidth = Math.abs(width) / box.width;
    const byHeight = Math.abs(height) / box.height;
    // At a corner, the side that has changed more decides.
    const scale = handle.x === 0 ? byHeight : handle.y === 0 ? byWidth : farFromOne(byWidth, byHeight);
    [width, height] = [Math.sign(width) * box.width * scale, Math.sign(height) * box.height * scale];
  }
  const shift = isCentred
    ? { x: 0, y: 0 }
    : applyToPoint(turn, {
        x: (handle.x * (width - box.width)) / 2,
        y: (handle.y * (height - box.height)) / 2,
      });
  const [wide, high] = [Math.abs(width), Math.abs(height)];
  return {
    x: box.x + box.width / 2 + shift.x - wide / 2,
    y: box.y + box.height / 2 + shift.y - high / 2,
    width: wide,
    height: high,
    isFlippedX: width < 0,
    isFlippedY: height < 0,
  };
}

/** No side is 0 when it is resized with the mouse. */
function awayFromZero(length: number): number {
  return Math.abs(length) < minSide ? minSide : length;
}

function farFromOne(a: number, b: number): number {
  return Math.abs(a - 1) > Math.abs(b - 1) ? a : b;
}

/** A length as it is written in documents: without the noise of calculations. */
export function roundLength(length: number): number {
  return Math.round(length * 1e4) / 1e4 + 0;
}

/** The lengths that a mouse makes are whole multiples of this: about a pixel, in the document's unit. */
export function findGrid({ viewportUnit = 'px' }: Pick<TemplateDocument, 'viewportUnit'>): number {
  return grids[viewportUnit];
}

const grids = { px: 1, pt: 0.5, mm: 0.1, cm: 0.01, in: 0.01 } as const;

/** A length as a mouse makes it. */
export function roundToGrid(length: number, document: Pick<TemplateDocument, 'viewportUnit'>): number {
  const grid = findGrid(document);
  return roundLength(Math.round(length / grid) * grid);
}
