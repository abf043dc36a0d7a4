import type { Rect, Size } from '../../geometry.ts';
import { findRoot } from './markup.ts';

/**
 * A part of an SVG as an SVG of the given size, so that only that part is drawn. The document stands inside
 * of another one, whose view box is the part.
 *
 * @param whole the size of the document, as the decoder measures it; `part` is in the same units
 */
export function cropSvg(bytes: Uint8Array, whole: Size, part: Rect, size: Size): Uint8Array {
  const text = new TextDecoder('utf-8').decode(bytes);
  const { start, tag } = findRoot(text);
  const viewBox = [part.x, part.y, part.width, part.height].join(' ');
  const outer =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
    `viewBox="${viewBox}" preserveAspectRatio="none">`;
  const inner = tag
    .replaceAll(/\s(?:x|y|width|height)\s*=\s*(?:"[^"]*"|'[^']*')/gu, '')
    .replaceAll(/(?<=[\s;"'])(?:width|height)\s*:[^;"']*;?/gu, '')
    .replace(/^<[\w.:-]+/u, (name) => `${name} width="${whole.width}" height="${whole.height}"`);
  return new TextEncoder().encode(`${outer}${inner}${text.slice(start + tag.length)}</svg>`);
}
