import type { FontFace } from '../../fonts/font-face.ts';
import type { FontBook, FontStack, HanLanguage } from '../../fonts/font-book.ts';
import { isCursive } from '../../fonts/characters.ts';
import type { SceneText } from '../../scene/text.ts';
import type { Paragraph, StyledText, TextItem } from './analysed-text.ts';
import { findBreakOpportunities } from './break-opportunities.ts';
import { findItems } from './find-items.ts';
import { embeddingLevels, firstStrongLevel, levelWithin } from './bidi.ts';
import { joinItems } from './join-items.ts';
import { plainItems, plainText } from './plain-items.ts';
import { shareBytes } from './shared-arrays.ts';
import { holdUnbroken } from './unbroken.ts';
import { findHanLanguage } from './han-language.ts';

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

/** Whether letter spacing applies to an item. */
export function takesLetterSpacing(item: TextItem): boolean {
  return !isCursive(item.script);
}
