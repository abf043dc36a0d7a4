import type { FontFace } from '../../fonts/font-face.ts';
import type { FontBook, FontStack, HanLanguage } from '../../fonts/font-book.ts';
import { isCursive, isEmojiCluster, isIgnorable } from '../../fonts/characters.ts';
import type { SceneText } from '../../scene/text.ts';
import type { Paragraph, StyledText, TextItem } from './analysed-text.ts';
import { findBreakOpportunities } from './break-opportunities.ts';
import { embeddingLevels, firstStrongLevel, levelWithin } from './bidi.ts';
import { joinItems } from './join-items.ts';
import { markMissing, plainForm } from './missing-glyphs.ts';
import { standsUpright } from './orientation.ts';
import { firstRunAt, plainItems, plainText, type FoundItems } from './plain-items.ts';
import { COMMON_SCRIPT, scriptOfText } from './scripts.ts';
import { shareBytes } from './shared-arrays.ts';
import { holdUnbroken } from './unbroken.ts';
import { WordFaces } from './word-faces.ts';
import { findHanLanguage } from './han-language.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Controls and lone variation selectors, for which fonts would show a box, or system fonts might be used. */
const controls = /[\0-\x08\x0e-\x1f\x7f-\x9f]|\p{Variation_Selector}/gu;
/**
 * Requests a plain sign. For one that only the emoji font has, the canvas would take a font of the machine.
 */
