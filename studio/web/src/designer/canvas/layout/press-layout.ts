/** What the pointer does at the padding and the gaps of a layout. */
import { setGap, setPadding } from '../../model/changes/layout.ts';
import type { Design } from '../../model/design.ts';
import {
  findAxis,
  findLayoutTarget,
  readGap,
  readSides,
  type LayoutTarget,
  type Sides,
} from '../../model/layout-target.ts';
import { pixelsPerUnit } from '../../model/pixels-per-unit.ts';
import { fromPageDistance, roundToGrid, type Point } from '../../model/placement.ts';
import type { GroupElement } from '../../model/template.ts';
import type { DesignerStore } from '../../state/designer.ts';
import type { Drag, Held } from '../drag.ts';

/** Pixels on the screen from which on the pointer has moved. */
const threshold = 2;

/**
 * Begins to drag the padding of a side, or the gaps. Alt changes the padding of the opposite side as well,
 * shift that of all sides.
 *
 * @param part `padding` with the number of the side, from the top clockwise, or `gap`
 */
export function pressLayout(store: DesignerStore, part: string, start: Point): Drag | null {
  const base = store.getState().design;
  const target = findLayoutTarget(base);
  if (target === null) return null;
  const [what, number] = part.split(' ');
  const side = Number(number) as 0 | 1 | 2 | 3;
  const change = (distance: Point, held: Held) =>
    what === 'gap' ? dragGap(base, target, distance) : dragPadding(base, target, side, distance, held);
  let hasMoved = false;
  return {
    move(point, held) {
      hasMoved ||= Math.hypot(point.x - start.x, point.y - start.y) > threshold;
      if (!hasMoved) return;
      const { view, replace } = store.getState();
      const factor = view.zoom * pixelsPerUnit(base.document);
      const onPage = { x: (point.x - start.x) / factor, y: (point.y - start.y) / factor };
      const { design, length } = change(distanceIn(target, onPage), held);
      const label = { text: String(length), at: point };
      replace(design, { kind: 'layout', lines: [], part, label });
    },
    end: () => store.getState().set({ gesture: null }),
    cancel: () => store.getState().replace(base, null),
  };
}

/** A distance on the page, along the sides of the layout's box. */
function distanceIn({ groups, box }: LayoutTarget, distance: Point): Point {
  return fromPageDistance({ groups: [...groups, box as GroupElement] }, distance);
}

interface Dragged {
  readonly design: Design;
  readonly length: number;
}

function dragPadding(
  base: Design,
  { id, layout, isRtl }: LayoutTarget,
  seen: 0 | 1 | 2 | 3,
  { x, y }: Point,
  held: Held,
): Dragged {
  const before = readSides(layout.padding);
  const by = [y, -x, -y, x][seen]!;
  // The second length is where lines end, the fourth where they start.
  const side = isRtl && seen % 2 === 1 ? (((seen + 2) % 4) as 1 | 3) : seen;
  const length = Math.max(0, roundToGrid(before[side] + by, base.document));
  const isChanged = (each: number) => held.shift || each === side || (held.alt && each === (side + 2) % 4);
  const sides = before.map((each, index) => (isChanged(index) ? length : each)) as unknown as Sides;
  return { design: setPadding(base, id, sides), length };
}

function dragGap(base: Design, { id, layout, isRtl }: LayoutTarget, { x, y }: Point): Dragged {
  const by = findAxis(layout) === 'y' ? y : isRtl ? -x : x;
  const length = Math.max(0, roundToGrid(readGap(layout) + by, base.document));
  return { design: setGap(base, id, length), length };
}
