import { createRequire } from 'node:module';

import createHyphenator from 'hyphen';
import type { Patterns } from 'hyphen';
import { LRUCache } from 'lru-cache';

/** Languages with patterns of their own name. */
const OWN_PATTERNS = [
  ...['af', 'as', 'be', 'bg', 'bn', 'ca', 'cs', 'cy', 'da', 'es', 'et', 'eu', 'fi', 'fr', 'fur', 'ga'],
  ...[
    'gl',
    'grc',
    'gu',
    'hi',
    'hr',
    'hsb',
    'hu',
    'hy',
    'ia',
    'id',
    'is',
    'it',
    'ka',
    'kmr',
    'kn',
    'la',
    'lt',
  ],
  ...['lv', 'mk', 'ml', 'mr', 'nb', 'nl', 'nn', 'oc', 'or', 'pa', 'pi', 'pl', 'pms', 'pt', 'rm', 'ro', 'ru'],
  ...['sa', 'sk', 'sl', 'sq', 'sv', 'ta', 'te', 'tk', 'tr', 'uk', 'de-1901', 'de-ch-1901', 'en-gb'],
];

/** Patterns by language tag in lower case. Spellings of English outside America follow the British. */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  ...OWN_PATTERNS.map((tag) => [tag, tag] as const),
  ['de', 'de-1996'],
  ['en', 'en-us'],
  ...['en-au', 'en-ie', 'en-in', 'en-nz', 'en-za'].map((tag) => [tag, 'en-gb'] as const),
  ['el', 'el-monoton'],
  ['el-polyton', 'el-polyton'],
  ['mn', 'mn-cyrl'],
  ['no', 'nb'],
  ['sr', 'sr-cyrl'],
  ...['sr-latn', 'sh', 'bs'].map((tag) => [tag, 'sh-latn'] as const),
  ['sh-cyrl', 'sh-cyrl'],
]);

/** Nothing shorter is divided, and as much stays on both sides of a hyphen: no `a-` and no `-ly`. */
const MIN_WORD = 5;
const MIN_BEFORE = 2;
const MIN_AFTER = 3;
/** The package remembers all words that it ever saw; after so many it is begun anew. */
const WORDS_PER_HYPHENATOR = 5000;
/** Longer than any word of any language; work on one grows with the square. */
const MAX_WORD = 100;
const MARK = '\u00ad';

/** Words of scripts that have hyphens. */
const hyphenatedScript =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{M}\u00ad]+$/u;

const require = createRequire(import.meta.url);
const hyphenators = new Map<string, { hyphenate: (word: string) => string; words: number }>();
const known = new LRUCache<string, readonly number[]>({ max: 20_000 });

/** Whether words of a language (a BCP 47 tag) can be divided: whether there are patterns for it. */
export function canHyphenate(language: string): boolean {
  return patternsFor(language) !== null;
}

/**
 * Indices of a text before which a word may be divided with a hyphen, by the patterns of TeX for a language (a BCP 47 tag);
 * none for a language without patterns. Words that hold a soft hyphen, a digit or an underscore are left alone.
 */
export function findHyphenPoints(text: string, language: string): number[] {
  const patterns = patternsFor(language);
  if (patterns === null) return [];
  const points: number[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}_\u00ad\u200c\u200d]+/gu)) {
    if (word.length < MIN_WORD || word.length > MAX_WORD || !/^[\p{L}\p{M}]+$/u.test(word)) continue;
    const key = `${patterns} ${word}`;
    let own = known.get(key);
    if (own === undefined) {
      own = divide(word, patterns);
      known.set(key, own);
    }
    for (const point of own) points.push(index + point);
  }
  return points;
}

/**
 * Indices of a text before which a word that is wider than a line may be cut with a hyphen where no rule of its language divides it:
 * with two letters on each side. Words with digits or underscores are taken for codes, in which a hyphen would be read as a sign.
 */
export function findWordCuts(text: string): number[] {
  const cuts: number[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}_\u00ad\u200c\u200d]+/gu)) {
    if (!hyphenatedScript.test(word)) continue;
    const letters = Array.from(word.matchAll(/\p{L}\p{M}*/gu), (letter) => index + letter.index);
    for (const at of letters.slice(MIN_BEFORE, 1 - MIN_BEFORE)) {
      if (text.charAt(at - 1) !== MARK) cuts.push(at);
    }
  }
  return cuts;
}

/** The patterns of the longest beginning of a tag that has some. */
function patternsFor(language: string): string | null {
  let tag = language.toLowerCase();
  while (tag !== '') {
    const patterns = PATTERNS.get(tag);
    if (patterns !== undefined) return patterns;
    tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')));
  }
  return null;
}

function divide(word: string, patterns: string): number[] {
  const points: number[] = [];
  let at = 0;
  for (const part of hyphenatorFor(patterns)(word).split(MARK)) {
    at += part.length;
    const isCut = countLetters(word.slice(0, at)) >= MIN_BEFORE && countLetters(word.slice(at)) >= MIN_AFTER;
    if (isCut && !/^\p{M}/u.test(word.slice(at))) points.push(at);
  }
  return points;
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function hyphenatorFor(patterns: string): (word: string) => string {
  let entry = hyphenators.get(patterns);
  if (entry === undefined || entry.words >= WORDS_PER_HYPHENATOR) {
    const [levels, trie, exceptions] = require(`hyphen/patterns/${patterns}.js`) as Patterns;
    const options = { async: false, html: false, hyphenChar: MARK, minWordLength: MIN_WORD } as const;
    entry = { hyphenate: createHyphenator([levels, trie, correct(exceptions)], options), words: 0 };
    hyphenators.set(patterns, entry);
  }
  entry.words++;
  return entry.hyphenate;
}

/** A copy, as the package writes to it, of exceptions whose indices count the hyphens before them. */
function correct(exceptions: Patterns[2]): Record<string, number[]> {
  const entries = Object.entries(exceptions ?? {});
  return Object.fromEntries(
    entries.map(([word, marks]) => [word, marks.map((mark, before) => mark - before)]),
  );
}
