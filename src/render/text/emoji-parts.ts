import type { JoinedRun } from './join-words.ts';
import { shapeText } from './shape.ts';

/** A part of an emoji run as one call draws it. */
export interface EmojiPart {
  readonly run: JoinedRun;
  /** Width of what is drawn before the part only so that it comes out right, and must not be seen; 0 is nothing. */
  readonly hiddenPx: number;
  /** How long that is in the run's text. */
  readonly hiddenUnits: number;
}

/** An emoji by itself, with no ink at its edges. */
const HIDDEN = '\u2796';
/** Pictures joined of one that is text unless told otherwise and one that is not, as the rainbow flag and the heart on fire. */
const awkward = /^(?!\p{Emoji_Presentation})\p{Extended_Pictographic}[^\u200d]*\u200d\p{Emoji_Presentation}/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Cuts a run of emoji such that each part is drawn as it was measured. The canvas takes apart what it draws where text ends
 * and emoji begin by its own lights, even inside a joined sequence, unless an emoji comes before it.
 */
export function emojiParts(run: JoinedRun): EmojiPart[] {
  const clusters = [...segmenter.segment(run.drawn)];
  if (!clusters.some(({ segment }) => awkward.test(segment))) return [{ run, hiddenPx: 0, hiddenUnits: 0 }];
  const { face, rtl, script, letterSpacing, fontSize } = run;
  const widthOf = (text: string): number => {
    const { advances, clusters: starts } = shapeText(text, {
      face,
      rtl,
      script,
      ligatures: letterSpacing === 0,
    });
    const count = starts.reduce((sum, starting) => sum + starting, -1);
    return (advances[text.length] ?? 0) * fontSize + count * letterSpacing;
  };
  const parts: EmojiPart[] = [];
  let before = 0;
  const add = (drawn: string, isAwkward: boolean): void => {
    if (drawn === '') return;
    const width = widthOf(drawn);
    const x = rtl ? run.textX + widthOf(run.drawn) - before - width : run.textX + before;
    before += width;
    // A selector by itself would be a glyph without ink, which is lost in a PDF where the part is clipped.
    const visible = isAwkward ? drawn.replaceAll('\ufe0f', '') : drawn;
    const shown = isAwkward ? HIDDEN + visible : drawn;
    const typed = run.typed === run.drawn ? drawn : parts.length === 0 ? run.typed : '';
    parts.push({
      run: { ...run, drawn: shown, typed, x, textX: x, width },
      hiddenPx: isAwkward ? widthOf(shown) - width : 0,
      hiddenUnits: shown.length - visible.length,
    });
  };
  let together = '';
  for (const { segment } of clusters) {
    if (!awkward.test(segment)) together += segment;
    else {
      add(together, false);
      together = '';
      add(segment, true);
    }
  }
  add(together, false);
  return parts;
}
