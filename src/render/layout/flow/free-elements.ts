import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import { isBackdrop, isInFlow, TOLERANCE_PX } from './divided.ts';
import { cutOff } from './lines.ts';

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

/** A part of a group: these elements of its flow, and those outside of it that belong to the part. */
export function findPart(
  group: SceneGroup,
  inFlow: readonly SceneElement[],
  part: Omit<Part, 'isFirst'> & {
    /** The height of the part before, for what goes on from it; 0: it is not known yet what goes on. */
    readonly before: number;
  },
): SceneGroup {
  const isFree = (element: SceneElement) => !isInFlow(element, group) && !isBackdrop(element, group);
  const start = group.elements.findIndex((element) => isInFlow(element, group));
  const [before, after] = start < 0 ? [group.elements, []] : splitAt(group.elements, start);
  const free = (elements: readonly SceneElement[]) =>
    elements.filter(isFree).flatMap((element) => {
      if ((element.sizing?.pin.bottom ?? null) !== null)
        return freeElementsOn([element], { ...part, isFirst: true });
      const bottom = element.y + element.height - TOLERANCE_PX;
      if (part.before > 0 && bottom <= part.before) return [];
      if (!part.isLast && bottom > part.height) return [];
      return part.before > 0 ? { ...element, y: Math.max(0, element.y - part.before) } : element;
    });
  const backdrops = (elements: readonly SceneElement[]) =>
    elements.filter((element) => isBackdrop(element, group)).map((element) => clipTo(element, part.height));
  return {
    ...group,
    height: part.height,
    elements: [...backdrops(before), ...free(before), ...inFlow, ...free(after), ...backdrops(after)],
  };
}

/** The upper part of the lines and fills of cells: in each part of their row they begin at its top. */
function clipTo(element: SceneElement, height: number): SceneElement {
  if (element.height <= height) return element;
  const [inner] = element.type === 'group' ? element.elements : [];
  return { ...cutOff(inner ?? element, height), x: element.x, y: element.y, tag: 'Artifact' };
}

function splitAt<Entry>(entries: readonly Entry[], index: number): [readonly Entry[], readonly Entry[]] {
  return [entries.slice(0, index), entries.slice(index)];
}
