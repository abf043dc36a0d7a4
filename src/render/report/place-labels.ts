import type { Bounds } from '../geometry.ts';
import { intersect, move } from '../geometry.ts';

/** The size of a label and the box that it names, in the same unit. */
interface Label {
  readonly around: Bounds;
  readonly width: number;
  readonly height: number;
}

/** A label over another label is unreadable; a text shines through a label. So covered labels cost more. */
const LABEL_WEIGHT = 4;
/** The cost of each less preferred position, as a share of the label: 2 %. */
const POSITION_COST = 0.02;

/**
 * Chooses positions of labels: above their boxes if possible, otherwise below or inside, where they cover the
 * least of `texts` and earlier labels. Labels stay within the page unless they are larger.
 */
export function placeLabels(
  page: Bounds,
  texts: readonly Bounds[],
  labels: readonly Label[],
): readonly Bounds[] {
  const placed: Bounds[] = [];
  for (const label of labels) {
    const costs = candidates(label).map((candidate, index) => {
      const bounds = keepWithin(page, candidate);
      const covered = coveredArea(bounds, texts) + LABEL_WEIGHT * coveredArea(bounds, placed);
      return { bounds, cost: covered / (label.width * label.height) + index * POSITION_COST };
    });
    placed.push(costs.reduce((best, other) => (other.cost < best.cost ? other : best)).bounds);
  }
  return placed;
}

/** Possible positions in order of preference. */
function candidates({ around: { left, top, right, bottom }, width, height }: Label): Bounds[] {
  const corners = [
    [left, top - height],
    [right - width, top - height],
    [left, bottom],
    [right - width, bottom],
    [left, top],
    [right - width, top],
    [left, bottom - height],
    [right - width, bottom - height],
  ] as const;
  return corners.map(([x, y]) => ({ left: x, top: y, right: x + width, bottom: y + height }));
}

function keepWithin(page: Bounds, bounds: Bounds): Bounds {
  const x = Math.max(page.left - bounds.left, Math.min(0, page.right - bounds.right));
  const y = Math.max(page.top - bounds.top, Math.min(0, page.bottom - bounds.bottom));
  return move(bounds, { x, y });
}

function coveredArea(bounds: Bounds, others: readonly Bounds[]): number {
  return others.reduce((sum, other) => {
    const shared = intersect(bounds, other);
    return shared === null ? sum : sum + (shared.right - shared.left) * (shared.bottom - shared.top);
  }, 0);
}
