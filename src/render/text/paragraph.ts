import bidiFactory from 'bidi-js';
import type { Bidi } from 'bidi-js';

import type { FontFace } from '../fonts/font-face.ts';
import type { FontBook, FontStack, HanLanguage } from '../fonts/font-book.ts';
import { isCursive, isEmojiCluster, isIgnorable } from './characters.ts';
import { findOpportunities } from './opportunities.ts';
import type { Hyphenation } from './opportunities.ts';
import { COMMON_SCRIPT, scriptOf } from './scripts.ts';

/** A stretch of a paragraph in one style, font, script and direction: what is shaped together. */
export interface TextItem {
  readonly start: number;
  readonly end: number;
  /** Index of the run in the element. */
  readonly run: number;
  readonly face: FontFace;
  /** The face of the run's own family, whether or not it has this text. */
  readonly primary: FontFace;
  /** UAX #9 embedding level; odd runs from right to left. */
  readonly level: number;
  readonly script: string;
  readonly isTab: boolean;
}

/** Text between two mandatory breaks, analysed. Indices are UTF-16 and count from the paragraph's start. */
export interface Paragraph {
  readonly text: string;
  /** What is shaped and drawn for `text`, index by index: the same but where no font has a character. */
  readonly glyphText: string;
  readonly baseLevel: 0 | 1;
  readonly items: readonly TextItem[];
  /** See `findOpportunities`. */
  readonly opportunities: Uint8Array;
  /** 1 where a grapheme cluster starts; length + 1 long, 1 at its end. */
  readonly graphemes: Uint8Array;
  /** Run that an empty paragraph, and the line break after it, has the style of. */
  readonly run: number;
  /** The face of that run's own family. */
  readonly primary: FontFace;
  /** The text overrides the direction of characters, so that they must be drawn with the same overrides. */
  readonly hasOverrides: boolean;
}

/** Text with the styles of its stretches, before it is cut into paragraphs. */
export interface StyledText {
  readonly text: string;
  /** Index where each run ends in `text`. */
  readonly runEnds: readonly number[];
  readonly stacks: readonly FontStack[];
  /** For each run whether its letters are spaced. */
  readonly spaced: readonly boolean[];
  readonly hyphenation: Hyphenation;
}

// The package is CommonJS whose export is the factory itself; its types describe a default export inside it.
const bidi = (bidiFactory as unknown as () => Bidi)();
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Anything that runs from right to left, or says so; text without it needs no reordering from the left. */
const needsBidi =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Control characters have no glyph; fonts would show a box, or the machine's fonts be asked. */
const controls = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;
const mandatoryBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/**
 * Cuts text at its mandatory breaks and finds fonts, directions and break opportunities of each part. `auto` takes the
 * direction of a paragraph's first strong character, and where it has none, of the whole text's.
 */
export function analyseText(
  styled: StyledText,
  direction: 'auto' | 'ltr' | 'rtl',
  fonts: FontBook,
  onMissing: (cluster: string, drawnAs: string | null) => void,
): Paragraph[] {
  const language = hanLanguage(styled.text, styled.hyphenation.language, fonts);
  const textLevel = direction === 'auto' ? (firstStrongLevel(styled.text) ?? 0) : direction === 'rtl' ? 1 : 0;
  const paragraphs: Paragraph[] = [];
  let start = 0;
  const add = (end: number): void => {
    const text = styled.text.slice(start, end);
    const baseLevel = direction === 'auto' ? (firstStrongLevel(text) ?? textLevel) : textLevel;
    paragraphs.push(analyseParagraph(styled, start, text, baseLevel, language, fonts, onMissing));
  };
  for (const match of styled.text.matchAll(mandatoryBreak)) {
    add(match.index);
    start = match.index + match[0].length;
  }
  add(styled.text.length);
  return paragraphs;
}

