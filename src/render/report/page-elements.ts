import { multiply, turnAbout, type Matrix } from '../draw/geometry.ts';
import type { SceneElement } from '../scene.ts';

/** An element and how it stands on the page. */
interface PageElement {
  readonly element: SceneElement;
  /** Id of the group that it is in. */
  readonly group: string | null;
  /** From the element's box, whose corner is 0, 0, to the page; CSS pixels both. */
  readonly matrix: Matrix;
  /** Standard deviation of the blur that it is seen through, its own and those of groups around it, CSS pixels. */
  readonly blur: number;
}

const PAGE = { group: null, matrix: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, blur: 0 };

/** Every element that leaves something to see, back to front, groups before what they hold. */
export function* pageElements(
  elements: readonly SceneElement[],
  around: Omit<PageElement, 'element'> = PAGE,
): Generator<PageElement> {
  for (const element of elements) {
    if (element.opacity <= 0) continue;
    const matrix = multiply(around.matrix, turnAbout(element));
    const filter = element.type === 'image' ? element.filters.blur : 0;
    const blur = Math.hypot(around.blur, element.blur, filter);
    yield { element, group: around.group, matrix, blur };
    if (element.type === 'group') yield* pageElements(element.elements, { group: element.id, matrix, blur });
  }
}
