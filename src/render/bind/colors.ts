import {
  ColorNotation,
  SyntaxFlag,
  color as parseColor,
  serializeRGB,
  type ColorData,
} from '@csstools/css-color-parser';
import { parseComponentValue } from '@csstools/css-parser-algorithms';
import { tokenize } from '@csstools/css-tokenizer';
import type { Paint as TemplatePaint, Position } from '../../../generated/template.ts';
import type { Color, Paint } from '../scene/paint.ts';

/** Default direction of a gradient: to the bottom, as in CSS. */
const defaultAngle = 180;

/** Longer than any colour that a person writes. */
const maxLength = 200;

/** The colours of an error message. */
export const COLOR_KINDS = 'a hex colour such as #rrggbb, rgb(), hsl() or a CSS colour name';

/**
 * Converts a colour to `#rrggbbaa` in lower case: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, and by CSS Color 4
 * names, `transparent`, `rgb()` and `hsl()` with their older forms. Null for any other text.
 */
export function canonicalColor(text: string): Color | null {
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/iu.exec(text)?.[1]?.toLowerCase();
  if (hex === undefined) return parseCssColor(text);
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return `#${digits.padEnd(8, 'f')}`;
}

function parseCssColor(text: string): Color | null {
  if (text.length > maxLength || !/^(?:[a-z]+|(?:rgb|hsl)a?\(.*\))$/isu.test(text)) return null;
  const value = parseComponentValue(tokenize({ css: text }));
  const parsed = value === undefined ? false : parseColor(value);
  if (parsed === false || parsed.syntaxFlags.has(SyntaxFlag.RelativeColorSyntax)) return null;
  if (typeof parsed.alpha !== 'number') return null;
  const channels = parsed.colorNotation === ColorNotation.HSL ? hslToRgb(parsed) : parsed.channels;
  const bytes = [...channels, parsed.alpha].map((channel) => toByte(channel * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Clamps as browsers do it: out of range, the library maps to a similar colour instead. */
function hslToRgb(parsed: ColorData): number[] {
  const [hue, ...others] = parsed.channels;
  const [saturation, lightness] = others.map((each) => Math.min(100, Math.max(0, each)));
  const channels: ColorData['channels'] = [hue, saturation ?? 0, lightness ?? 0];
  const rgb = serializeRGB({ ...parsed, channels, alpha: 1 }).toString();
  return (rgb.match(/\d+/gu) ?? []).map((byte) => Number(byte) / 255);
}

/** Rounds after removing the error of conversions. A missing channel (`none`) is 0. */
function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(Number((value || 0).toPrecision(12)))));
}

/** Converts a paint of the template. `readColor` fills placeholders in a colour and converts it. */
export function bindPaint(paint: TemplatePaint, readColor: (text: string) => Color): Paint {
  if (typeof paint === 'string') return { type: 'solid', color: readColor(paint) };
  const stops = paint.stops.map(({ offset, color }) => ({ offset, color: readColor(color) }));
  switch (paint.type) {
    case 'linear':
      return { type: 'linear', angle: paint.angle ?? defaultAngle, stops };
    case 'radial':
      return { type: 'radial', center: bindCenter(paint), radius: paint.radius ?? 0.5, stops };
    case 'conic':
      return { type: 'conic', center: bindCenter(paint), angle: paint.angle ?? 0, stops };
  }
}

/** The center as fractions of the box. Default: its middle. */
function bindCenter({ center }: { readonly center?: Position }): { x: number; y: number } {
  return { x: center?.x ?? 0.5, y: center?.y ?? 0.5 };
}
