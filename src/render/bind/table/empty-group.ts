import type { SceneGroup } from '../../scene/elements.ts';

/** The corners of what is square. */
export const noRadii = [0, 0, 0, 0] as const;

/** A group without a box, which `placeTable` gives it. */
export function emptyGroup(id: string): SceneGroup {
  return {
    type: 'group',
    id,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    rotation: 0,
    opacity: 1,
    blendMode: 'normal',
    blur: 0,
    shadow: null,
    elements: [],
    clip: 'none',
    cornerRadius: noRadii,
  };
}
