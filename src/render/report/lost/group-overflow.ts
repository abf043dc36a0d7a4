import { roundedLength, type LengthUnit } from '../../../common/lengths/units.ts';
import type { PageResources } from '../../draw/page-resources.ts';
import { invert, multiply, transformBounds, type Bounds, type Matrix } from '../../geometry.ts';
import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import type { PageElement } from '../page-elements.ts';
import { describeOverflow, type Side } from './describe-lost.ts';
import { inkOfLines } from './ink.ts';
import type { PlacedWarning } from './losses.ts';

/** Less is not visible. */
const TOLERANCE_PX = 1;

interface Excess {
  readonly side: Side;
  readonly length: number;
}

/**
 * Finds groups that are too small for what stands in them. What follows stands where they end: something is
 * painted over something else.
 */
export class OverflowingGroups {
  readonly #texts: PageResources['texts'];
  readonly #unit: LengthUnit;
  readonly #found = new Map<SceneGroup, Excess>();

  constructor(texts: PageResources['texts'], unit: LengthUnit = 'px') {
    this.#texts = texts;
    this.#unit = unit;
  }

  /** Looks whether an element reaches beyond one of the groups around it. */
  add({ element, groups, matrix }: PageElement): void {
    // The rows of a table are in its box, or left out.
    if (!isContent(element) || groups.some(({ group }) => group.table !== undefined)) return;
    let child = element;
    for (const { group, matrix: groupMatrix } of groups.toReversed()) {
      if (!isHeld(child, group) || group.clip !== 'none' || group.mask !== undefined) return;
      const excess = hasRoom(group) ? this.#measure(element, matrix, { group, matrix: groupMatrix }) : null;
      if (excess !== null) {
        const known = this.#found.get(group);
        if (known === undefined || known.length < excess.length) this.#found.set(group, excess);
        return;
      }
      child = group;
    }
  }

  warnings(): readonly PlacedWarning[] {
    return [...this.#found].map(([group, { side, length }]) => {
      const detail = describeOverflow(side, `${roundedLength(length, this.#unit)} ${this.#unit}`);
      return [group, { code: 'GROUP_OVERFLOW', elementId: group.id, detail }];
    });
  }

  #measure(
    element: SceneElement,
    matrix: Matrix,
    around: { readonly group: SceneGroup; readonly matrix: Matrix },
  ): Excess | null {
    const toGroup = invert(around.matrix);
    if (toGroup === null) return null;
    const place = multiply(toGroup, matrix);
    const box = { left: 0, top: 0, right: element.width, bottom: element.height };
    const excess = findExcess(transformBounds(box, place), around.group);
    if (excess === null || element.type !== 'text') return excess;
    const ink = this.#inkOf(element, box);
    return ink === null ? null : findExcess(transformBounds(ink, place), around.group);
  }

  /** The ink of a text in its box: what reaches beyond that has a warning. */
  #inkOf(element: Extract<SceneElement, { type: 'text' }>, { right, bottom }: Bounds): Bounds | null {
    const layout = this.#texts.get(element);
    const points = layout === undefined ? [] : inkOfLines(layout).flat();
    if (points.length === 0) return null;
    const across = points.map(([x]) => Math.min(right, Math.max(0, x)));
    const down = points.map(([, y]) => Math.min(bottom, Math.max(0, y)));
    return {
      left: Math.min(...across),
      top: Math.min(...down),
      right: Math.max(...across),
      bottom: Math.max(...down),
    };
  }
}

function isContent(element: SceneElement): boolean {
  switch (element.type) {
    case 'text':
    case 'qrcode':
    case 'barcode':
    case 'chart':
      return true;
    case 'image':
      return element.asset !== null;
    case 'group':
      return element.table !== undefined;
    case 'rect':
    case 'ellipse':
    case 'line':
    case 'path':
      return false;
  }
}

/** Whether a layout or its content decides the place of an element in a group, not the author alone. */
function isHeld({ sizing, ...element }: SceneElement, group: SceneGroup): boolean {
  const { rotation, flipX, flipY, skewX = 0, skewY = 0 } = element;
  const isUpright = rotation === 0 && flipX !== true && flipY !== true && skewX === 0 && skewY === 0;
  if (sizing === undefined || !isUpright) return false;
  if (group.layout !== undefined) return sizing.isInLayout;
  const { left, top, right, bottom } = sizing.pin;
  const isPinned = [left, top, right, bottom].some((length) => length !== null);
  return !isPinned && (sizing.width === 'hug' || sizing.height === 'hug');
}

/** Whether other elements stand where a group ends. */
function hasRoom({ layout, sizing, isRunning }: SceneGroup): boolean {
  return layout !== undefined || sizing?.isInLayout === true || isRunning === true;
}

function findExcess({ left, top, right, bottom }: Bounds, { width, height }: SceneGroup): Excess | null {
  const sides: readonly Excess[] = [
    { side: 'bottom', length: bottom - height },
    { side: 'right', length: right - width },
    { side: 'top', length: -top },
    { side: 'left', length: -left },
  ];
  const largest = sides.reduce((one, other) => (other.length > one.length ? other : one));
  return largest.length > TOLERANCE_PX ? largest : null;
}
