/** The mark of a shortened text: one character. */
const ellipsis = '…';

// One language for all, so that every process shortens alike.
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The number of characters (Unicode code points) of a text. */
export function countCodePoints(text: string): number {
  // Of a pair of surrogates, only the first counts. This is much faster than iterating over the characters.
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}

/**
 * Shortens a text to at most `maxLength` characters (Unicode code points), `…` included. Cuts after a word;
 * in a word only if the first one is too long, and never in what a reader sees as one character (a grapheme).
 */
export function shortenAtWord(text: string, maxLength: number): string {
  if (countCodePoints(text) <= maxLength) return text;
  if (maxLength < 1) return '';
  const fits = fittingUnits(text, maxLength - 1);
  let end = 0;
  for (const { index, segment } of words.segment(text)) {
    if (index + segment.length > fits) break;
    end = index + segment.length;
  }
  const whole = withoutTrail(text.slice(0, end));
  return `${whole === '' ? text.slice(0, fits) : whole}${ellipsis}`;
}

/** How many UTF-16 units the first graphemes have that take at most `maxLength` code points together. */
function fittingUnits(text: string, maxLength: number): number {
  let [units, codePoints] = [0, 0];
  for (const { segment } of graphemes.segment(text)) {
    codePoints += countCodePoints(segment);
    if (codePoints > maxLength) break;
    units += segment.length;
  }
  return units;
}

const trail = /^[\s,;:\p{Pd}\p{Ps}\p{Pi}]$/u;

/** Leaves out the blanks and the opening or dividing punctuation before a cut. */
function withoutTrail(text: string): string {
  const characters = Array.from(text);
  return characters.slice(0, characters.findLastIndex((character) => !trail.test(character)) + 1).join('');
}
