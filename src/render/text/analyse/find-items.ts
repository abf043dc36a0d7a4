import type { FontFace } from '../../fonts/font-face.ts';
import type { FontBook, HanLanguage } from '../../fonts/font-book.ts';
import { isCursive, isEmojiCluster, isIgnorable } from '../../fonts/characters.ts';
import type { StyledText, TextItem } from './analysed-text.ts';
import { markMissing, plainForm } from './missing-glyphs.ts';
import { standsUpright } from './orientation.ts';
import { firstRunAt, plainText, type FoundItems } from './plain-items.ts';
import { COMMON_SCRIPT, scriptOfText } from './scripts.ts';
import { WordFaces } from './word-faces.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Controls and lone variation selectors, for which fonts would show a box, or system fonts might be used. */
const controls = /[\0-\x08\x0e-\x1f\x7f-\x9f]|\p{Variation_Selector}/gu;
/**
 * Requests a plain sign. For one that only the emoji font has, the canvas would take a font of the machine.
 */
const TEXT_SELECTOR = '\ufe0e';
const loneSelector = /^\p{Variation_Selector}/u;

/** Searches a text by character for the items that are drawn in one font each. */
export function findItems(
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
