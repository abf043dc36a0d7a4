import type { SceneText } from '../scene.ts';
import type { StackedLine } from './place-lines.ts';

/** How much of a pixel text may stick out of its box and still count as inside. */
export const FIT_TOLERANCE_PX = 0.05;
/** The size found is less than this below the largest that fits, in pixels of the largest run. */
const RESOLUTION_PX = 1 / 256;
/**
 * Runs of different fonts have their ascents rounded apart, so that a line of them may be a pixel lower at a slightly larger size.
 * That far above a size that fits, in such steps, is looked for another that does.
 */
const LOOK_AHEAD_PX = 2;
const LOOK_AHEAD_STEP_PX = 1 / 8;

/** Lines at one size, as far as `shrink` needs to know of them. */
interface Tried {
  readonly scale: number;
  readonly lines: readonly StackedLine[];
}

/**
 * The largest size at which the text fits without a word being cut; where there is none, the largest at which it fits with
 * words cut; else the smallest allowed. No run goes below `minFontSize` unless it starts there. `attempt` lays out
 * with every size multiplied by a scale.
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
  const least = Math.min(1, element.minFontSize / Math.max(1e-6, Math.min(...fontSizes)));
  const smallest = attempt(least);
  const isInside = ({ lines }: Attempt): boolean => fits(lines, element, 0);
  const lookAhead = isUneven(element) ? LOOK_AHEAD_PX / largest : 0;
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
  /** The largest of the sizes looked at between two that is accepted. */
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
 * Whether lines are inside an element's box, but for a tolerance, and not too many. Browsers round the height of each line down, so
 * that the tolerance for heights is never 0.
 */
export function fits(
  lines: readonly StackedLine[],
  element: SceneText,
  widthTolerancePx = FIT_TOLERANCE_PX,
): boolean {
  const height = lines.reduce((sum, line) => sum + line.height, 0);
  return (
    (element.maxLines === null || lines.length <= element.maxLines) &&
    height <= element.height + FIT_TOLERANCE_PX &&
    lines.every(({ line }) => line.width <= element.width + widthTolerancePx)
  );
}

function cutsWords({ lines }: Tried): boolean {
  return lines.some(({ line }) => line.isForced);
}

function isUneven({ runs: [first, ...others] }: SceneText): boolean {
  return others.some(
    ({ fontFamily, fontSize }) => fontFamily !== first?.fontFamily || fontSize !== first.fontSize,
  );
}
