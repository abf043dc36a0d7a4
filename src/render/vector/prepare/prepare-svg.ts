import { convertColors } from './css-colors.ts';
import { readCustomProperties, replaceVariables } from './custom-properties.ts';
import { expandEntities } from './entities.ts';
import { removeHarmlessParts } from './harmless-parts.ts';
import { applyMedia } from './media-rules.ts';
import { splitMarkup } from './markup.ts';
import { bringPatternsNear } from './near-patterns.ts';
import { addSize } from './root-size.ts';
import { resolveSlicedPatterns } from './sliced-patterns.ts';
import { resolveTransformOrigin } from './transform-origins.ts';
import { readSvgText } from '../../../common/pictures/svg-text.ts';

const prepared = new WeakMap<Uint8Array, Uint8Array>();

/**
 * Rewrites what the SVG decoder does not understand: other encodings, entities for namespaces, `var()` with
 * one value, newer colours of CSS, patterns far away, and the size of the document. `svgLosses` lists what is
 * still lost. Other files are returned unchanged.
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
  const styled = rewriteStyles(removeHarmlessParts(expandEntities(text)).text);
  return resolveSlicedPatterns(bringPatternsNear(addSize(styled)));
}

/** As `prepareSvgText`, with the parts that pictures cannot show, and with the size in its unit. */
export function prepareDesignText(text: string): string {
  return rewriteStyles(expandEntities(text));
}

/** Attributes and style sheets, but not the text of the picture. */
function rewriteStyles(text: string): string {
  const hasColors = /var\(|\b(?:oklch|oklab|lch|lab|color|color-mix)\(/iu.test(text);
  if (!hasColors && !/@media|transform-origin/u.test(text)) return text;
  const pieces = splitMarkup(text);
  const styles = pieces.filter(({ kind }) => kind === 'style' || kind === 'tag');
  const properties = readCustomProperties(styles.map((piece) => piece.text).join('\n'));
  const rewriteColors = (css: string): string =>
    hasColors ? convertColors(replaceVariables(css, properties)) : css;
  return pieces
    .map(({ kind, text: piece }) => {
      if (kind === 'style') return applyMedia(rewriteColors(piece));
      return kind === 'tag' ? resolveTransformOrigin(rewriteColors(piece)) : piece;
    })
    .join('');
}
