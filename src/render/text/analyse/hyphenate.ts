import { createRequire } from 'node:module';

import createHyphenator from 'hyphen';
import type { Patterns } from 'hyphen';
import { LRUCache } from 'lru-cache';

/** Languages whose patterns have the name of the language. */
const OWN_PATTERNS = (
  'af as be bg bn ca cs cy da es et eu fi fr fur ga gl grc gu hi hr hsb hu hy ia id is it ka kmr kn ' +
  'la lt lv mk ml mr nb nl nn oc or pa pi pl pms pt rm ro ru sa sk sl sq sv ta te tk tr uk de-1901 ' +
  'de-ch-1901 en-gb'
).split(' ');

/** Pattern names by lower-case language tag. English outside America uses the British patterns. */
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

/** Min letters of a hyphenated word, and before and after the hyphen: no `a-` and no `-ly`. */
const MIN_WORD = 5;
const MIN_BEFORE = 2;
const MIN_AFTER = 3;
/** The package caches every word without a limit, so a new instance is created after this many. */
const WORDS_PER_HYPHENATOR = 5000;
/** Longer than any real word; the time per word grows with the square of its length. */
const MAX_WORD = 100;
const MARK = '\u00ad';

/** Words in scripts that use hyphens. */
const hyphenatedScript =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{M}\u00ad]+$/u;

const require = createRequire(import.meta.url);
const hyphenators = new Map<string, { hyphenate: (word: string) => string; words: number }>();
const cache = new LRUCache<string, readonly number[]>({ max: 20_000 });

/** Whether there are hyphenation patterns for a language (a BCP 47 tag). */
export function canHyphenate(language: string): boolean {
  return patternsFor(language) !== null;
}

/**
 * The indices where a word may be hyphenated, by TeX's patterns for a language (a BCP 47 tag); none for a
 * language without patterns. Words with a soft hyphen, a digit or an underscore are skipped.
 */
export function findHyphenPoints(text: string, language: string): number[] {
  const patterns = patternsFor(language);
  if (patterns === null) return [];
  const points: number[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}_\u00ad\u200c\u200d]+/gu)) {
    if (word.length < MIN_WORD || word.length > MAX_WORD || !/^[\p{L}\p{M}]+$/u.test(word)) continue;
    const key = `${patterns} ${word}`;
    let own = cache.get(key);
    if (own === undefined) {
      own = hyphenateWord(word, patterns);
      cache.set(key, own);
    }
    for (const point of own) points.push(index + point);
  }
  return points;
}

/**
 * The indices where a word that is wider than a line may be cut with a hyphen against the rules of its
 * language: with two letters on each side. Words with digits or underscores are skipped, because a hyphen
 * would look like a part of them.
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

/** The patterns for the longest prefix of a language tag that has some. */
function patternsFor(language: string): string | null {
  let tag = language.toLowerCase();
  while (tag !== '') {
    const patterns = PATTERNS.get(tag);
    if (patterns !== undefined) return patterns;
    tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')));
  }
  return null;
}

function hyphenateWord(word: string, patterns: string): number[] {
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
    entry = { hyphenate: createHyphenator([levels, trie, correctExceptions(exceptions)], options), words: 0 };
    hyphenators.set(patterns, entry);
  }
  entry.words++;
  return entry.hyphenate;
}

/**
 * Copies the exceptions, because the package modifies them. Their indices count the hyphens before them; this
 * corrects it.
 */
function correctExceptions(exceptions: Patterns[2]): Record<string, number[]> {
  const entries = Object.entries(exceptions ?? {});
  return Object.fromEntries(
    entries.map(([word, marks]) => [word, marks.map((mark, before) => mark - before)]),
  );
}
