/** Fills and strokes of Fabric.js. */
import type { Paint } from '../../../generated/template.ts';
import type { FabricPaint, FabricPaintObject } from '../../../generated/designs/fabric.ts';
import type { Rect } from '../../render/geometry.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import { linearPaint, sortStops, type GradientStop } from '../linear-paint.ts';

/** A paint, or that the template has none like it. */
export type FoundPaint = { readonly paint: Paint | null } | { readonly reason: string };

/** The area that a paint is for, and how much it has been scaled on its way into the template. */
export interface PaintedArea {
  readonly bounds: Rect;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** Radii and centres that differ by less than this are the same. */
const tolerance = 0.02;

/** Reads the paint of a shape. A paint of null paints nothing. */
export function readPaint(paint: FabricPaint, area: PaintedArea): FoundPaint {
  if (typeof paint === 'string') {
    if (['', 'none', 'transparent'].includes(paint.trim())) return { paint: null };
    const color = readCssColor(paint);
    return color === null ? { reason: `"${paint}" is no colour.` } : { paint: color };
  }
  switch (paint.type) {
    case 'linear':
      return readLinear(paint, area);
    case 'radial':
      return readRadial(paint, area);
    case undefined:
    default:
      return { reason: 'A fill with a repeated picture is not converted.' };
  }
}

/** The stops of a gradient; those whose colour cannot be read are left out. */
export function readStops({ colorStops = [] }: FabricPaintObject): GradientStop[] {
  const stops = colorStops.flatMap(({ offset, color: text, opacity = 1 }) => {
    const color = readCssColor(text, opacity);
    return color === null ? [] : [{ offset, color }];
  });
  return sortStops(stops);
}

/** A gradient's numbers from its area's top left corner, and how long a unit of theirs is. */
export function readCoords(gradient: FabricPaintObject, { bounds }: PaintedArea) {
  const { coords = {}, gradientUnits = 'pixels', offsetX = 0, offsetY = 0 } = gradient;
  const isShare = gradientUnits === 'percentage';
  const unitX = isShare ? Math.max(1e-6, bounds.width) : 1;
  const unitY = isShare ? Math.max(1e-6, bounds.height) : 1;
  const { x1 = 0, y1 = 0, x2 = 0, y2 = 0, r1 = 0, r2 = 0 } = coords;
  const [x, y] = [offsetX / unitX, offsetY / unitY];
  return { x1: x1 + x, y1: y1 + y, x2: x2 + x, y2: y2 + y, r1, r2, unitX, unitY };
}

function isTransformed({ gradientTransform = [1, 0, 0, 1, 0, 0] }: FabricPaintObject): boolean {
  return gradientTransform.some((value, index) => Math.abs(value - ([1, 0, 0, 1, 0, 0][index] ?? 0)) > 1e-6);
}

function readLinear(gradient: FabricPaintObject, area: PaintedArea): FoundPaint {
  const stops = readStops(gradient);
  if (stops.length === 0) return { reason: 'Its gradient has no colours that can be read.' };
  if (isTransformed(gradient)) return { reason: 'Its gradient is transformed.' };
  const { x1, y1, x2, y2, unitX, unitY } = readCoords(gradient, area);
  const { scaleX, scaleY, bounds } = area;
  const box = { width: bounds.width / unitX, height: bounds.height / unitY };
  const scale = { scaleX: scaleX * unitX, scaleY: scaleY * unitY };
  return { paint: linearPaint({ x: x1, y: y1 }, { x: x2, y: y2 }, { stops, ...box, ...scale }) };
}

function readRadial(gradient: FabricPaintObject, area: PaintedArea): FoundPaint {
  const stops = readStops(gradient);
  if (stops.length === 0) return { reason: 'Its gradient has no colours that can be read.' };
  if (isTransformed(gradient)) return { reason: 'Its gradient is transformed.' };
  const { x1, y1, x2, y2, r1, r2, unitX, unitY } = readCoords(gradient, area);
  const { bounds } = area;
  const [scaleX, scaleY] = [area.scaleX * unitX, area.scaleY * unitY];
  const isEven = Math.abs(scaleX - scaleY) <= tolerance * scaleX;
  const [inner, outer] = [Math.min(r1, r2), Math.max(r1, r2)];
  const isCentred = Math.hypot(x1 - x2, y1 - y2) <= tolerance * outer;
  if (!isEven || !isCentred || outer <= 0) return { reason: 'Its gradient is no circle around one middle.' };
  const outwards = r1 <= r2 ? stops : stops.map((stop) => ({ ...stop, offset: 1 - stop.offset })).reverse();
  const longer = Math.max(bounds.width * area.scaleX, bounds.height * area.scaleY);
  if (longer <= 0) return { paint: null };
  return {
    paint: {
      type: 'radial',
      center: { x: rounded((x2 * unitX) / bounds.width), y: rounded((y2 * unitY) / bounds.height) },
      radius: Math.max(0.001, rounded((outer * scaleX) / longer)),
      stops: outwards.map(({ offset, color }) => ({
        color,
        offset: Math.min(1, Math.max(0, (inner + offset * (outer - inner)) / outer)),
      })),
    },
  };
}
