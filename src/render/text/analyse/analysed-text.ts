/** A text before it is broken into lines: what comes in, and what analysis makes of it. */
import type { FontFace } from '../../fonts/font-face.ts';
import type { FontStack } from '../../fonts/font-book.ts';
import type { Hyphenation } from './break-opportunities.ts';
import type { TextRange } from '../../scene/text.ts';
import type { FeatureSet } from './font-features.ts';

/** A part of a paragraph that is shaped as one text, although it has several runs. */
export interface ShapingSpan {
  readonly start: number;
  readonly end: number;
  readonly script: string;
}

/** A part of a paragraph in one style, font, script and direction. */
export interface TextItem {
  readonly start: number;
  readonly end: number;
  /** Index of the run in the element. */
  readonly run: number;
  readonly face: FontFace;
  /** The primary face of the run, which may lack glyphs for this text. */
  readonly primary: FontFace;
  /** UAX #9 embedding level; odd levels are right to left. */
  readonly level: number;
  readonly script: string;
  /** BCP 47, of the text; null: it names none. */
  readonly language: string | null;
  readonly features: FeatureSet | null;
  readonly isTab: boolean;
  /** Stands for the icon of the run. */
  readonly isIcon?: true;
  /** Stands upright in a vertical line. */
  readonly isUpright: boolean;
  /** What it is shaped with: neighbours that differ only in paint. Absent: it is shaped alone. */
  readonly span?: ShapingSpan;
}

/** An analysed text between two mandatory breaks. Indices are UTF-16, from the start of the paragraph. */
export interface Paragraph {
  readonly text: string;
  /** The text that is shaped and drawn: `text` with replacements of the same length for missing glyphs. */
  readonly glyphText: string;
  readonly baseLevel: 0 | 1;
  /** The side at which its lines start: 0 is the left, 1 the right. */
  readonly startLevel: 0 | 1;
  readonly items: readonly TextItem[];
  /** See `findBreakOpportunities`. */
  readonly opportunities: Uint8Array;
  /** 1 where a grapheme cluster starts, and at the end; length + 1 entries, or more. */
  readonly graphemes: Uint8Array;
  /** The run whose style an empty paragraph and the line break after the paragraph have. */
  readonly run: number;
  /** The primary face of that run. */
  readonly primary: FontFace;
  /** The text has direction overrides, which must also be drawn. */
  readonly hasOverrides: boolean;
  /** A face that has a sign which is not in the text (an ellipsis or hyphen), in the style of a run. */
  faceOfSign(sign: string, run: number): FontFace;
}

/** The text of all runs with their styles, before it is split into paragraphs. */
export interface StyledText {
  readonly text: string;
  /** Index where each run ends in `text`. */
  readonly runEnds: readonly number[];
  readonly stacks: readonly FontStack[];
  /** For each run, whether it has letter spacing. */
  readonly spaced: readonly boolean[];
  /** The OpenType features of each run. */
  readonly features: readonly (FeatureSet | null)[];
  readonly hyphenation: Hyphenation;
  /** For each run, the number of the runs that are shaped with it. Absent: each is shaped alone. */
  readonly groups?: readonly number[];
  /** Where `text` has characters that stand for icons; absent: nowhere. */
  readonly icons?: readonly number[];
  /** The parts that no line divides; absent: none. */
  readonly unbroken?: readonly TextRange[];
  /** In vertical lines. Default: false. */
  readonly isVertical?: boolean;
  /** The OpenType features of each run where it stands upright. */
  readonly uprightFeatures?: readonly (FeatureSet | null)[];
}
