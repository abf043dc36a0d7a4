import type { Rect, Size } from '../../geometry.ts';
import { PX_PER_UNIT } from '../css-units.ts';
import { findRoot } from './markup.ts';

/** The size of a picture without one (CSS 2.2, section 10.3.2). */
const DEFAULT_WIDTH = 300;
const DEFAULT_HEIGHT = 150;
/** Relative to the font of a document of its own, which has 16 pixels. */
const PX_PER_FONT_UNIT: Readonly<Record<string, number>> = { em: 16, rem: 16, ex: 8, ch: 8 };
const MAX_ROOT_LENGTH = 10_000;

interface Root {
  readonly start: number;
  readonly tag: string;
  readonly viewBox: Rect | null;
  readonly width: string | null;
  readonly height: string | null;
}

/**
 * Writes the size of a document in pixels into its root, with a viewBox: the decoder would measure one
 * without a viewBox by its content and scale it twice, and it takes inches for as many pixels as the output
 * has.
 */
export function addSize(text: string): string {
  const root = readRoot(text);
  if (root === null) return text;
  const { viewBox } = root;
  const plain = (side: string | null) => side === null || /^\s*(?:[\d.]+(?:px)?|100%|auto)\s*$/u.test(side);
  const isOneSided = isGiven(root.width) !== isGiven(root.height);
  const inStyle = /\sstyle\s*=\s*["'][^"']*(?<![\w-])(?:width|height)\s*:/u.test(root.tag);
  if (viewBox !== null && !isOneSided && !inStyle && plain(root.width) && plain(root.height)) return text;
  const size = measure(root);
  if (size === null) return text;
  const box = viewBox === null ? { viewBox: `0 0 ${size.width} ${size.height}` } : {};
  return replaceRoot(text, root, { width: size.width, height: size.height, ...box });
}

/**
 * A prepared document in another size. Null if its root has no viewBox, because its size cannot be read.
 *
 * @param size in the units of the decoder
 */
export function resizeRoot(text: string, { width, height }: Size): string | null {
  const root = readRoot(text);
  if (root === null || root.viewBox === null) return null;
  return replaceRoot(text, root, { width, height });
}

/** Pixels of a document for one of its units; null if its root cannot be read. */
export function pixelsPerUnit(text: string): number | null {
  const root = readRoot(text);
  const size = root === null ? null : measure(root);
  if (root?.viewBox == null || size === null) return null;
  return Math.max(size.width / root.viewBox.width, size.height / root.viewBox.height);
}

/** The opening tag of the root without what places it in another document, with other attributes. */
export function writeRoot(tag: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  const replaced = new RegExp(
    String.raw`\s(?:x|y|width|height|${Object.keys(attributes).join('|')})\s*=\s*(?:"[^"]*"|'[^']*')`,
    'gu',
  );
  return tag
    .replaceAll(replaced, '')
    .replaceAll(/(?<=[\s;"'])(?:width|height|overflow)\s*:[^;"']*;?/gu, '')
    .replace(/^<[\w.:-]+/u, (name) => `${name}${written.join('')}`);
}

function replaceRoot(
  text: string,
  { start, tag }: Root,
  attributes: Readonly<Record<string, string | number>>,
): string {
  return text.slice(0, start) + writeRoot(tag, attributes) + text.slice(start + tag.length);
}

function readRoot(text: string): Root | null {
  const { start, tag } = findRoot(text);
  if (tag.length > MAX_ROOT_LENGTH || !/^<(?:[\w.-]+:)?svg[\s/>]/u.test(tag)) return null;
  const read = (name: string): string | null => {
    const [, double, single] =
      new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(tag) ?? [];
    return double ?? single ?? null;
  };
  const style = read('style') ?? '';
  const side = (name: string): string | null =>
    new RegExp(String.raw`(?<![\w-])${name}\s*:\s*([^;]*)`, 'u').exec(style)?.[1] ?? read(name);
  const given = read('viewBox');
  const [x, y, width, height] =
    given === null
      ? []
      : given
          .trim()
          .split(/[\s,]+/u)
          .map(Number);
  const isBox = x !== undefined && y !== undefined && (width ?? 0) > 0 && (height ?? 0) > 0;
  const viewBox = isBox ? { x, y, width: width ?? 0, height: height ?? 0 } : null;
  return { start, tag, viewBox, width: side('width'), height: side('height') };
}

/** The size in CSS pixels (CSS Images 3, section 5); null if a side has no length. */
function measure({ viewBox, ...given }: Root): Size | null {
  const width = isGiven(given.width) ? toPixels(given.width ?? '') : undefined;
  const height = isGiven(given.height) ? toPixels(given.height ?? '') : undefined;
  if (width === null || height === null) return null;
  if (viewBox === null) return { width: width ?? DEFAULT_WIDTH, height: height ?? DEFAULT_HEIGHT };
  const ratio = viewBox.width / viewBox.height;
  if (width !== undefined) return { width, height: height ?? width / ratio };
  return height === undefined
    ? { width: viewBox.width, height: viewBox.height }
    : { width: height * ratio, height };
}

/** A percentage is one of the document around the picture. */
function isGiven(side: string | null): boolean {
  return side !== null && !/^\s*(?:auto|[\d.]+%)\s*$/u.test(side);
}

function toPixels(side: string): number | null {
  const [, number, unit = ''] = /^\s*([\d.]+(?:e[+-]?\d+)?)([a-z]*)\s*$/iu.exec(side) ?? [];
  const name = unit.toLowerCase();
  const pixels = Number(number) * (PX_PER_UNIT[name] ?? PX_PER_FONT_UNIT[name] ?? Number.NaN);
  return pixels > 0 ? pixels : null;
}
