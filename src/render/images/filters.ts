import type { SceneImage } from '../scene/image.ts';

/**
 * The colour filters in the order in which they apply, with the amount that changes nothing. A new filter
 * needs a line here, a field in `scene/image.ts` and its default in `bind/elements.ts`. Blur is not a colour
 * filter: it extends beyond the image and is applied when the element is drawn.
 */
const colorFilters = [
  ['grayscale', 0],
  ['sepia', 0],
  ['saturate', 1],
  ['brightness', 1],
  ['contrast', 1],
] as const;

/** The colour filters of an image as a CSS filter list; empty if all are neutral. */
export function filterFunctions(filters: SceneImage['filters']): string {
  return colorFilters
    .filter(([name, neutral]) => filters[name] !== neutral)
    .map(([name]) => `${name}(${filters[name]})`)
    .join(' ');
}
