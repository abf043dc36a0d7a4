import type { Paint as TemplatePaint } from '../../../generated/template.ts';
import type { Color, Paint } from '../scene.ts';

/** Text of the template in, the same with values filled in out; knows which variable to name when the result is no colour. */
export type ColorReader = (text: string) => Color;

/** The gradient's direction where it gives none: to the bottom, as in CSS. */
const defaultAngle = 180;

/** A colour of one of the four hex forms as `#rrggbbaa` in lower case; null for anything else. */
export function canonicalColor(text: string): Color | null {
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/iu.exec(text)?.[1]?.toLowerCase();
  if (hex === undefined) return null;
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return `#${digits.padEnd(8, 'f')}`;
}

/** A paint of the template as one of the scene. */
export function bindPaint(paint: TemplatePaint, readColor: ColorReader): Paint {
  if (typeof paint === 'string') return { type: 'solid', color: readColor(paint) };
  const stops = paint.stops.map(({ offset, color }) => ({ offset, color: readColor(color) }));
  if (paint.type === 'linear') return { type: 'linear', angle: paint.angle ?? defaultAngle, stops };
  const { x = 0.5, y = 0.5 } = paint.center ?? {};
  return { type: 'radial', center: { x, y }, radius: paint.radius ?? 0.5, stops };
}
