import { UnsupportedSvg } from '../svg/document.ts';
import { determinant, readNumbers, readTransform } from '../svg/values.ts';
import { findRoot, nameOf, readAttributes, splitMarkup } from './markup.ts';

/** The decoder draws patterns that are moved this far as others do, at every usual scale. */
const NEAR = 1_000;
const TRANSFORM = /(\spatternTransform\s*=\s*)(?:"[^"]*"|'[^']*')/u;

/**
 * Moves patterns by whole tiles, so that one begins near the picture: drawing programs write distances of
 * thousands of units, at which the decoder draws nothing, or refuses the picture. Tiles in shares of a
 * shape's box are left.
 */
export function bringPatternsNear(text: string): string {
  if (!/\spatternTransform\s*=/u.test(text)) return text;
  const viewBox = readAttributes(findRoot(text).tag).get('viewBox') ?? '';
  const [left = 0, top = 0] = tryTo(() => readNumbers(viewBox)) ?? [];
  let isChanged = false;
  const pieces = splitMarkup(text).map(({ kind, text: piece }) => {
    if (kind !== 'tag' || nameOf(piece) !== 'pattern') return piece;
    const moved = moveByTiles(readAttributes(piece), left, top);
    if (moved === null) return piece;
    isChanged = true;
    return piece.replace(TRANSFORM, `$1"${moved}"`);
  });
  return isChanged ? pieces.join('') : text;
}

/** The transform of a pattern that begins near a point; null if it may stay, or its tiles are unknown. */
function moveByTiles(attributes: ReadonlyMap<string, string>, left: number, top: number): string | null {
  const [width, height] = [Number(attributes.get('width')), Number(attributes.get('height'))];
  const matrix = tryTo(() => readTransform(attributes.get('patternTransform')));
  if (matrix === null || !(width > 0 && height > 0)) return null;
  if (attributes.get('patternUnits') !== 'userSpaceOnUse') return null;
  const { a, b, c, d } = matrix;
  const [x, y] = [matrix.e - left, matrix.f - top];
  if (Math.abs(x) <= NEAR && Math.abs(y) <= NEAR) return null;
  const area = determinant(matrix);
  const across = Math.round((d * x - c * y) / area / width) * width;
  const down = Math.round((a * y - b * x) / area / height) * height;
  const e = matrix.e - (a * across + c * down);
  const f = matrix.f - (b * across + d * down);
  return `matrix(${[a, b, c, d, e, f].map((value) => Number(value.toPrecision(12))).join(' ')})`;
}

function tryTo<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnsupportedSvg) return null;
    throw error;
  }
}
