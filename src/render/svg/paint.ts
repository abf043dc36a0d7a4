/** What fills and outlines are painted with, as attributes of SVG. */
import type { Matrix } from '../geometry.ts';
import type { Definitions } from './definitions.ts';
import { num, writeOpacity, splitColor, type Attributes } from './markup.ts';
import type { ContextState, Paint } from './state.ts';

/**
 * The attributes of a fill.
 *
 * @param toShape from the coordinates of the paint to those of the shape, if they differ
 */
export function writeFill(
  definitions: Definitions,
  { fillStyle }: ContextState,
  toShape: Matrix | null = null,
): Attributes {
  return getPaint(definitions, 'fill', fillStyle, toShape);
}

/** The attributes of an outline. */
export function writeStroke(
  definitions: Definitions,
  { strokeStyle, lineWidth, lineCap, lineJoin, miterLimit, lineDash, lineDashOffset }: ContextState,
): Attributes {
  return {
    fill: 'none',
    ...getPaint(definitions, 'stroke', strokeStyle, null),
    'stroke-width': lineWidth,
    'stroke-linecap': lineCap === 'butt' ? undefined : lineCap,
    'stroke-linejoin': lineJoin === 'miter' ? undefined : lineJoin,
    'stroke-miterlimit': lineJoin === 'miter' ? miterLimit : undefined,
    'stroke-dasharray': lineDash.length === 0 ? undefined : lineDash.map(num).join(' '),
    'stroke-dashoffset': lineDash.length === 0 || lineDashOffset === 0 ? undefined : lineDashOffset,
  };
}

function getPaint(
  definitions: Definitions,
  kind: 'fill' | 'stroke',
  paint: Paint,
  toShape: Matrix | null,
): Attributes {
  if (typeof paint !== 'string') return { [kind]: paint.define(definitions, toShape) };
  const { rgb, alpha } = splitColor(paint);
  return { [kind]: rgb, [`${kind}-opacity`]: writeOpacity(alpha) };
}
