import type { SceneElement } from '../../scene/elements.ts';

/** An element of a column, with the space between it and the one above. */
export interface Item {
  readonly element: SceneElement;
  readonly space: number;
}

/** The elements of a column, whose content begins at `top`. */
export function listItems(elements: readonly SceneElement[], top: number): Item[] {
  let bottom = top;
  return elements.map((element) => {
    const space = element.y - bottom;
    bottom = element.y + element.height;
    return { element, space };
  });
}

/** The items that go on on a new page: nothing is left of the space above them. */
export function fromTop([first, ...others]: readonly Item[]): readonly Item[] {
  return first === undefined ? [] : [{ ...first, space: 0 }, ...others];
}

/** Places items below each other. */
export function stack(
  items: readonly Item[],
  top: number,
): { readonly elements: SceneElement[]; readonly bottom: number } {
  let bottom = top;
  const elements = items.map(({ element, space }) => {
    const y = bottom + space;
    bottom = y + element.height;
    return { ...element, y };
  });
  return { elements, bottom };
}

/** What is higher than the room of a page: its upper part, with the rest clipped. */
export function cutOff(element: SceneElement, room: number): SceneElement {
  return {
    type: 'group',
    id: element.id,
    x: element.x,
    y: element.y,
    width: element.width,
    height: Math.max(0, room),
    rotation: 0,
    opacity: 1,
    blendMode: 'normal',
    shadow: null,
    blur: 0,
    clip: 'box',
    cornerRadius: [0, 0, 0, 0],
    elements: [{ ...element, x: 0, y: 0 }],
  };
}
