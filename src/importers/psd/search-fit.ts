/** The size, weight, spacing and place with which letters cover what others cover. */
import { inkAmount, inkError, type Ink } from './ink.ts';

/** The weights of fonts are this far apart, and at most that far from the one that the file says. */
const weightStep = 100;
const maxWeight = 800;

/** How much more or less letters may cover than those of the layer before another weight is looked for. */
const sameCover = 0.03;

/** How often a step of one length is tried. */
const maxPasses = 2;

/** How a text differs from what the file says. */
export interface Fit {
  /** Of the font sizes. */
  readonly scale: number;
  /** What is added between letters, in pixels. */
  readonly spacing: number;
  readonly weight: number;
  readonly x: number;
  readonly y: number;
}

/** What a text covers with a fit; null if it covers nothing. */
export type Draw = (fit: Fit) => Ink | null;

/** The change of weight with which letters cover about as much as those of the layer. */
export function computeWeight(fit: Fit, target: Ink, draw: Draw): number {
  const wanted = inkAmount(target);
  const getOff = (weight: number): number => {
    const drawn = draw({ ...fit, weight: fit.weight + weight });
    return drawn === null || wanted === 0 ? 0 : inkAmount(drawn) / wanted - 1;
  };
  let [best, least] = [0, getOff(0)];
  if (Math.abs(least) < sameCover) return 0;
  const step = least > 0 ? -weightStep : weightStep;
  for (let weight = step; Math.abs(weight) <= maxWeight; weight += step) {
    const off = getOff(weight);
    if (Math.abs(off) > Math.abs(least)) break;
    // Families without a face of that weight have the one before.
    if (Math.abs(off) < Math.abs(least)) [best, least] = [weight, off];
  }
  return best;
}

function getError(fit: Fit, target: Ink, draw: Draw): number {
  const drawn = draw(fit);
  return drawn === null ? Infinity : inkError(drawn, target);
}

/** A change of a fit by a step, which is negative in the other direction. */
type Change = (fit: Fit, step: number) => Fit;

/** Changes of the place. */
export const moves: readonly Change[] = [
  (fit, step) => ({ ...fit, y: fit.y + step }),
  (fit, step) => ({ ...fit, x: fit.x + step }),
];

/** Changes of the place, the size and the spacing. */
export const changes: readonly Change[] = [
  ...moves,
  (fit, step) => ({ ...fit, scale: fit.scale * (1 + 0.02 * step) }),
  (fit, step) => ({ ...fit, spacing: fit.spacing + 0.2 * step }),
];

/** Small steps, as long as one of them makes the letters cover more of the same. */
export function refine(start: Fit, target: Ink, draw: Draw, tried: readonly Change[]): Fit {
  let best = start;
  let least = getError(start, target, draw);
  for (let step = 1; step >= 0.25; step /= 2) {
    for (let pass = 0, isBetter = true; isBetter && pass < maxPasses; pass += 1) {
      isBetter = false;
      for (const [signed, change] of [step, -step].flatMap((signed) =>
        tried.map((change) => [signed, change] as const),
      )) {
        const fit = change(best, signed);
        const error = getError(fit, target, draw);
        if (error >= least) continue;
        [best, least, isBetter] = [fit, error, true];
      }
    }
  }
  return best;
}
