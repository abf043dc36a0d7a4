import type { LaidOutRun } from '../text-layout.ts';
import { shapeText } from '../shape/shape-text.ts';

/** A part of an emoji run that is drawn by one call. */
export interface EmojiPart {
  readonly run: LaidOutRun;
  /** Width of the hidden emoji that is drawn before the part and clipped away; 0 if there is none. */
  readonly hiddenPx: number;
  /** Length of the hidden emoji in UTF-16 units. */
  readonly hiddenUnits: number;
}

/** An emoji without ink at its edges. */
const HIDDEN = '\u2796';
/**
 * ZWJ sequences that start with a character of text presentation, such as the rainbow flag and the heart on
 * fire.
 */
const textFirstSequence =
  /^(?!\p{Emoji_Presentation})\p{Extended_Pictographic}[^\u200d]*\u200d\p{Emoji_Presentation}/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Splits a run of emoji so that each part is drawn as measured. The canvas splits its text between text and
 * emoji characters, even inside a ZWJ sequence, unless an emoji precedes it. So a hidden emoji is drawn
 * before such a sequence.
 */
export function emojiParts(run: LaidOutRun): EmojiPart[] {
  const clusters = [...segmenter.segment(run.drawn)];
  if (!clusters.some(({ segment }) => textFirstSequence.test(segment)))
    return [{ run, hiddenPx: 0, hiddenUnits: 0 }];
  const { face, rtl, script, language, letterSpacing, fontSize, features } = run;
  const getWidth = (text: string): number => {
    const { advances, clusters: starts } = shapeText(text, {
      face,
      rtl,
      script,
      language,
      ligatures: letterSpacing === 0,
      features,
    });
    const count = starts.reduce((sum, starting) => sum + starting, -1);
    return (advances[text.length] ?? 0) * fontSize + count * letterSpacing;
  };
  const parts: EmojiPart[] = [];
  let before = 0;
  const add = (drawn: string, needsHidden: boolean): void => {
    if (drawn === '') return;
    const width = getWidth(drawn);
    const x = rtl ? run.textX + getWidth(run.drawn) - before - width : run.textX + before;
    before += width;
    // A variation selector would be a glyph without ink, which a PDF loses if the part is clipped.
    const visible = needsHidden ? drawn.replaceAll('\ufe0f', '') : drawn;
    const shown = needsHidden ? HIDDEN + visible : drawn;
    const typed = run.typed === run.drawn ? drawn : parts.length === 0 ? run.typed : '';
    parts.push({
      run: { ...run, drawn: shown, typed, x, textX: x, width },
      hiddenPx: needsHidden ? getWidth(shown) - width : 0,
      hiddenUnits: shown.length - visible.length,
    });
  };
  let together = '';
  for (const { segment } of clusters) {
    if (!textFirstSequence.test(segment)) together += segment;
    else {
      add(together, false);
      together = '';
      add(segment, true);
    }
  }
  add(together, false);
  return parts;
}
