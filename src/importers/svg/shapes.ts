import type { Paint, Stroke, TemplateElement } from '../../../generated/template.ts';
import { invert, multiply, elementTransform, type Matrix } from '../../render/geometry.ts';
import type { Ink } from '../../render/vector/vector-image.ts';
import { rounded } from '../boxes.ts';
import { areaOfPath, asRectangle, movedPath, pathSteps, transformPath, type Outline } from './outlines.ts';
import { readPaint, readStroke, toTemplatePaint, type FoundPaint } from './paints.ts';
import type { Scope } from './scope.ts';
import { hasEffect, type Style } from './styles.ts';
import {
  isUniform,
  meanScale,
  splitTransform,
  place,
  pointAt,
  measureStretch,
  type Placed,
} from './transforms.ts';

/** A shape of the template, or why it becomes a picture. */
export type ConvertedShape =
  | { readonly elements: TemplateElement[] }
  | { readonly picture: string; readonly fill: FoundPaint };

/** Lines whose thickness differs by less from one direction to the other are not drawn as pictures. */
const maxStretchPx = 1;

interface Painted {
  readonly fill?: Paint;
  readonly stroke?: Stroke;
}

/** Converts a shape. `scope.matrix` includes its transform, `style` is its own. */
export function convertShape(scope: Scope, outline: Outline, style: Style): ConvertedShape {
  const { d, shape } = outline;
  if ((style.get('visibility') ?? 'visible') !== 'visible') return { elements: [] };
  const fill = shape.type === 'line' ? ({ type: 'none' } as const) : readPaint(scope, style, 'fill', d);
  const stroke = readPaint(scope, style, 'stroke', d);
  for (const paint of [fill, stroke]) if (paint.type === 'picture') return { picture: paint.what, fill };
  const hasStroke = stroke.type === 'ink' && readStroke(scope, style, 1) !== null;
  if (fill.type === 'none' && !hasStroke) return { elements: [] };
  if (['marker-start', 'marker-mid', 'marker-end'].some((name) => hasEffect(style, name)))
    return { picture: 'markers on a line', fill };
  const parts = splitTransform(scope.matrix);
  if (parts === null) return { elements: [] };
  const isFixed = style.get('vector-effect') === 'non-scaling-stroke';
  if (hasStroke && !isFixed && !isUniform(parts)) {
    const width = readStroke(scope, style, 1)?.width ?? 0;
    const differsPx = measureStretch(scope.matrix) * width * scope.design.pxPerUnit;
    if (differsPx > maxStretchPx) return { picture: 'an outline that is stretched', fill };
    scope.lose('stroke-width', 'The line is equally thick in all directions.');
  }
  const scale = isFixed ? 1 : meanScale(scope.matrix);
  const line = hasStroke ? readStroke(scope, style, scale) : null;

  const paint = (box: Placed): Painted | null =>
    fit(scope.matrix, box, { fill, stroke: hasStroke ? stroke : { type: 'none' }, line }, style);
  const element = toElement(scope, outline, { parts, style, paint, hasFill: fill.type !== 'none' });
  return element === null
    ? { picture: 'a gradient that the template does not have', fill }
    : { elements: [element] };
}

interface Making {
  readonly parts: NonNullable<ReturnType<typeof splitTransform>>;
  readonly style: Style;
  /** The paints for a box; null if the template cannot have them. */
  readonly paint: (box: Placed) => Painted | null;
  readonly hasFill: boolean;
}

