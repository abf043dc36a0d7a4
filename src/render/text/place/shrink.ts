import type { SceneText } from '../../scene/text.ts';
import { MAY_CUT } from '../analyse/break-opportunities.ts';
import { lineWidth, splitColumns } from './columns.ts';
import { stackHeight, type StackedLine } from './place-lines.ts';

/** Text that exceeds its box by this much still fits. */
export const FIT_TOLERANCE_PX = 0.05;
/** The precision of the search, in pixels of the largest run's font size. */
const RESOLUTION_PX = 1 / 256;
/**
 * In a line with different fonts or sizes, ascents are rounded separately, so a slightly larger size can give
 * a lower line. The search therefore also tries sizes up to LOOK_AHEAD_PX above a size that does not fit, in
 * steps of LOOK_AHEAD_STEP_PX.
 */
const LOOK_AHEAD_PX = 2;
const LOOK_AHEAD_STEP_PX = 1 / 8;
/** An address is broken at its marks where it is larger by this factor then. */
const MARKS_FACTOR = 1.5;
/** No text grows beyond this size: the largest that templates name. */
const MAX_FONT_SIZE_PX = 1_000_000;

/** The lines at one scale. */
interface Tried {
  readonly scale: number;
  readonly lines: readonly StackedLine[];
}

/**
 * Finds the size at which the text fits its box: the largest without cut words, in however many lines; else
 * the largest with cut words; else the smallest allowed. An address may be broken at its marks if that makes
 * it one and a half times as large: two larger lines rather than a tiny one.
 *
 * No run becomes smaller than `minFontSize` unless it already is, and larger than designed only with
 * `fitsBox`. `attempt` lays out the text with all sizes multiplied by a scale.
 */
export function shrink<Attempt extends Tried>(
  element: SceneText,
  attempt: (scale: number) => Attempt,
): Attempt {
  const search = new SizeSearch(element, attempt);
  const isWhole = ({ lines }: Attempt): boolean => lines.every(({ line }) => !line.isForced);
  const uncut = search.largest(isWhole);
  const atMarks = search.hasMarks() ? search.largest(({ lines }) => lines.every(isUncut)) : null;
  if (atMarks !== null && (uncut === null || atMarks.scale >= MARKS_FACTOR * uncut.scale)) return atMarks;
  return uncut ?? search.largest(() => true, false) ?? search.smallest;
}

function isUncut({ line }: StackedLine): boolean {
  return !line.isForced || line.isAtMark === true;
}

/** Searches the scales that a text may have. */
class SizeSearch<Attempt extends Tried> {
  readonly #element: SceneText;
  readonly #attempt: (scale: number) => Attempt;
  readonly #largestPx: number;
  readonly #minScale: number;
  readonly #maxScale: number;
  readonly #lookAhead: number;
  /** In the size in which it was designed, if it may have that. */
  readonly #start: Attempt;
  #smallest: Attempt | null = null;

  constructor(element: SceneText, attempt: (scale: number) => Attempt) {
    this.#element = element;
    this.#attempt = attempt;
    const fontSizes = element.runs.map(({ fontSize }) => fontSize);
    this.#largestPx = Math.max(...fontSizes);
    const { fitsBox = false, minFontSize, maxFontSize = MAX_FONT_SIZE_PX } = element;
    const least = minFontSize / Math.max(1e-6, Math.min(...fontSizes));
    this.#minScale = fitsBox ? least : Math.min(1, least);
    this.#maxScale = fitsBox ? Math.max(least, maxFontSize / Math.max(1e-6, this.#largestPx)) : 1;
    this.#lookAhead = hasMixedFonts(element) ? LOOK_AHEAD_PX / this.#largestPx : 0;
    this.#start = attempt(Math.min(this.#maxScale, Math.max(1, this.#minScale)));
  }

  /** Whether it has an address that may be broken in a size that is tried. */
  hasMarks(): boolean {
    const { lines } = this.#start;
    if (lines.some(({ line }) => line.isAtMark === true)) return true;
    // A text that is not cut in the size of the design may be cut in a larger one.
    if (this.#maxScale <= this.#start.scale) return false;
    return lines.some(({ line }) => line.measure.paragraph.opportunities.includes(MAY_CUT));
  }

  get smallest(): Attempt {
    return (this.#smallest ??= this.#attempt(this.#minScale));
  }

  /** The largest scale at which the text is in its box, and is accepted; null: none is. */
  largest(accepts: (tried: Attempt) => boolean, mayGrow = true): Attempt | null {
    const isIn = (tried: Attempt, tolerancePx = 0): boolean =>
      fits(tried.lines, this.#element, tolerancePx) && accepts(tried);
    if (isIn(this.#start, FIT_TOLERANCE_PX)) return mayGrow ? this.#grow(isIn) : this.#start;
    if (!isIn(this.smallest)) return null;
    return this.#between(this.smallest, this.#start.scale, isIn);
  }

  #grow(isIn: (tried: Attempt) => boolean): Attempt {
    let best = this.#start;
    while (best.scale < this.#maxScale) {
      const tried = this.#attempt(Math.min(this.#maxScale, best.scale * 2));
      if (!isIn(tried)) return this.#between(best, tried.scale, isIn);
      best = tried;
    }
    return best;
  }

  /** The largest scale from one that is accepted up to one that is not. */
  #between(accepted: Attempt, top: number, isIn: (tried: Attempt) => boolean): Attempt {
    let best = accepted;
    let high = top;
    for (;;) {
      while ((high - best.scale) * this.#largestPx > RESOLUTION_PX) {
        const tried = this.#attempt((best.scale + high) / 2);
        if (isIn(tried)) best = tried;
        else high = tried.scale;
      }
      const beyond = this.#findAbove(high, Math.min(top, high + this.#lookAhead), top, isIn);
      if (beyond === null) return best;
      best = beyond;
      high = Math.min(top, beyond.scale + LOOK_AHEAD_STEP_PX / this.#largestPx);
    }
  }

  /** The largest accepted scale between two scales, in steps. */
  #findAbove(from: number, to: number, top: number, isIn: (tried: Attempt) => boolean): Attempt | null {
    for (let scale = to; scale > from; scale -= LOOK_AHEAD_STEP_PX / this.#largestPx) {
      const tried = this.#attempt(scale);
      if (scale < top && isIn(tried)) return tried;
    }
    return null;
  }
}

/**
 * Whether lines fit the element's box (with a tolerance) and `maxLines`. Browsers round the height of each
 * line down, so the tolerance for the height is never 0.
 */
export function fits(
  lines: readonly StackedLine[],
  element: SceneText,
  widthTolerancePx = FIT_TOLERANCE_PX,
): boolean {
  const width = lineWidth(element);
  return (
    (element.maxLines === null || lines.length <= element.maxLines) &&
    fitsHeight(lines, element) &&
    lines.every(({ line }) => line.width + line.inset <= width + widthTolerancePx)
  );
}

function fitsHeight(lines: readonly StackedLine[], element: SceneText): boolean {
  const { height, columns } = element;
  const limit = height + FIT_TOLERANCE_PX;
  if (columns === undefined) return stackHeight(lines) <= limit;
  return (
    splitColumns(lines, element).length <= columns.count &&
    lines.every((line) => stackHeight([line]) <= limit)
  );
}

function hasMixedFonts({ runs: [first, ...others] }: SceneText): boolean {
  return others.some(
    ({ fontFamily, fontSize }) => fontFamily !== first?.fontFamily || fontSize !== first.fontSize,
  );
}
