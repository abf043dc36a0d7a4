import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import { isInColumn } from './divided.ts';

/** A part of a page or group: its height, and whether it is the first or the last one. */
interface Part {
  readonly height: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * The elements outside of a layout that belong to a part: those that are pinned to its top and bottom stand
 * on each, those that are pinned to the bottom only on the last, all others on the first.
 */
export function freeElementsOn(elements: readonly SceneElement[], part: Part): SceneElement[] {
  const { height, isFirst, isLast } = part;
  return elements.flatMap((element) => {
    const { top = null, bottom = null } = element.sizing?.pin ?? {};
    if (bottom === null) return isFirst ? element : [];
    if (top === null) return isLast ? { ...element, y: height - bottom - element.height } : [];
    return { ...element, y: top, height: Math.max(0, height - top - bottom) };
  });
}

/** A part of a group: these elements of its column, and those outside of it that belong to the part. */
export function findPart(group: SceneGroup, column: readonly SceneElement[], part: Part): SceneGroup {
  const start = group.elements.findIndex((element) => isInColumn(element, group));
  const free = (elements: readonly SceneElement[]) =>
    freeElementsOn(
      elements.filter((element) => !isInColumn(element, group)),
      part,
    );
  const [before, after] = [group.elements.slice(0, start), group.elements.slice(start)];
  return { ...group, height: part.height, elements: [...free(before), ...column, ...free(after)] };
}
