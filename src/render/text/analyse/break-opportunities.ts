import { findAddressBreaks } from './address-breaks.ts';
import { findHyphenPoints, findWordCuts } from './hyphenate.ts';
import { lineBreakRules } from './line-break-rules.ts';

/**
 * What may happen before a UTF-16 index: no break, a break, or a break with a hyphen. The two cuts apply only
 * to a word that is wider than a line: the preferred position for a cut, and a cut with a hyphen.
 */
export const NO_BREAK = 0;
export const MAY_BREAK = 1;
export const MAY_HYPHENATE = 2;
export const MAY_CUT = 3;
export const MAY_CUT_WITH_HYPHEN = 4;
/** No break and no cut, however narrow the line: inside of an amount or a date. */
export const HELD = 5;

/** How words are hyphenated. */
export interface Hyphenation {
  /** `none`: not even at soft hyphens; `manual`: only there; `auto`: also by the rules of the language. */
  readonly hyphens: 'none' | 'manual' | 'auto';
  /** BCP 47 tag; null is unknown: no automatic hyphenation. */
  readonly language: string | null;
  /** No break between two letters (CSS `word-break: keep-all`). */
  readonly keepsWords?: boolean;
}

const words = new Intl.Segmenter('th', { granularity: 'word' });
/** Scripts without spaces, for which UAX #14 requires a dictionary (class SA). */
const unspacedRun = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{2,}/gu;
const hasUnspaced = new RegExp(unspacedRun.source, 'u');
/** Where a letter or digit follows another. */
const betweenLetters = /(?<=[\p{L}\p{N}]\p{M}*)(?=[\p{L}\p{N}])/gu;
/** Dates and other numbers with several parts. */
const partedNumber = /\d{1,8}(?:\/\d{1,8})+|\d{1,4}(?:[.-]\d{1,4}){2,}/g;
/** Characters after which an author lets a word break: soft hyphen and zero width space. */
const ownBreaks: ReadonlySet<number> = new Set([0xad, 0x200b]);
/**
 * Words and amounts between single spaces. They break after each space and nowhere else (UAX #14, LB18, LB23
 * to LB25, LB28 and LB29), which needs no search by character: most texts of tables and batches are such.
 */
const plainWords = /^[€$£]?[A-Za-z\d]+(?:[.,][A-Za-z\d]+)*(?: [€$£]?[A-Za-z\d]+(?:[.,][A-Za-z\d]+)*)*$/;

/**
 * Finds the line break opportunities of a paragraph without mandatory breaks: by UAX #14, with a dictionary
 * for Thai, Lao, Khmer and Burmese, without breaks inside URLs and mail addresses (these are only cut if too
 * wide), and with hyphenation. Entry i describes UTF-16 index i; both ends of the text are NO_BREAK.
 */
export function findBreakOpportunities(
  paragraph: string,
  { hyphens, language, keepsWords = false }: Hyphenation,
): Uint8Array {
  const found = new Uint8Array(paragraph.length + 1);
  if (plainWords.test(paragraph))
    for (let at = paragraph.indexOf(' '); at !== -1; at = paragraph.indexOf(' ', at + 1))
      found[at + 1] = MAY_BREAK;
  else for (const { position } of lineBreakRules.breaks(paragraph)) found[position] = MAY_BREAK;
  if (keepsWords) for (const { index } of paragraph.matchAll(betweenLetters)) found[index] = NO_BREAK;
  if (hasUnspaced.test(paragraph))
    for (const run of paragraph.matchAll(unspacedRun))
      for (const { index } of words.segment(run[0])) if (index > 0) found[run.index + index] = MAY_BREAK;
  for (let at = paragraph.indexOf('\u00ad'); at !== -1; at = paragraph.indexOf('\u00ad', at + 1)) {
    if (found[at + 1] === MAY_BREAK) found[at + 1] = hyphens === 'none' ? NO_BREAK : MAY_HYPHENATE;
  }
  const numbers = /\d[/.-]\d/.test(paragraph) ? paragraph.matchAll(partedNumber) : [];
  for (const { 0: number, index } of numbers) {
    for (const mark of number.matchAll(/\D/g)) {
      const after = index + mark.index + 1;
      if (found[after] === NO_BREAK) found[after] = MAY_CUT;
    }
  }
  const addresses = findAddressBreaks(paragraph);
  if (hyphens === 'auto') {
    for (const index of language === null ? [] : findHyphenPoints(paragraph, language)) {
      if (found[index] === NO_BREAK) found[index] = MAY_HYPHENATE;
    }
    for (const index of findWordCuts(paragraph)) {
      if (found[index] === NO_BREAK) found[index] = MAY_CUT_WITH_HYPHEN;
    }
  }
  for (const { start, end, breaks } of addresses) {
    for (let index = start + 1; index < end; index++) {
      if (!ownBreaks.has(paragraph.charCodeAt(index - 1))) found[index] = NO_BREAK;
    }
    for (const index of breaks) if (found[index] === NO_BREAK) found[index] = MAY_CUT;
  }
  found[0] = NO_BREAK;
  found[paragraph.length] = NO_BREAK;
  return found;
}
