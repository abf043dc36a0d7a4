import type { SceneElement } from './scene/elements.ts';

/** Whether any of the elements, or what is in them, blurs what lies behind it. */
export function hasBackdrop(elements: readonly SceneElement[]): boolean {
  return elements.some(
    (element) => 'backdropBlur' in element || (element.type === 'group' && hasBackdrop(element.elements)),
  );
}
