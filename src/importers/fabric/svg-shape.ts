/** Shapes that no element of a template can be, as SVG files. */
import type { FabricObject, FabricPaint } from '../../../generated/designs/fabric.ts';
import type { Rect } from '../../render/geometry.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import { readStrokeWidth } from './geometry.ts';
import type { Outline } from './outlines.ts';
import { readCoords, readStops } from './paints.ts';

/** An SVG of a shape before it is scaled, and the area of it that it shows. */
export interface SvgShape {
  readonly bytes: Uint8Array;
  readonly bounds: Rect;
}

/** Draws a shape as Fabric.js does, but for patterns. */
export function svgShape(object: FabricObject, outline: Outline): SvgShape {
  const { fill = 'rgb(0,0,0)', stroke = '', fillRule = 'nonzero', paintFirst = 'fill' } = object;
  const { strokeLineCap = 'butt', strokeLineJoin = 'miter', strokeMiterLimit = 4 } = object;
  const { strokeDashArray = [], strokeDashOffset = 0 } = object;
  const width = isPainted(stroke) ? readStrokeWidth(object) : 0;
  const margin =
    strokeLineJoin === 'miter' ? (width * Math.max(1, Math.min(10, strokeMiterLimit))) / 2 : width;
  const { x, y, width: w, height: h } = outline.bounds;
  const bounds = { x: x - margin, y: y - margin, width: w + 2 * margin, height: h + 2 * margin };
  const [inside, edge] = [svgPaint(fill, outline, 'fill'), svgPaint(stroke, outline, 'stroke')];
  const attributes = [
    `d="${outline.d}"`,
    `fill="${inside.value}"`,
    `fill-rule="${fillRule === 'evenodd' ? 'evenodd' : 'nonzero'}"`,
    ...(width > 0
      ? [
          `stroke="${edge.value}" stroke-width="${rounded(width)}"`,
          `stroke-linecap="${plain(strokeLineCap)}" stroke-linejoin="${plain(strokeLineJoin)}"`,
          `stroke-miterlimit="${rounded(Math.max(1, strokeMiterLimit))}"`,
          ...(strokeDashArray.length > 0
            ? [`stroke-dasharray="${strokeDashArray.map(rounded).join(' ')}"`]
            : []),
          ...(strokeDashOffset === 0 ? [] : [`stroke-dashoffset="${rounded(strokeDashOffset)}"`]),
          ...(paintFirst === 'stroke' ? ['paint-order="stroke"'] : []),
        ]
      : []),
  ];
  const box = [bounds.x, bounds.y, bounds.width, bounds.height].map(rounded);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" ` +
    `width="${box[2]}" height="${box[3]}" preserveAspectRatio="none">` +
    `<defs>${inside.definition}${width > 0 ? edge.definition : ''}</defs>` +
    `<path ${attributes.join(' ')}/></svg>`;
  return { bytes: Buffer.from(svg), bounds };
}

/** Whether a paint paints anything. */
export function isPainted(paint: FabricPaint): boolean {
  return typeof paint !== 'string' || !['', 'none', 'transparent'].includes(paint.trim());
}

function plain(word: string): string {
  return /^[a-z]+$/u.test(word) ? word : 'inherit';
}

function svgPaint(paint: FabricPaint, outline: Outline, id: string): { value: string; definition: string } {
  if (typeof paint === 'string')
    return { value: isPainted(paint) ? (readCssColor(paint) ?? 'none') : 'none', definition: '' };
  if (paint.type !== 'linear' && paint.type !== 'radial') return { value: 'none', definition: '' };
  const { x1, y1, x2, y2, r1, r2, unitX, unitY } = readCoords(paint, { ...outline, scaleX: 1, scaleY: 1 });
  const { x, y } = outline.bounds;
  const own = (paint.gradientTransform ?? []).map(rounded);
  const transform =
    `translate(${rounded(x)} ${rounded(y)}) ` +
    (own.length === 6 ? `matrix(${own.join(' ')}) ` : '') +
    `scale(${rounded(unitX)} ${rounded(unitY)})`;
  const [a, b, c, d, r, fr] = [x1, y1, x2, y2, r2, r1].map((value) => value.toFixed(5));
  const geometry =
    paint.type === 'linear'
      ? `x1="${a}" y1="${b}" x2="${c}" y2="${d}"`
      : `fx="${a}" fy="${b}" cx="${c}" cy="${d}" r="${r}" fr="${fr}"`;
  const stops = readStops(paint).map(
    ({ offset, color }) => `<stop offset="${rounded(offset)}" stop-color="${color}"/>`,
  );
  const name = `${paint.type}Gradient`;
  return {
    value: `url(#${id})`,
    definition:
      `<${name} id="${id}" gradientUnits="userSpaceOnUse" ${geometry} ` +
      `gradientTransform="${transform}">${stops.join('')}</${name}>`,
  };
}
