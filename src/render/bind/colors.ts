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
import { isInkNotation, readInkNotation, type Cmyk } from '../../common/colors/ink-colors.ts';
import {
  inkColor,
  inksOf,
  mixInks,
  processInks,
  spotInks,
  toInks,
  toProcess,
  type Inks,
} from '../inks/ink-color.ts';
import type { OutputProfile } from '../inks/output-profile.ts';
import { parseColor as channelsOf } from '../color-channels.ts';
import type { Color, ColorStop, Paint } from '../scene/paint.ts';

/** Default direction of a gradient: to the bottom, as in CSS. */
const defaultAngle = 180;

/** Longer than any colour that a person writes. */
const maxLength = 200;

/** The colours of an error message. */
export const SRGB_COLOR_KINDS = 'a hex colour such as #rrggbb, rgb(), hsl() or a CSS colour name';
export const COLOR_KINDS =
  'a hex colour such as #rrggbb, rgb(), hsl(), device-cmyk(), ink() or a CSS colour name';

/** The inks of a document, and how they are seen. */
export interface Palette {
  /** The process inks that replace each ink that the document declares. */
  readonly inks: ReadonlyMap<string, Cmyk>;
  readonly profile: () => OutputProfile;
}

/**
 * Reads a colour of a template: sRGB as `canonicalColor`, or one in inks.
 *
 * @returns the colour, or a text that says what is wrong with it, which continues the text
 */
export function readColor(
  text: string,
  { inks, profile }: Palette,
): { readonly color: Color } | { readonly wrong: string } {
  const notation = readInkNotation(text);
  if (notation === null) {
    const color = canonicalColor(text);
    return color === null ? { wrong: `is not a colour: expected ${COLOR_KINDS}` } : { color };
  }
  if (typeof notation === 'string') return { wrong: `is not a colour: ${notation}` };
  if (notation.kind === 'cmyk') return { color: see(processInks(notation.cmyk), notation.alpha, profile()) };
  const { name, tint, alpha } = notation;
  const cmyk = inks.get(name);
  if (cmyk !== undefined) return { color: see(spotInks({ name, tint, cmyk }), alpha, profile()) };
  const declared = [...inks.keys()].map((each) => JSON.stringify(each)).join(', ');
  const known = declared === '' ? 'it declares none in "inks"' : `its inks are ${declared}`;
  return { wrong: `names the ink ${JSON.stringify(name)}, which the document does not declare: ${known}` };
}

function see(inks: Inks, alpha: number, profile: OutputProfile): Color {
  const bytes = [...profile.see(toProcess(inks)), alpha * 255].map(Math.round);
  return inkColor(`#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`, inks);
}

/** Whether a text has the form of a colour, whatever inks are declared. */
export function hasColorForm(text: string): boolean {
  return isInkNotation(text) ? typeof readInkNotation(text) === 'object' : canonicalColor(text) !== null;
}

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

/** Converts colours with their placeholders. */
interface ColorBinder {
  readonly color: (text: string) => Color;
  readonly palette: Palette;
}

/** Converts a paint of the template. */
export function bindPaint(paint: TemplatePaint, { color: bindColor, palette }: ColorBinder): Paint {
  if (typeof paint === 'string') return { type: 'solid', color: bindColor(paint) };
  const given = paint.stops.map(({ offset, color }) => ({ offset, color: bindColor(color) }));
  const stops = mixStops(given, palette);
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

/** Steps between two stops in inks: inks do not mix as their colours on screens do. */
const INK_STEPS = 8;

/** Adds the mixtures of inks between the stops of a gradient, so that all formats show them alike. */
function mixStops(stops: readonly ColorStop[], { profile }: Palette): readonly ColorStop[] {
  if (stops.every(({ color }) => inksOf(color) === null)) return stops;
  return stops.flatMap((to, index) => {
    const from = stops[index - 1];
    const between = from === undefined ? null : mixture(from.color, to.color, profile());
    if (from === undefined || between === null || to.offset <= from.offset) return [to];
    const steps = Array.from({ length: INK_STEPS - 1 }, (_, step) => (step + 1) / INK_STEPS).map((share) => ({
      offset: from.offset + (to.offset - from.offset) * share,
      color: between(share),
    }));
    return [...steps, to];
  });
}

/** The colours between two in inks or in black ink; null: they do not mix as inks. */
function mixture(from: Color, to: Color, profile: OutputProfile): ((share: number) => Color) | null {
  if (from === to) return null;
  const [one, other] = [toInks(from, to), toInks(to, from)];
  if (one === null || other === null || (inksOf(from) === null && inksOf(to) === null)) return null;
  const [alpha, last] = [channelsOf(from)[3] / 255, channelsOf(to)[3] / 255];
  return (share) => {
    const mixedAlpha = alpha + (last - alpha) * share;
    // As all colours of gradients, inks mix multiplied by their opacity (CSS Images 3, 3.4.2).
    const weight = mixedAlpha === 0 ? share : (last * share) / mixedAlpha;
    return see(mixInks(one, other, weight), mixedAlpha, profile);
  };
}
