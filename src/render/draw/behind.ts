/** The part of a page that lies behind one of its elements. */
import { elementTransform, multiply, type Matrix } from '../geometry.ts';
import type { SceneElement, SceneGroup } from '../scene/elements.ts';
import { toBackground } from './group-background.ts';

/** The elements behind an element. */
export interface ElementsBehind {
  readonly elements: readonly SceneElement[];
  /** From the coordinates of the element to those of these elements. */
  readonly matrix: Matrix;
  /** Whether these are all of the page, with its background. */
  readonly isPage: boolean;
}

/**
 * Finds what lies behind an element: what comes before it on the page, or in the innermost group around it
 * that is drawn as a whole (CSS calls it the backdrop root). Null if it is not on the page.
 */
export function elementsBehind(
  elements: readonly SceneElement[],
  target: SceneElement,
): ElementsBehind | null {
  for (const [index, element] of elements.entries()) {
    const before = elements.slice(0, index);
    if (element === target) return { elements: before, matrix: elementTransform(element), isPage: true };
    if (element.type !== 'group') continue;
    const inside = elementsBehind(element.elements, target);
    if (inside === null || !inside.isPage) {
      if (inside !== null) return inside;
      continue;
    }
    if (isBackdropRoot(element)) {
      const background = toBackground(element);
      const behind = background === null ? inside.elements : [background, ...inside.elements];
      return { ...inside, elements: behind, isPage: false };
    }
    const matrix = multiply(elementTransform(element), inside.matrix);
    return { elements: [...before, { ...element, elements: inside.elements }], matrix, isPage: true };
  }
  return null;
}

/** Whether what is in a group cannot see what is behind the group. */
export function isBackdropRoot(group: SceneGroup): boolean {
  const { opacity, blendMode, blur, shadow, mask, backdropBlur = 0 } = group;
  const isFiltered = blur > 0 || shadow !== null || backdropBlur > 0;
  return isFiltered || opacity < 1 || blendMode !== 'normal' || mask?.type === 'picture';
}
