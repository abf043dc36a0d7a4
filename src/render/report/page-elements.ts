import { multiply, elementTransform, type Matrix } from '../geometry.ts';
import type { SceneElement, SceneGroup } from '../scene/elements.ts';

/** An element and its place on the page. */
export interface PageElement {
  readonly element: SceneElement;
  /** The id of its group. */
  readonly group: string | null;
  /** From the coordinates of the element's box to those of the page, both in CSS pixels. */
  readonly matrix: Matrix;
  /** Standard deviation of its own blur and those of its groups together, in CSS pixels. */
  readonly blur: number;
  /** The groups around it, the outermost first. */
  readonly groups: readonly PlacedGroup[];
  /** Those of them that clip. */
  readonly clips: readonly PlacedGroup[];
}

/** A group and its place on the page. */
export interface PlacedGroup {
  readonly group: SceneGroup;
  /** As `matrix`. */
  readonly matrix: Matrix;
}

const PAGE = { group: null, matrix: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, blur: 0, groups: [], clips: [] };

/** All visible elements, back to front, groups before their elements. */
export function pageElements(elements: readonly SceneElement[]): PageElement[] {
  const found: PageElement[] = [];
  addElements(elements, PAGE, found);
  return found;
}

function addElements(
  elements: readonly SceneElement[],
  around: Omit<PageElement, 'element'>,
  found: PageElement[],
): void {
  for (const element of elements) {
    if (element.opacity <= 0) continue;
    const matrix = multiply(around.matrix, elementTransform(element));
    const filter = element.type === 'image' ? element.filters.blur : 0;
    const blur = Math.hypot(around.blur, element.blur, filter);
    found.push({ element, group: around.group, matrix, blur, groups: around.groups, clips: around.clips });
    if (element.type !== 'group') continue;
    const placed = { group: element, matrix };
    const groups = [...around.groups, placed];
    const clips = element.clip === 'none' ? around.clips : [...around.clips, placed];
    addElements(element.elements, { group: element.id, matrix, blur, groups, clips }, found);
  }
}
