import type { SceneText } from '../../scene/text.ts';
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

/** The lines at one scale. */
interface Tried {
  readonly scale: number;
  readonly lines: readonly StackedLine[];
}

/**
 * Finds the largest scale at which the text fits without cut words; else the largest with cut words; else the
 * smallest allowed. No run becomes smaller than `minFontSize` unless it already is. `attempt` lays out the
 * text with all sizes multiplied by a scale.
 */
export function shrink<Attempt extends Tried>(
  element: SceneText,
  attempt: (scale: number) => Attempt,
): Attempt {
  const whole = attempt(1);
  const isWholeInside = fits(whole.lines, element);
  if (isWholeInside && !cutsWords(whole)) return whole;
  const fontSizes = element.runs.map(({ fontSize }) => fontSize);
  const largest = Math.max(...fontSizes);
  const minScale = Math.min(1, element.minFontSize / Math.max(1e-6, Math.min(...fontSizes)));
  const smallest = attempt(minScale);
  const isInside = ({ lines }: Attempt): boolean => fits(lines, element, 0);
  const lookAhead = hasMixedFonts(element) ? LOOK_AHEAD_PX / largest : 0;
  const search = (accepts: (tried: Attempt) => boolean): Attempt | null => {
    if (!accepts(smallest)) return null;
    let best = smallest;
    let high = 1;
    for (;;) {
      while ((high - best.scale) * largest > RESOLUTION_PX) {
        const tried = attempt((best.scale + high) / 2);
        if (accepts(tried)) best = tried;
        else high = tried.scale;
      }
      const beyond = findAbove(high, Math.min(1, high + lookAhead), accepts);
      if (beyond === null) return best;
      best = beyond;
      high = Math.min(1, beyond.scale + LOOK_AHEAD_STEP_PX / largest);
    }
  };
  /** The largest accepted scale between two scales, in steps. */
  const findAbove = (from: number, to: number, accepts: (tried: Attempt) => boolean): Attempt | null => {
    for (let scale = to; scale > from; scale -= LOOK_AHEAD_STEP_PX / largest) {
      const tried = attempt(scale);
      if (scale < 1 && accepts(tried)) return tried;
    }
    return null;
  };
  const uncut = search((tried) => isInside(tried) && !cutsWords(tried));
  if (uncut !== null) return uncut;
  if (isWholeInside) return whole;
  return search(isInside) ?? smallest;
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

function cutsWords({ lines }: Tried): boolean {
  return lines.some(({ line }) => line.isForced);
}

function hasMixedFonts({ runs: [first, ...others] }: SceneText): boolean {
  return others.some(
    ({ fontFamily, fontSize }) => fontFamily !== first?.fontFamily || fontSize !== first.fontSize,
  );
}
