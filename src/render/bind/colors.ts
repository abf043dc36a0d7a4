import type { Paint as TemplatePaint } from '../../../generated/template.ts';
import type { Color, Paint } from '../scene.ts';

/** Default direction of a gradient: to the bottom, as in CSS. */
const defaultAngle = 180;

/**
 * Converts `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` to `#rrggbbaa` in lower case; null for any other text.
 */
export function canonicalColor(text: string): Color | null {
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/iu.exec(text)?.[1]?.toLowerCase();
  if (hex === undefined) return null;
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return `#${digits.padEnd(8, 'f')}`;
}

/** Converts a paint of the template. `readColor` fills placeholders in a colour and converts it. */
export function bindPaint(paint: TemplatePaint, readColor: (text: string) => Color): Paint {
  if (typeof paint === 'string') return { type: 'solid', color: readColor(paint) };
  const stops = paint.stops.map(({ offset, color }) => ({ offset, color: readColor(color) }));
  if (paint.type === 'linear') return { type: 'linear', angle: paint.angle ?? defaultAngle, stops };
  const { x = 0.5, y = 0.5 } = paint.center ?? {};
  return { type: 'radial', center: { x, y }, radius: paint.radius ?? 0.5, stops };
}
