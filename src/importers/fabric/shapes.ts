import type { Paint, TemplateElement } from '../../../generated/template.ts';
import type { FabricObject } from '../../../generated/designs/fabric.ts';
import type { Matrix } from '../../render/geometry.ts';
import { rounded } from '../boxes.ts';
import { placeBox, type Placed } from '../placement.ts';
import { readEffects, readName } from './common-keys.ts';
import type { FabricContext } from './context.ts';
import type { Outline } from './outlines.ts';
import { readPaint } from './paints.ts';
import { readStroke } from './strokes.ts';
import { isPainted, svgShape } from './svg-shape.ts';

/** Scales that differ by less are the same. */
const tolerance = 0.02;

/** Converts a shape; what no element of a template can be becomes an SVG file. */
export function convertShape(
  object: FabricObject,
  outline: Outline,
  matrix: Matrix,
  { builder }: FabricContext,
): TemplateElement[] {
  const name = readName(object);
  const placed = placeBox(matrix, outline.bounds);
  const reason = whyNot(object, outline, placed);
  if (reason !== null) return svgElement(object, outline, matrix, { builder, reason });
  const { scaleX, scaleY, box } = placed;
  const area = { bounds: outline.bounds, scaleX, scaleY };
  const getPaint = (property: 'fill' | 'stroke', byDefault: string): Paint | null => {
    const found = readPaint(object[property] ?? byDefault, area);
    if ('paint' in found) return found.paint;
    builder.lose(name, property, found.reason);
    return null;
  };
  const fill = outline.kind === 'line' ? null : getPaint('fill', 'rgb(0,0,0)');
  const stroke = readStroke(object, getPaint('stroke', ''), strokeScale(outline, placed));
  if (fill === null && stroke === null) {
    builder.lose(name, 'fill', 'It has neither a fill nor a stroke, so there is nothing to see.');
    return [];
  }
  const common = {
    id: builder.names.idFor(name, outline.kind),
    ...box,
    ...readEffects(object, placed, builder),
    ...(stroke !== null && { stroke }),
  };
  const painted = { ...common, ...(fill !== null && { fill }) };
  const radius = (outline.radii?.[0] ?? 0) * scaleX;
  switch (outline.kind) {
    case 'rect':
      return [{ type: 'rect', ...painted, ...(radius > 0 && { cornerRadius: rounded(radius) }) }];
    case 'ellipse':
      return [{ type: 'ellipse', ...painted }];
    case 'line':
      return [lineElement(outline, matrix, common)];
    case 'path':
      return [pathElement(object, outline, painted)];
  }
}

type Common = Omit<Extract<TemplateElement, { type: 'line' }>, 'type'>;

/** A line goes from the top left of its box to the bottom right; one that does not is mirrored. */
function lineElement(outline: Outline, matrix: Matrix, common: Common): TemplateElement {
  const [, x = 0, y = 0] = /^M(\S+) ([^L]+)L/u.exec(outline.d)?.map(Number) ?? [];
  const mirrored = x > 0 !== y > 0 && x !== 0 && y !== 0;
  const { box } = placeBox(
    { ...matrix, c: mirrored ? -matrix.c : matrix.c, d: mirrored ? -matrix.d : matrix.d },
    outline.bounds,
  );
  const { flipX: _x, flipY: _y, rotation: _turn, skewX: _skew, ...rest } = common;
  return { type: 'line', ...rest, ...box };
}

function pathElement(
  object: FabricObject,
  { d, bounds }: Outline,
  painted: object & Common,
): TemplateElement {
  const { x, y, width, height } = bounds;
  // Without one side, there is no area that could be stretched over the box.
  const viewBox = [x, y, width === 0 ? 1 : width, height === 0 ? 1 : height].map(rounded);
  const { width: w = 0, height: h = 0, ...rest } = painted;
  return {
    type: 'path',
    ...rest,
    d,
    viewBox: viewBox,
    width: width === 0 ? 1 : w,
    height: height === 0 ? 1 : h,
    ...(object.fillRule === 'evenodd' && { fillRule: 'evenodd' }),
  };
}

/** How much a stroke is scaled: across a line, else on average. */
function strokeScale({ kind, bounds }: Outline, { scaleX, scaleY }: Placed): number {
  if (kind !== 'line') return Math.sqrt(scaleX * scaleY);
  const [w, h] = [bounds.width, bounds.height];
  const before = Math.hypot(w, h);
  return before === 0 ? 1 : (before * scaleX * scaleY) / Math.max(1e-9, Math.hypot(w * scaleX, h * scaleY));
}

/** Why a shape is drawn in an SVG file; null if an element can be it. */
function whyNot(object: FabricObject, outline: Outline, { scaleX, scaleY }: Placed): string | null {
  const isEven = Math.abs(scaleX - scaleY) <= tolerance * Math.max(scaleX, scaleY);
  const hasStroke = isPainted(object.stroke ?? '') && (object.strokeWidth ?? 1) > 0;
  const file = 'It becomes an SVG file, ';
  if (hasStroke && !isEven && object.strokeUniform !== true && outline.kind !== 'line')
    return `${file}since its stroke is not of one width all around.`;
  const [across, down] = outline.radii ?? [0, 0];
  if (Math.abs(across * scaleX - down * scaleY) > Math.max(0.5, tolerance * across * scaleX))
    return `${file}since its corners are not round.`;
  const area = { bounds: outline.bounds, scaleX, scaleY };
  for (const paint of [object.fill, object.stroke]) {
    if (typeof paint !== 'object' || (paint.type !== 'linear' && paint.type !== 'radial')) continue;
    const found = readPaint(paint, area);
    if ('reason' in found) return `${file}since: ${found.reason}`;
  }
  return null;
}

function svgElement(
  object: FabricObject,
  outline: Outline,
  matrix: Matrix,
  { builder, reason }: Pick<FabricContext, 'builder'> & { readonly reason: string },
): TemplateElement[] {
  const name = readName(object);
  for (const property of ['fill', 'stroke'] as const) {
    const found = readPaint(object[property] ?? '', { bounds: outline.bounds, scaleX: 1, scaleY: 1 });
    if ('reason' in found && !/gradient/u.test(found.reason)) builder.lose(name, property, found.reason);
  }
  const shape = svgShape(object, outline);
  builder.lose(name, object.type, reason);
  const src = builder.pictureOf(shape.bytes, name, object.type);
  if (src === null) return [];
  const placed = placeBox(matrix, shape.bounds);
  const id = builder.names.idFor(name, outline.kind);
  return [{ type: 'image', id, ...placed.box, ...readEffects(object, placed, builder), src, fit: 'fill' }];
}