function analyseParagraph(
  styled: StyledText,
  offset: number,
  text: string,
  baseLevel: 0 | 1,
  language: HanLanguage,
  fonts: FontBook,
  onMissing: (cluster: string, drawnAs: string | null) => void,
): Paragraph {
  const isPlain = /^[\x20-\x7e]*$/.test(text);
  const levels =
    baseLevel === 0 && !needsBidi.test(text)
      ? null
      : bidi.getEmbeddingLevels(text.replaceAll('\t', ' '), baseLevel === 1 ? 'rtl' : 'ltr').levels;
  const graphemes = new Uint8Array(text.length + 1);
  graphemes[text.length] = 1;
  const items: TextItem[] = [];
  const firstRun = styled.runEnds.findIndex((end) => end > offset);
  let run = firstRun === -1 ? styled.runEnds.length - 1 : firstRun;
  let open: { -readonly [Key in keyof TextItem]: TextItem[Key] } | null = null;

  let openIsSpace = false;
  let glyphText = '';
  const addCluster = (cluster: string, start: number): void => {
    graphemes[start] = 1;
    while (run < styled.runEnds.length - 1 && offset + start >= (styled.runEnds[run] ?? 0)) run++;
    const stack = styled.stacks[run];
    if (stack === undefined) throw new RangeError('a run has no font stack');
    const end = start + cluster.length;
    const level = levels?.[start] ?? 0;
    const isTab = cluster === '\t';
    const script = clusterScript(cluster);
    const ignorable = isAllIgnorable(cluster);
    let face: FontFace | null;
    if (ignorable) face = open !== null && open.run === run ? open.face : stack.primary;
    else face = fonts.faceFor(cluster, stack, isEmojiCluster(cluster), language);
    if (face === null) {
      const plain = plainForm(cluster);
      face = plain === null ? null : fonts.faceFor(plain, stack, false, language);
      onMissing(cluster, face === null ? null : plain);
      if (face !== null && plain !== null) glyphText += plain.padEnd(cluster.length, '\u2060');
      else {
        face = fonts.faceFor(firstCharacter(cluster), stack, false, language) ?? stack.primary;
        glyphText += markMissing(cluster, face);
      }
    } else glyphText += ignorable && !isTab ? cluster.replace(controls, '\u2060') : cluster;
    const isSpace = cluster === ' ' || cluster === '\u00a0';
    const sameScript =
      open !== null && (script === COMMON_SCRIPT || open.script === COMMON_SCRIPT || script === open.script);
    // Joined letters are not spaced, but the words that they make are.
    const standsApart =
      styled.spaced[run] === true &&
      open !== null &&
      isSpace !== openIsSpace &&
      (isCursive(script) || isCursive(open.script));
    if (
      open !== null &&
      sameScript &&
      !standsApart &&
      !isTab &&
      !open.isTab &&
      open.run === run &&
      open.face === face &&
      open.level === level
    ) {
      open.end = end;
      if (open.script === COMMON_SCRIPT) open.script = script;
      return;
    }
    openIsSpace = isSpace;
    open = { start, end, run, face, primary: stack.primary, level, script, isTab };
    items.push(open);
  };

  if (isPlain) for (let index = 0; index < text.length; index++) addCluster(text.charAt(index), index);
  else for (const { segment, index } of segmenter.segment(text)) addCluster(segment, index);
  const primary = styled.stacks[run]?.primary;
  if (primary === undefined) throw new RangeError('a run has no font stack');

  return {
    text,
    glyphText,
    baseLevel,
    items,
    opportunities: findOpportunities(text, styled.hyphenation),
    graphemes,
    run,
    primary,
    hasOverrides: /[\u202d\u202e]/.test(text),
  };
}

/**
 * A cluster with what the face lacks replaced, at the same length: letters by a noncharacter, for which every font shows
 * its missing-glyph box (anything else might be found among the fonts of the machine), marks by nothing visible.
 */
function markMissing(cluster: string, face: FontFace): string {
  let marked = '';
  for (const character of cluster) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (isIgnorable(codePoint) || face.has(codePoint)) marked += character;
    else marked += (/\p{M}/u.test(character) ? '\u2060' : '\uffff').padEnd(character.length, '\u2060');
  }
  return marked;
}

/**
 * What can stand in for a character that no font has, such as the bold, script and double-struck letters of mathematics that are
 * typed for ornament: the same letters without the ornament. Null where there is nothing, or no room for it.
 */
function plainForm(cluster: string): string | null {
  const plain = cluster.normalize('NFKC');
  return plain === cluster || plain.length > cluster.length || plain.includes(' ') ? null : plain;
}

function firstCharacter(cluster: string): string {
  return String.fromCodePoint(cluster.codePointAt(0) ?? 0);
}

/** Script of a cluster's first character that has one. */
function clusterScript(cluster: string): string {
  for (const character of cluster) {
    const script = scriptOf(character.codePointAt(0) ?? 0);
    if (script !== COMMON_SCRIPT) return script;
  }
  return COMMON_SCRIPT;
}

function isAllIgnorable(cluster: string): boolean {
  for (const character of cluster) if (!isIgnorable(character.codePointAt(0) ?? 0)) return false;
  return true;
}

/** Level of the first strong character outside isolates (UAX #9, P2 and P3), or null. */
function firstStrongLevel(text: string): 0 | 1 | null {
  let isolates = 0;
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character);
    if (type === 'LRI' || type === 'RLI' || type === 'FSI') isolates++;
    else if (type === 'PDI') isolates = Math.max(0, isolates - 1);
    else if (isolates === 0 && type === 'L') return 0;
    else if (isolates === 0 && (type === 'R' || type === 'AL')) return 1;
  }
  return null;
}

/**
 * The language that is named, if it has Han characters; else kana mean Japanese, and Hangul Korean. Han alone is taken as Chinese, but
 * where that font, or the Korean one, lacks one of the characters, another that has them all: a name is in one style.
 */
function hanLanguage(text: string, named: string | null, fonts: FontBook): HanLanguage {
  const [primary] = (named ?? '').toLowerCase().split('-');
  if (primary === 'ja' || primary === 'ko') return primary;
  if (primary === 'zh' || primary === 'yue') return 'zh-Hans';
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return 'ja';
  const likely: HanLanguage[] = /\p{sc=Hang}/u.test(text) ? ['ko', 'zh-Hans', 'ja'] : ['zh-Hans', 'ja', 'ko'];
  const characters = new Set(text.match(/\p{sc=Han}/gu));
  const [first = 'zh-Hans'] = likely;
  return likely.find((language) => fonts.hasHan(characters, language)) ?? first;
}

/** Whether spacing may be added between the letters of an item. */
export function takesLetterSpacing(item: TextItem): boolean {
  return !isCursive(item.script);
}
