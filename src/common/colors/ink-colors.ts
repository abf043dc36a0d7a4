/** Colours in inks, as templates write them: `device-cmyk()` of CSS Color 5, and inks of the document. */

/** Shares of cyan, magenta, yellow and black, each from 0 to 1. */
export type Cmyk = readonly [cyan: number, magenta: number, yellow: number, black: number];

/** A colour in inks. `alpha`: from 0 to 1. */
export type InkNotation =
  | { readonly kind: 'cmyk'; readonly cmyk: Cmyk; readonly alpha: number }
  | { readonly kind: 'ink'; readonly name: string; readonly tint: number; readonly alpha: number };

/** What is accepted, for messages. */
export const CMYK_FORM = 'device-cmyk(0% 91% 76% 0%)';
export const INK_FORM = 'ink("NAME" 80%)';

/** Longer than any colour that a person writes, with the longest name of an ink. */
const MAX_LENGTH = 300;

const inkFunction = /^\s*(device-cmyk|ink)\s*\(([\s\S]*)\)\s*$/iu;
const value = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%?)$/iu;
const named = /^\s*(?:"([^"\\]*)"|'([^'\\]*)')([\s\S]*)$/u;

/** Whether a text is meant as a colour in inks, right or wrong. */
export function isInkNotation(text: string): boolean {
  return text.length <= MAX_LENGTH && inkFunction.test(text);
}

/** Reads a colour in inks; a text that says what is wrong with it; null for any other text. */
export function readInkNotation(text: string): InkNotation | string | null {
  if (text.length > MAX_LENGTH) return null;
  const [, name, inner = ''] = inkFunction.exec(text) ?? [];
  if (name === undefined) return null;
  return name.toLowerCase() === 'ink' ? readInk(inner) : readCmyk(inner);
}

function readCmyk(inner: string): InkNotation | string {
  const legacy = inner.includes(',');
  const [amounts = '', opacity, ...others] = legacy ? [inner] : inner.split('/');
  const parts = legacy ? inner.split(',').map((part) => part.trim()) : split(amounts);
  const expected = `expected four values such as ${CMYK_FORM} or device-cmyk(0 0.91 0.76 0)`;
  if (others.length > 0 || parts.length !== 4) return expected;
  const cmyk = parts.map((part) => (legacy && part.endsWith('%') ? null : readShare(part)));
  const alpha = opacity === undefined ? 1 : readAlpha(opacity);
  if (alpha === null || cmyk.some((share) => share === null)) return expected;
  if (cmyk.some((share) => share !== null && !isShare(share)))
    return 'an ink is from 0% to 100%, or from 0 to 1';
  return { kind: 'cmyk', cmyk: cmyk as unknown as Cmyk, alpha };
}

function readInk(inner: string): InkNotation | string {
  const expected = `expected the name of an ink in quotes, such as ${INK_FORM}`;
  const [, double, single, rest = ''] = named.exec(inner) ?? [];
  const name = double ?? single;
  if (name === undefined || (rest !== '' && !/^[\s/]/u.test(rest))) return expected;
  const [amount = '', opacity, ...others] = rest.split('/');
  const [given, ...more] = split(amount);
  const tint = given === undefined ? 1 : readShare(given);
  const alpha = opacity === undefined ? 1 : readAlpha(opacity);
  if (others.length > 0 || more.length > 0 || tint === null || alpha === null) return expected;
  if (!isShare(tint)) return 'an ink is from 0% to 100%, or from 0 to 1';
  return { kind: 'ink', name, tint, alpha };
}

function split(text: string): string[] {
  return text.trim() === '' ? [] : text.trim().split(/\s+/u);
}

function readShare(text: string): number | null {
  if (text.toLowerCase() === 'none') return 0;
  const [, number, percent] = value.exec(text) ?? [];
  if (number === undefined) return null;
  return percent === '%' ? Number(number) / 100 : Number(number);
}

/** An opacity out of range is clamped, as in other colours. */
function readAlpha(text: string): number | null {
  const share = readShare(text.trim());
  return share === null ? null : Math.min(1, Math.max(0, share));
}

function isShare(share: number): boolean {
  return share >= 0 && share <= 1;
}
