import type { Bounds } from '../draw/geometry.ts';
import { intersect, move } from '../draw/geometry.ts';

/** A label and the box that it names, in the same units. */
interface Label {
  readonly around: Bounds;
  readonly width: number;
  readonly height: number;
}

/** Two labels on one another cannot be read at all, what shines through a label can. */
const LABEL_WEIGHT = 4;
/** How much of a label may cover something before the next place is looked at: two per cent. */
const RELUCTANCE = 0.02;

/**
 * Where labels go: above their boxes if nothing speaks against it, or else below or inside, where they cover the least of
 * `texts` and of labels before them; always within the page, unless they are larger.
 */
export function placeLabels(
  page: Bounds,
  texts: readonly Bounds[],
  labels: readonly Label[],
): readonly Bounds[] {
  const placed: Bounds[] = [];
  for (const label of labels) {
    const costs = places(label).map((place, index) => {
      const bounds = keepWithin(page, place);
      const covered = coveredArea(bounds, texts) + LABEL_WEIGHT * coveredArea(bounds, placed);
      return { bounds, cost: covered / (label.width * label.height) + index * RELUCTANCE };
    });
    placed.push(costs.reduce((best, other) => (other.cost < best.cost ? other : best)).bounds);
  }
  return placed;
}

/** In order of preference. */
function places({ around: { left, top, right, bottom }, width, height }: Label): Bounds[] {
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
