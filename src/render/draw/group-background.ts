import type { SceneGroup } from '../scene/elements.ts';
import type { SceneRect } from '../scene/shapes.ts';

/** The rectangle behind the elements of a group, in the coordinates of the group; null if it has none. */
export function toBackground(group: SceneGroup): SceneRect | null {
  const { id, width, height, background } = group;
  if (background === undefined) return null;
  return {
    type: 'rect',
    id,
    x: 0,
    y: 0,
    width,
    height,
    rotation: 0,
    opacity: 1,
    blendMode: 'normal',
    blur: 0,
    ...background,
  };
}
