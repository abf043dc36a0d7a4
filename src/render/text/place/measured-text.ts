import type { SceneText } from '../../scene/text.ts';
import type { AnalysedText } from '../analyse/analyse-element.ts';
import type { WrapStyle } from '../break/wrap-styles.ts';
import type { RunSize } from '../shape/measure.ts';
import type { StackedLine } from './place-lines.ts';
import type { Rubies } from './ruby.ts';

/** The lines at one font size. */
export interface Attempt {
  readonly scale: number;
  readonly sizes: readonly RunSize[];
  readonly lines: readonly StackedLine[];
  /** Null: the text has no readings. */
  readonly rubies: Rubies | null;
}

/** An analysed text that may be measured before it is laid out. */
export interface MeasuredText extends AnalysedText {
  /** Lines in their full size: with all room that they need, and with less. */
  readonly attempts?: { whole: Attempt | null; others: readonly KnownAttempt[] };
}

interface KnownAttempt {
  readonly room: number;
  readonly style: WrapStyle | undefined;
  readonly attempt: Attempt;
}

/** Analysed texts by the runs of their elements, which keep them when they are placed. */
export type MeasuredTexts = Map<SceneText['runs'], MeasuredText>;
