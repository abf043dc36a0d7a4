import { invert, multiply, transformBounds, transformPoint, type Bounds } from '../../geometry.ts';
import type { CornerRadii } from '../../scene/element-base.ts';
import type { SceneGroup } from '../../scene/elements.ts';
import type { PageElement } from '../page-elements.ts';
import type { InkPoint } from './ink.ts';

/** The innermost group around an element whose clip cuts off one of these points of its box; null: none. */
export function findClip(
  points: readonly InkPoint[],
  { matrix, clips }: Pick<PageElement, 'matrix' | 'clips'>,
): SceneGroup | null {
  for (const { group, matrix: groupMatrix } of clips) {
    const toGroup = invert(groupMatrix);
    if (toGroup === null) continue;
    const place = multiply(toGroup, matrix);
    const isCut = points.some(([x, y]) => {
      const point = transformPoint(x, y, place);
      return !isInside(group, point.x, point.y);
    });
    if (isCut) return group;
  }
  return null;
}

/** The group around an element outside of whose clip all of an area of its box lies; null: none. */
export function findHidingClip(
  area: Bounds,
  { matrix, clips }: Pick<PageElement, 'matrix' | 'clips'>,
): SceneGroup | null {
  for (const { group, matrix: groupMatrix } of clips) {
    const toGroup = invert(groupMatrix);
    if (toGroup === null) continue;
    const { left, top, right, bottom } = transformBounds(area, multiply(toGroup, matrix));
    if (right <= 0 || bottom <= 0 || left >= group.width || top >= group.height) return group;
  }
  return null;
}

/** Whether a point is in a group's clip. It is convex: a rectangle with its corners inside is inside. */
function isInside({ clip, width, height, cornerRadius }: SceneGroup, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x > width || y > height) return false;
  if (clip === 'ellipse') return Math.hypot((2 * x) / width - 1, (2 * y) / height - 1) <= 1;
  return isInsideCorners(cornerRadius, width, height, x, y);
}

function isInsideCorners(
  [topLeft, topRight, bottomRight, bottomLeft]: CornerRadii,
  width: number,
  height: number,
  x: number,
  y: number,
): boolean {
  const isCut = (given: number, fromSide: number, fromEdge: number): boolean => {
    const radius = Math.min(given, width / 2, height / 2);
    return (
      fromSide < radius && fromEdge < radius && Math.hypot(radius - fromSide, radius - fromEdge) > radius
    );
  };
  return !(
    isCut(topLeft, x, y) ||
    isCut(topRight, width - x, y) ||
    isCut(bottomRight, width - x, height - y) ||
    isCut(bottomLeft, x, height - y)
  );
}
