/** Shape layers: vector masks with a fill and a stroke. */
import type { BezierPath, Layer, VectorContent } from 'ag-psd';
import type {
  Mask,
  Paint,
  PathElement,
  RectElement,
  EllipseElement,
  Stroke,
} from '../../../generated/template.ts';
import { combinePaths, type PathPart } from '../../render/vector/combine-paths.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readGradient, type GradientBox } from './gradients.ts';
import { readColor, fade } from './paints.ts';

/** Where a path is, and its data from there. */
export interface ReadPath {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly d: string;
  readonly fillRule: 'nonzero' | 'evenodd';
}

/** The most points of a path that are read. */
const maxKnots = 50_000;

/** The outline of a vector mask; null if it has none that a path of the template can be. */
export function readPath(paths: readonly BezierPath[]): ReadPath | null {
  const used = paths.filter(({ knots }) => knots.length > 1);
  const count = used.reduce((sum, { knots }) => sum + knots.length, 0);
  if (used.length === 0 || count > maxKnots) return null;
  const places = used.flatMap(({ knots }) => knots.flatMap(({ points }) => points));
  if (places.some((place) => !Number.isFinite(place) || Math.abs(place) > 1e6)) return null;
  const xs = places.filter((_, index) => index % 2 === 0);
  const ys = places.filter((_, index) => index % 2 === 1);
  const [x, y] = [least(xs), least(ys)];
  const [width, height] = [
    rounded(-least(xs.map((at) => -at)) - x),
    rounded(-least(ys.map((at) => -at)) - y),
  ];
  const box = { x: rounded(x), y: rounded(y), width, height };
  if (needsCombining(used))
    return { ...box, d: combinePaths(partsForWorkspace(used, x, y)), fillRule: 'nonzero' };
  // Those that are joined have one direction and those that are taken away the other one.
  const areJoined = used.every(({ operation }) => operation === 'combine' || operation === 'subtract');
  const d = used.map((path) => {
    const turns = areJoined && getArea(path) < 0 !== (path.operation === 'subtract');
    return getData(turns ? reversed(path) : path, x, y);
  });
  return { ...box, d: d.join(''), fillRule: areJoined ? 'nonzero' : 'evenodd' };
}

/** Whether the order of the operations matters, so that no fill rule can be all of them. */
function needsCombining(paths: readonly BezierPath[]): boolean {
  if (paths.some(({ open }) => open)) return false;
  const later = paths.slice(1).map(({ operation }) => operation);
  const lastCombined = later.lastIndexOf('combine');
  return (
    later.includes('intersect') ||
    later.slice(0, Math.max(0, lastCombined)).some((operation) => operation === 'subtract') ||
    new Set(later.map((operation) => operation === undefined)).size > 1
  );
}

/** Paths without an operation belong to the one before them. */
function partsForWorkspace(paths: readonly BezierPath[], x: number, y: number): PathPart[] {
  const parts: PathPart[] = [];
  for (const path of paths) {
    const { operation } = path as Partial<BezierPath>;
    const d = getData(path, x, y);
    const before = parts.at(-1);
    if (operation === undefined && before !== undefined)
      parts[parts.length - 1] = { ...before, d: before.d + d, fillRule: 'evenodd' };
    else
      parts.push({
        d,
        fillRule: 'evenodd',
        operation: parts.length === 0 ? 'combine' : (operation ?? 'combine'),
      });
  }
  return parts;
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Infinity);
}

function getData({ knots, open }: BezierPath, x: number, y: number): string {
  const at = (horizontal = 0, vertical = 0): string => `${rounded(horizontal - x)} ${rounded(vertical - y)}`;
  const ends = open ? knots.slice(1) : [...knots.slice(1), ...knots.slice(0, 1)];
  const [, , firstX, firstY] = knots[0]?.points ?? [];
  const curves = ends.map(({ points }, index) => {
    const [, , fromX, fromY, outX, outY] = knots[index]?.points ?? [];
    const [inX, inY, toX, toY] = points;
    const isLine = fromX === outX && fromY === outY && inX === toX && inY === toY;
    return isLine ? `L${at(toX, toY)}` : `C${at(outX, outY)} ${at(inX, inY)} ${at(toX, toY)}`;
  });
  return `M${at(firstX, firstY)}${curves.join('')}${open ? '' : 'Z'}`;
}

