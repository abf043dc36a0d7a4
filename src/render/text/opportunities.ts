import { Rules } from '@cto.af/linebreak';

/** What may happen before a UTF-16 index: no break, a break, or a break that shows a hyphen. */
export const NO_BREAK = 0;
export const MAY_BREAK = 1;
export const MAY_HYPHENATE = 2;

const rules = new Rules();
const words = new Intl.Segmenter('th', { granularity: 'word' });
/** Scripts written without spaces, whose words UAX #14 leaves to dictionaries (class SA). */
const unspacedRun = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{2,}/gu;
const SOFT_HYPHEN = 0xad;

/**
 * Where lines of a paragraph (with no mandatory break inside) may end, by UAX #14, with words of Thai, Lao, Khmer and
 * Burmese found by dictionary. Entry i is about a break before UTF-16 index i; both ends of the text are 0.
 */
export function findOpportunities(paragraph: string): Uint8Array {
  const found = new Uint8Array(paragraph.length + 1);
  for (const { position } of rules.breaks(paragraph)) {
    found[position] = paragraph.charCodeAt(position - 1) === SOFT_HYPHEN ? MAY_HYPHENATE : MAY_BREAK;
  }
  for (const run of paragraph.matchAll(unspacedRun)) {
    for (const { index } of words.segment(run[0])) {
      if (index > 0) found[run.index + index] = MAY_BREAK;
    }
  }
  found[0] = NO_BREAK;
  found[paragraph.length] = NO_BREAK;
  return found;
}