/** The richest element that an outline can become. */
function toElement(scope: Scope, { d, shape }: Outline, making: Making): TemplateElement | null {
  const { parts, paint } = making;
  const { names } = scope.design.builder;
  if (shape.type === 'rect' && parts.skewX === 0) {
    const [rx, ry] = [shape.rx * parts.scaleX, shape.ry * parts.scaleY];
    if (Math.abs(rx - ry) < 0.01 + 0.01 * rx) {
      const box = symmetric(place(shape.area, scope.matrix, parts), paint);
      if (box === null) return null;
      const radius = rounded(rx);
      const corners = radius > 0 ? { cornerRadius: radius } : {};
      return { type: 'rect', id: names.idFor(scope.name, 'rect'), ...box, ...corners };
    }
  }
  if (shape.type === 'ellipse' && parts.skewX === 0) {
    const box = symmetric(place(shape.area, scope.matrix, parts), paint);
    return box === null ? null : { type: 'ellipse', id: names.idFor(scope.name, 'ellipse'), ...box };
  }
  if (shape.type === 'line') {
    const from = pointAt(scope.matrix, shape.x1, shape.y1);
    const to = pointAt(scope.matrix, shape.x2, shape.y2);
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const box = {
      x: rounded(middle.x - length / 2),
      y: rounded(middle.y),
      width: rounded(length),
      height: 0,
      ...(rounded(angle) !== 0 && { rotation: rounded(angle) }),
    };
    const painted = paint(box);
    if (painted?.stroke !== undefined && typeof painted.stroke.color === 'string')
      return { type: 'line', id: names.idFor(scope.name, 'line'), ...box, stroke: painted.stroke };
  }
  return toPath(scope, d, making);
}

/** Mirrors are left out where they change nothing. */
function symmetric(box: Placed, paint: Making['paint']): (Placed & Painted) | null {
  const painted = paint(box);
  if (painted === null) return null;
  const isPlain = [painted.fill, painted.stroke?.color].every(
    (each) => each === undefined || typeof each === 'string',
  );
  const { flipX: _flipX, flipY: _flipY, ...upright } = box;
  return isPlain ? { ...upright, ...painted } : { ...box, ...painted };
}

/** A path whose data have the transform in them; a rect, if its data say so. */
function toPath(scope: Scope, d: string, { paint, style }: Making): TemplateElement | null {
  const { names } = scope.design.builder;
  const data = transformPath(d, scope.matrix);
  const area = areaOfPath(data);
  if (![area.x, area.y, area.width, area.height].every(Number.isFinite)) return null;
  const box = {
    x: rounded(area.x),
    y: rounded(area.y),
    width: Math.max(0.001, rounded(area.width)),
    height: Math.max(0.001, rounded(area.height)),
  };
  const painted = paint(box);
  if (painted === null) return null;
  const rectangle = asRectangle(data);
  if (rectangle !== null) return { type: 'rect', id: names.idFor(scope.name, 'rect'), ...box, ...painted };
  const isEvenOdd = style.get('fill-rule') === 'evenodd';
  return {
    type: 'path',
    id: names.idFor(scope.name, 'path'),
    ...box,
    d: movedPath(data, box.x, box.y, pathSteps),
    ...painted,
    ...(isEvenOdd && { fillRule: 'evenodd' as const }),
  };
}

interface Paints {
  readonly fill: FoundPaint;
  readonly stroke: FoundPaint;
  readonly line: Omit<Stroke, 'color'> | null;
}

/** Fits paints to a box. Null if the template does not have one of them. */
function fit(matrix: Matrix, box: Placed, { fill, stroke, line }: Paints, style: Style): Painted | null {
  const toBox = invert(elementTransform({ rotation: 0, ...box }));
  const fitted = (ink: Ink): Paint | null =>
    ink.type === 'color' || toBox !== null
      ? toTemplatePaint(ink, multiply(toBox ?? matrix, matrix), box)
      : null;
  const painted: { fill?: Paint; stroke?: Stroke } = {};
  if (fill.type === 'ink') {
    const paint = fitted(fill.ink);
    if (paint === null) return null;
    painted.fill = paint;
  }
  if (stroke.type === 'ink' && line !== null) {
    const color = fitted(stroke.ink);
    if (color === null) return null;
    const isBehind =
      (style.get('paint-order') ?? '').startsWith('stroke') &&
      typeof painted.fill === 'string' &&
      painted.fill.length === 7;
    const width = line.width ?? 1;
    painted.stroke = isBehind
      ? { color, ...line, width: rounded(width / 2), align: 'outside' }
      : { color, ...line };
  }
  return painted;
}