/** Twice the area between the points, positive if they run clockwise. */
function getArea({ knots }: BezierPath): number {
  return knots.reduce((sum, { points }, index) => {
    const [, , x = 0, y = 0] = points;
    const [, , nextX = 0, nextY = 0] = (knots[index + 1] ?? knots[0])?.points ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
}

function reversed(path: BezierPath): BezierPath {
  const knots = path.knots.map(({ linked, points: [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] }) => ({
    linked,
    points: [e, f, c, d, a, b],
  }));
  return { ...path, knots: knots.reverse() };
}

/** A vector mask as the mask of a box in the document; null if there is none, or it is a loss. */
export function readVectorMask(
  { vectorMask }: Layer,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  name: string,
  builder: TemplateBuilder,
): Mask | null {
  if (vectorMask === undefined || vectorMask.disable === true) return null;
  const startsWhole = vectorMask.fillStartsWithAllPixels === true;
  const takesAway = startsWhole && vectorMask.paths[0]?.operation === 'subtract';
  const isInverted = (vectorMask.invert === true) !== takesAway;
  const path = readPath(vectorMask.paths);
  if (path === null) {
    builder.lose(name, 'vector mask', 'It is not cut off: the mask cannot be a path.');
    return null;
  }
  const viewBox = [rounded(box.x - path.x), rounded(box.y - path.y), rounded(box.width), rounded(box.height)];
  if (isInverted) {
    // All of the box but the path.
    const [x = 0, y = 0, width = 0, height = 0] = viewBox;
    return { d: `M${x} ${y}h${width}v${height}h${-width}Z${path.d}`, viewBox, fillRule: 'evenodd' };
  }
  return { d: path.d, viewBox, ...(path.fillRule === 'evenodd' && { fillRule: path.fillRule }) };
}

/** The paint of a fill; null if it cannot be one, which is a loss then. */
export function readPaint(
  content: VectorContent,
  { opacity, box }: { readonly opacity: number; readonly box?: GradientBox | undefined },
  name: string,
  lose: TemplateBuilder['lose'],
): Paint | null {
  switch (content.type) {
    case 'color':
      return readColor(content.color, opacity);
    case 'solid': {
      const { paint, losses } = readGradient(content, 1, box);
      for (const [property, reason] of losses) lose(name, property, reason);
      return fade(paint, opacity);
    }
    case 'noise':
    case 'pattern':
      return null;
  }
}

type Shape = PathElement | RectElement | EllipseElement;

/** The geometry of a shape layer: a rectangle or an ellipse if it is one, else a path. */
export function readGeometry(layer: Layer, path: ReadPath): Shape {
  const { x, y, width, height, d, fillRule } = path;
  const box = { id: '', x, y, width, height };
  const shapes = layer.vectorOrigination?.keyDescriptorList ?? [];
  const [shape] = shapes;
  const bounds = shape?.keyOriginShapeBoundingBox;
  const isAsItWas =
    shapes.length === 1 &&
    bounds !== undefined &&
    [
      bounds.left.value - x,
      bounds.top.value - y,
      bounds.right.value - x - width,
      bounds.bottom.value - y - height,
    ].every((difference) => Math.abs(difference) < 0.1);
  const radii = shape?.keyOriginRRectRadii;
  if (isAsItWas && shape?.keyOriginType === 1) return { type: 'rect', ...box };
  if (isAsItWas && shape?.keyOriginType === 5) return { type: 'ellipse', ...box };
  if (isAsItWas && shape?.keyOriginType === 2 && radii !== undefined) {
    const all = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map(({ value }) =>
      Math.max(0, rounded(value)),
    );
    const [first = 0] = all;
    return { type: 'rect', ...box, cornerRadius: all.every((radius) => radius === first) ? first : all };
  }
  return { type: 'path', ...box, d, ...(fillRule === 'evenodd' && { fillRule }) };
}

/** The stroke of a shape layer; null if it has none. */
export function readStroke(
  layer: Layer,
  box: GradientBox,
  name: string,
  builder: TemplateBuilder,
): Stroke | null {
  const { vectorStroke: stroke } = layer;
  if (stroke === undefined || stroke.strokeEnabled !== true) return null;
  const { lineWidth, opacity = 1, content, lineDashSet = [], lineDashOffset } = stroke;
  const width = Math.max(0, rounded(lineWidth?.value ?? 1));
  const color = readPaint(
    content ?? { type: 'color', color: { r: 0, g: 0, b: 0 } },
    { opacity: opacity * (layer.fillOpacity ?? 1), box },
    name,
    (element, property, reason) => builder.lose(element, property, reason),
  );
  if (color === null) {
    builder.lose(name, 'stroke pattern', 'A stroke has a colour or a gradient.');
    return null;
  }
  const dash = lineDashSet.slice(0, 20).map(({ value }) => Math.max(0, rounded(value * width)));
  const isDashed = dash.some((length) => length > 0);
  const { lineAlignment: align = 'center', lineCapType: cap, lineJoinType: join, miterLimit = 100 } = stroke;
  return {
    color,
    width,
    ...(align !== 'center' && { align }),
    ...(cap !== undefined && cap !== 'butt' && { cap }),
    ...(join !== undefined && join !== 'miter' && { join }),
    ...(join === 'miter' && { miterLimit: Math.max(1, rounded(miterLimit)) }),
    ...(isDashed && { dash }),
    ...(isDashed && lineDashOffset !== undefined && { dashOffset: rounded(lineDashOffset.value * width) }),
  };
}