const TEXT_SELECTOR = '\ufe0e';
const loneSelector = /^\p{Variation_Selector}/u;
const mandatoryBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const hasMandatoryBreak = /[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * Splits text at its mandatory breaks and finds the fonts, directions and break opportunities of each
 * paragraph. The direction `auto` is that of the paragraph's first strong character, or else of the whole
 * text's; where a direction is around the text, that one (`levelWithin`). `onMissing` receives each cluster
 * that no font has, and its replacement or null.
 */
export function analyseText(
  styled: StyledText,
  { direction, directionAround }: Pick<SceneText, 'direction' | 'directionAround'>,
  fonts: FontBook,
  onMissing: (cluster: string, drawnAs: string | null) => void,
): Paragraph[] {
  const hanForms = findHanLanguage(styled.text, styled.hyphenation.language, fonts);
  const isAuto = direction === 'auto';
  const around = isAuto && directionAround !== undefined ? levelOf(directionAround) : null;
  const textLevel = isAuto ? (firstStrongLevel(styled.text) ?? 0) : levelOf(direction);
  const paragraphs: Paragraph[] = [];
  let start = 0;
  const add = (end: number): void => {
    const text = styled.text.slice(start, end);
    const own = isAuto ? (firstStrongLevel(text) ?? textLevel) : textLevel;
    const baseLevel = around === null ? own : levelWithin(text, around);
    const levels = { baseLevel, startLevel: around ?? baseLevel };
    paragraphs.push(analyseParagraph(styled, start, text, levels, hanForms, fonts, onMissing));
  };
  if (hasMandatoryBreak.test(styled.text))
    for (const match of styled.text.matchAll(mandatoryBreak)) {
      add(match.index);
      start = match.index + match[0].length;
    }
  add(styled.text.length);
  return paragraphs.slice();
}

function levelOf(direction: 'ltr' | 'rtl'): 0 | 1 {
  return direction === 'rtl' ? 1 : 0;
}

function analyseParagraph(
  styled: StyledText,
  offset: number,
  text: string,
  { baseLevel, startLevel }: Pick<Paragraph, 'baseLevel' | 'startLevel'>,
  hanForms: HanLanguage,
  fonts: FontBook,
  onMissing: (cluster: string, drawnAs: string | null) => void,
): Paragraph {
  const levels = embeddingLevels(text, baseLevel);
  const plain = levels === null && plainText.test(text) ? plainItems(styled, offset, text) : null;
  const found = plain ?? findItems(styled, offset, text, levels, hanForms, fonts, onMissing);
  const { items, graphemes, glyphText, run } = found;
  const primary = styled.stacks[run]?.primary;
  if (primary === undefined) throw new RangeError('a run has no font stack');

  const opportunities = findBreakOpportunities(text, styled.hyphenation);
  if (styled.unbroken !== undefined) holdUnbroken(opportunities, styled.unbroken, offset);
  return {
    text,
    glyphText,
    baseLevel,
    startLevel,
    items: joinItems(items, styled),
    opportunities: shareBytes(opportunities),
    graphemes,
    run,
    primary,
    hasOverrides: /[\u202d\u202e]/.test(text),
    faceOfSign: findFaces(styled.stacks, primary, hanForms, fonts),
  };
}

/** Of texts with one stack of fonts: tables have thousands of them. */
const findersOfStacks = new WeakMap<FontStack, Map<HanLanguage, Paragraph['faceOfSign']>>();

/** Finds the faces of signs. A function of its own, so that it keeps nothing else of a paragraph. */
function findFaces(
  stacks: StyledText['stacks'],
  primary: FontFace,
  hanForms: HanLanguage,
  fonts: FontBook,
): Paragraph['faceOfSign'] {
  const stack = stacks[0];
  if (stack === undefined || stacks.length > 1) return makeFinder(stacks, primary, hanForms, fonts);
  const known = findersOfStacks.get(stack) ?? new Map<HanLanguage, Paragraph['faceOfSign']>();
  findersOfStacks.set(stack, known);
  const finder = known.get(hanForms) ?? makeFinder(stacks, primary, hanForms, fonts);
  known.set(hanForms, finder);
  return finder;
}

function makeFinder(
  stacks: StyledText['stacks'],
  primary: FontFace,
  hanForms: HanLanguage,
  fonts: FontBook,
): Paragraph['faceOfSign'] {
  return (sign, index) => {
    const stack = stacks[index];
    return (stack === undefined ? null : fonts.faceFor(sign, stack, false, hanForms)) ?? primary;
  };
}

/** Searches a text by character for the items that are drawn in one font each. */
function findItems(
  styled: StyledText,
  offset: number,
  text: string,
  levels: Uint8Array | null,
  hanForms: HanLanguage,
  fonts: FontBook,
  onMissing: (cluster: string, drawnAs: string | null) => void,
): FoundItems {
  const isPlain = plainText.test(text);
  const { language } = styled.hyphenation;
  const graphemes = new Uint8Array(text.length + 1);
  graphemes[text.length] = 1;
  const items: TextItem[] = [];
  let run = firstRunAt(styled, offset);
  let open: { -readonly [Key in keyof TextItem]: TextItem[Key] } | null = null;

  const words = new WordFaces(styled, offset, text, fonts, hanForms);
  let openIsSpace = false;
  let glyphText = '';
  const addIcon = (start: number): void => {
    graphemes[start] = 1;
    while (run < styled.runEnds.length - 1 && offset + start >= (styled.runEnds[run] ?? 0)) run++;
    const stack = styled.stacks[run];
    if (stack === undefined) throw new RangeError('a run has no font stack');
    const { primary } = stack;
    const level = levels?.[start] ?? 0;
    const plain = { script: COMMON_SCRIPT, language, features: null, isTab: false, isUpright: false };
    items.push({ start, end: start + 1, run, face: primary, primary, level, ...plain, isIcon: true });
    open = null;
    glyphText += '\u2060';
  };
  const addCluster = (cluster: string, start: number): void => {
    graphemes[start] = 1;
    while (run < styled.runEnds.length - 1 && offset + start >= (styled.runEnds[run] ?? 0)) run++;
    const stack = styled.stacks[run];
    if (stack === undefined) throw new RangeError('a run has no font stack');
    const end = start + cluster.length;
    const level = levels?.[start] ?? 0;
    const isTab = cluster === '\t';
    const script = scriptOfText(cluster);
    const scriptAround = script === COMMON_SCRIPT ? (open?.script ?? script) : script;
    const isUpright = styled.isVertical === true && standsUpright(cluster);
    const ignorable = isAllIgnorable(cluster);
    let face: FontFace | null;
    let glyphs: string;
    if (ignorable) face = open !== null && open.run === run ? open.face : stack.primary;
    else {
      const isEmoji = isEmojiCluster(cluster);
      face =
        (isEmoji ? null : words.faceFor(cluster, start, script, run)) ??
        fonts.faceFor(cluster, stack, isEmoji, hanForms, scriptAround);
    }
    if (face === null) {
      const plain = plainForm(cluster);
      face = plain === null ? null : fonts.faceFor(plain, stack, false, hanForms, scriptAround);
      onMissing(cluster, face === null ? null : plain);
      if (face !== null && plain !== null) glyphs = plain.padEnd(cluster.length, '\u2060');
      else {
        const first = firstCharacter(cluster);
        face = fonts.faceFor(first, stack, false, hanForms, scriptAround) ?? stack.primary;
        glyphs = markMissing(cluster, face);
      }
    } else if (ignorable && !isTab) glyphs = cluster.replace(controls, invisible);
    else glyphs = cluster.replace(loneSelector, invisible);
    glyphText += face.isEmoji ? glyphs.replaceAll(TEXT_SELECTOR, '\u2060') : glyphs;
    const isSpace = cluster === ' ' || cluster === '\u00a0';
    const sameScript =
      open !== null && (script === COMMON_SCRIPT || open.script === COMMON_SCRIPT || script === open.script);
    // Letter spacing does not apply between joined letters, but between words: spaces become separate items.
    const isSeparate =
      styled.spaced[run] === true &&
      open !== null &&
      isSpace !== openIsSpace &&
      (isCursive(script) || isCursive(open.script));
    if (
      open !== null &&
      sameScript &&
      !isSeparate &&
      !isTab &&
      !open.isTab &&
      open.run === run &&
      open.face === face &&
      open.level === level &&
      open.isUpright === isUpright
    ) {
      open.end = end;
      if (open.script === COMMON_SCRIPT) open.script = script;
      return;
    }
    openIsSpace = isSpace;
    const features = (isUpright ? styled.uprightFeatures : styled.features)?.[run] ?? null;
    open = {
      start,
      end,
      run,
      face,
      primary: stack.primary,
      level,
      script,
      language,
      features,
      isTab,
      isUpright,
    };
    items.push(open);
  };

  const addText = (from: number, to: number): void => {
    const part = text.slice(from, to);
    for (const { segment, index } of segmenter.segment(part)) addCluster(segment, from + index);
  };
  if (isPlain) {
    for (let index = 0; index < text.length; index++) addCluster(text.charAt(index), index);
  } else {
    let from = 0;
    for (const icon of styled.icons ?? []) {
      const at = icon - offset;
      if (at < 0 || at >= text.length) continue;
      addText(from, at);
      addIcon(at);
      from = at + 1;
    }
    addText(from, text.length);
  }
  return { items, graphemes, glyphText, run };
}

function invisible(character: string): string {
  return '\u2060'.repeat(character.length);
}

function firstCharacter(cluster: string): string {
  return String.fromCodePoint(cluster.codePointAt(0) ?? 0);
}

function isAllIgnorable(cluster: string): boolean {
  for (const character of cluster) if (!isIgnorable(character.codePointAt(0) ?? 0)) return false;
  return true;
}

/** Whether letter spacing applies to an item. */
export function takesLetterSpacing(item: TextItem): boolean {
  return !isCursive(item.script);
}
