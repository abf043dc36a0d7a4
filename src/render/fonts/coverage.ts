/** How well a face draws a grapheme cluster. */
import * as hb from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';

import { isIgnorable } from './characters.ts';
import { GRINNING_FACE, type FontFace } from './font-face.ts';

/** The face lacks a character. */
export const LACKS = 0;
/** The face has all characters, but a mark would not stand at its letter. */
export const DRAWS_BADLY = 1;
export const DRAWS = 2;
export type Coverage = typeof LACKS | typeof DRAWS_BADLY | typeof DRAWS;

/** How many clusters of a word a face draws, draws badly and lacks. */
export interface WordCoverage {
  readonly drawn: number;
  readonly bad: number;
  readonly lacking: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const variationSelector = /\p{Variation_Selector}/u;
const syllable = /[\uac00-\ud7a3]/;
/** Combining marks of Latin, Greek and Cyrillic; other scripts have marks of their own. */
const combiningMark = /[\u0300-\u036f]/;
const shownMark = /[\u0300-\u034e\u0350-\u036f]/gu;
/** A mark may stand beside its letter by this much, as a multiple of the font size: ľ, ơ, ģ. */
const MAX_BESIDE = 0.12;

/**
 * How well a face draws a cluster: as it is, or with letters and marks composed or decomposed, as HarfBuzz
 * does. With a variation selector it does neither.
 */
export function getCoverage(face: FontFace, cluster: string): Coverage {
  if (cluster.length === 1 && face.has(cluster.charCodeAt(0))) return DRAWS;
  if (variationSelector.test(cluster)) return hasAll(face, cluster) ? DRAWS : LACKS;
  const composed = cluster.length > 1 ? cluster.normalize('NFC') : cluster;
  const isWhole = hasAll(face, composed);
  if (isWhole && !combiningMark.test(composed)) return DRAWS;
  if (!isWhole && !composes(face, cluster) && !composes(face, composed)) return LACKS;
  return attachesMarks(face, cluster) ? DRAWS : DRAWS_BADLY;
}

const wholly: WordCoverage = { drawn: 1, bad: 0, lacking: 0 };
const notAtAll: WordCoverage = { drawn: 0, bad: 0, lacking: Infinity };

/** How much of a word a face draws. */
export function rateWord(face: FontFace, word: string): WordCoverage {
  const composed = word.normalize('NFC');
  const missing = getMissing(face, composed);
  if (missing.length === 0 && !combiningMark.test(composed)) return wholly;
  // Most fonts have nothing of another script, and no parts to put its letters together.
  if (missing.join('') === composed && composed.normalize('NFD') === composed) return notAtAll;
  const found = [0, 0, 0];
  for (const { segment } of segmenter.segment(word)) {
    const coverage = getCoverage(face, segment);
    found[coverage] = (found[coverage] ?? 0) + 1;
  }
  const [lacking = 0, bad = 0, well = 0] = found;
  return { drawn: bad + well, bad, lacking };
}

/** Whether a face has all of a text as it is, and places no marks. */
export function drawsPlainly(face: FontFace, text: string): boolean {
  return !combiningMark.test(text) && !variationSelector.test(text) && hasAll(face, text);
}

/** Whether a face has each character. */
function hasAll(face: FontFace, text: string): boolean {
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (!isIgnorable(codePoint) && !face.has(codePoint)) return false;
  }
  return true;
}

/** Whether a face has each character, or the parts that it consists of. */
function composes(face: FontFace, text: string): boolean {
  return getMissing(face, text).every((character) => {
    const parts = [...character.normalize('NFD')];
    if (parts.join('') === character || syllable.test(character)) return false;
    const mark = parts.length > 1 ? (parts.pop() ?? '') : '';
    return hasAll(face, mark) && composes(face, parts.join('').normalize('NFC'));
  });
}

function getMissing(face: FontFace, text: string): string[] {
  const missing: string[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (!isIgnorable(codePoint) && !face.has(codePoint)) missing.push(character);
  }
  return missing;
}

const attached = new LRUCache<string, boolean>({ max: 10_000 });
const buffer = new hb.Buffer();

/**
 * Whether the marks of a letter stand at it. A font that has a letter and a mark, but no anchors for them,
 * draws the mark at the next letter: ´ of Ώ in fonts whose Ω is a symbol.
 */
function attachesMarks(face: FontFace, cluster: string): boolean {
  const key = `${face.alias} ${cluster}`;
  let attaches = attached.get(key);
  if (attaches === undefined) {
    attaches = marksStandAtLetter(face, cluster);
    attached.set(key, attaches);
  }
  return attaches;
}

function marksStandAtLetter(face: FontFace, cluster: string): boolean {
  // The extents of glyphs need outlines. Without anchors HarfBuzz places marks by them.
  const { font, unitsPerEm } = face.outlines;
  buffer.reset();
  buffer.addText(cluster);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  const infos = buffer.getGlyphInfos();
  const marks = new Set(
    Array.from(cluster.normalize('NFD').matchAll(shownMark), ([mark]) =>
      font.nominalGlyph(mark.codePointAt(0) ?? 0),
    ),
  );
  let pen = 0;
  let letter: { left: number; right: number } | null = null;
  for (const [index, { codepoint: glyph }] of infos.entries()) {
    const { xAdvance = 0, xOffset = 0 } = positions[index] ?? {};
    const extents = font.glyphExtents(glyph);
    const left = pen + xOffset + (extents?.xBearing ?? 0);
    const right = left + (extents?.width ?? 0);
    const isMark = letter !== null && (xAdvance === 0 || marks.has(glyph));
    if (!isMark) letter = { left: pen, right: pen + xAdvance };
    else if (letter !== null && right > left) {
      const middle = (left + right) / 2;
      const beside = Math.max(letter.left - middle, middle - letter.right);
      if (beside > MAX_BESIDE * unitsPerEm) return false;
      // A mark without an anchor begins where its letter ends.
      if (xOffset === 0 && middle > letter.right) return false;
    }
    pen += xAdvance;
  }
  return true;
}

/** Whether a face is a font for emoji, in colours or not: fonts of texts have none of the faces. */
export function isEmojiFont(face: FontFace): boolean {
  return face.has(GRINNING_FACE);
}

/**
 * Whether a face has an emoji as one glyph. A sequence that a font does not know falls apart into its parts,
 * or is drawn as the first of them.
 */
export function hasEmoji(face: FontFace, cluster: string): boolean {
  if (!hasAll(face, cluster)) return false;
  const characters = [...cluster].filter((character) => !variationSelector.test(character));
  if (characters.length === 1) return true;
  const key = `${face.alias} ${cluster}`;
  let isOne = attached.get(key);
  if (isOne === undefined) {
    const { font } = face.shaping;
    buffer.reset();
    buffer.addText(cluster);
    buffer.guessSegmentProperties();
    hb.shape(font, buffer);
    const shown = buffer
      .getGlyphInfos()
      .filter((_, index) => (buffer.getGlyphPositions()[index]?.xAdvance ?? 0) !== 0);
    const first = font.nominalGlyph(cluster.codePointAt(0) ?? 0);
    isOne = shown.length === 1 && shown[0]?.codepoint !== first;
    attached.set(key, isOne);
  }
  return isOne;
}
