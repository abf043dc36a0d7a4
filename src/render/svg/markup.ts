/** The spelling of numbers, colours, attributes and texts in an SVG file. */
import type { Matrix } from '../geometry.ts';

/** Values of attributes. Those that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** The attribute with a reference: that of SVG 1.1, which all readers know; Inkscape 1.2 knows no other. */
export const HREF = 'xlink:href';

/** Characters that XML 1.0 cannot hold. */
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** A colour of a scene as `#rrggbbaa`, or of a gradient's step as `rgba(…)`. */
const RGBA = /^rgba\(([\d.]+), ([\d.]+), ([\d.]+), ([\d.]+)\)$/;
const NUMBER = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g;

/** A number with at most three decimals: a thousandth of a pixel. */
export function num(value: number): string {
  const rounded = Number(value.toFixed(3));
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** Path data with rounded numbers. */
export function roundPath(d: string): string {
  return d.replaceAll(NUMBER, (number) => num(Number(number)));
}

/** Text as content of an element or value of an attribute. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNPRINTABLE, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');
}

/** An element. `content` is markup. */
export function tag(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value = '']) => ` ${key}="${typeof value === 'number' ? num(value) : escapeText(value)}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** The `transform` attribute; undefined for the identity. */
export function writeTransform({ a, b, c, d, e, f }: Matrix): string | undefined {
  if (a === 1 && b === 0 && c === 0 && d === 1)
    return e === 0 && f === 0 ? undefined : `translate(${num(e)} ${num(f)})`;
  // Factors need more digits than positions: they multiply lengths.
  const factors = [a, b, c, d].map((factor) => String(Number(factor.toPrecision(9))));
  return `matrix(${factors.join(' ')} ${num(e)} ${num(f)})`;
}

/** A colour without its opacity, and the opacity from 0 to 1. */
export function splitColor(color: string): { readonly rgb: string; readonly alpha: number } {
  const [, red = '0', green = '0', blue = '0', alpha = '0'] = RGBA.exec(color) ?? [];
  if (color.startsWith('#')) {
    const opacity = color.length > 7 ? Number.parseInt(color.slice(7, 9), 16) / 255 : 1;
    return { rgb: color.slice(0, 7), alpha: opacity };
  }
  const hex = [red, green, blue].map((channel) => Math.round(Number(channel)).toString(16).padStart(2, '0'));
  return { rgb: `#${hex.join('')}`, alpha: Number(alpha) };
}

/** An opacity as attribute; undefined if it is 1. */
export function writeOpacity(alpha: number): number | undefined {
  return alpha >= 1 ? undefined : alpha;
}
