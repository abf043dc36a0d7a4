import { convertColors } from './css-colors.ts';
import { readCustomProperties, replaceVariables } from './custom-properties.ts';
import { expandEntities } from './entities.ts';
import { removeHarmlessParts } from './harmless-parts.ts';
import { rootStart, splitMarkup } from './markup.ts';
import { readSvgText } from '../../../common/pictures/svg-text.ts';

/** The size of a picture without one (CSS 2.2, section 10.3.2). */
const DEFAULT_WIDTH = 300;
const DEFAULT_HEIGHT = 150;
const PX_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};
const MAX_ROOT_LENGTH = 10_000;

const prepared = new WeakMap<Uint8Array, Uint8Array>();

/**
 * Rewrites what the SVG decoder does not understand: other encodings, entities for namespaces, `var()` with
 * one value, newer colours of CSS, and documents without a viewBox, whose size the decoder would measure by
 * their content and scale twice. `svgLosses` lists what is still lost. Other files are returned unchanged.
 */
export function prepareSvg(bytes: Uint8Array): Uint8Array {
  const known = prepared.get(bytes);
  if (known !== undefined) return known;
  const changed = new TextEncoder().encode(prepareSvgText(readSvgText(bytes)));
  const result = Buffer.compare(changed, bytes) === 0 ? bytes : changed;
  prepared.set(bytes, result);
  return result;
}

/** As `prepareSvg`, for text. */
export function prepareSvgText(text: string): string {
  return prepareDesignText(removeHarmlessParts(expandEntities(text)).text);
}

/** As `prepareSvgText`, with the parts that pictures cannot show. */
export function prepareDesignText(text: string): string {
  return addViewBox(rewriteStyles(expandEntities(text)));
}

function rewriteStyles(text: string): string {
  if (!/var\(|\b(?:oklch|oklab|lch|lab|color|color-mix)\(/iu.test(text)) return text;
  const pieces = splitMarkup(text);
  const styles = pieces.filter(({ kind }) => kind === 'style' || kind === 'tag');
  const properties = readCustomProperties(styles.map((piece) => piece.text).join('\n'));
  // Attributes and style sheets, but not the text of the picture.
  return pieces
    .map((piece) =>
      piece.kind === 'style' || piece.kind === 'tag'
        ? convertColors(replaceVariables(piece.text, properties))
        : piece.text,
    )
    .join('');
}

function addViewBox(text: string): string {
  const start = rootStart(text);
  const root = /^<svg(?=[\s>])(?:"[^"]*"|'[^']*'|[^"'>])*>/u.exec(text.slice(start, start + MAX_ROOT_LENGTH));
  if (root === null || /\sviewBox\s*=/u.test(root[0])) return text;
  const side = (name: string, otherwise: number): number | null => {
    const given = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(root[0]);
    const value = given?.[1] ?? given?.[2] ?? 'auto';
    if (/^\s*(?:auto|[\d.]+%)\s*$/u.test(value)) return otherwise;
    const [, number, unit = ''] = /^\s*([\d.]+(?:e[+-]?\d+)?)([a-z]*)\s*$/iu.exec(value) ?? [];
    const pixels = Number(number) * (PX_PER_UNIT[unit.toLowerCase()] ?? Number.NaN);
    return pixels > 0 ? pixels : null;
  };
  const [width, height] = [side('width', DEFAULT_WIDTH), side('height', DEFAULT_HEIGHT)];
  // A size in other units, or in CSS, is the decoder's matter.
  if (width === null || height === null || /\sstyle\s*=[^>]*\b(?:width|height)\s*:/u.test(root[0]))
    return text;
  const sized = root[0]
    .replaceAll(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/gu, '')
    .replace(/^<svg/u, `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`);
  return text.slice(0, start) + sized + text.slice(start + root[0].length);
}
