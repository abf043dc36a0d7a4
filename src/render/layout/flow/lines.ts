import type { SceneElement, SceneGroup } from '../../scene/elements.ts';
import { isColumn, isInFlow, isTableRow, TOLERANCE_PX } from './divided.ts';

/**
 * Elements side by side, between two places for breaks: one of a column, a line of a row that wraps, the
 * cells of a table's row.
 */
export interface Line {
  readonly elements: readonly SceneElement[];
  /** Where it stood, in the coordinates of its elements. */
  readonly top: number;
  readonly height: number;
  /** Between it and the line above. */
  readonly space: number;
  /** Its elements are parallel flows: one that has no room takes all of them to the next page. */
  readonly isRow: boolean;
}

/** Lengths in CSS pixels. */
interface RoomAround {
  readonly above: number;
  readonly below: number;
}

/** The room above and below what stands in a group: its padding, or the line around a table. */
export function roomAround(group: SceneGroup): RoomAround {
  const { layout, table } = group;
  if (isTableRow(group)) return roomAroundCells(group);
  const [above, , below] = layout?.padding ?? [0, 0, 0, 0];
  const edge = table?.borders?.isAround === true ? table.borders.width : 0;
  return { above: above + edge, below: below + edge };
}

function roomAroundCells(row: SceneGroup): RoomAround {
  const cells = row.elements.filter((element) => isInFlow(element, row));
  if (cells.length === 0) return { above: 0, below: 0 };
  const above = Math.min(...cells.map(({ y }) => y));
  const bottom = Math.max(...cells.map(({ y, height }) => y + height));
  return { above, below: row.height - bottom };
}

/** The lines of a group, whose first one begins at `above`. */
export function listLines(group: SceneGroup, above: number): Line[] {
  const elements = group.elements.filter((element) => isInFlow(element, group));
  if (isColumn(group)) return listColumn(elements, above);
  const isRow = group.layout !== undefined || isTableRow(group);
  let edge = above;
  return listBands(elements).map((band) => {
    const top = Math.min(...band.map(({ y }) => y));
    const bottom = Math.max(...band.map(({ y, height }) => y + height));
    const line = { elements: band, top, height: bottom - top, space: top - edge, isRow };
    edge = bottom;
    return line;
  });
}

/** The elements of the first line of a group. */
export function firstLineOf(group: SceneGroup): readonly SceneElement[] {
  if (!isColumn(group)) return listLines(group, 0)[0]?.elements ?? [];
  const first = group.elements.find((element) => isInFlow(element, group));
  return first === undefined ? [] : [first];
}

/** The elements of the last line of a group. */
export function lastLineOf(group: SceneGroup): readonly SceneElement[] {
  if (!isColumn(group)) return listLines(group, 0).at(-1)?.elements ?? [];
  const last = group.elements.findLast((element) => isInFlow(element, group));
  return last === undefined ? [] : [last];
}

/** The elements of a column, each a line of its own. */
export function listColumn(elements: readonly SceneElement[], above: number): Line[] {
  let edge = above;
  return elements.map((element) => {
    const { y, height } = element;
    const line = { elements: [element], top: y, height, space: y - edge, isRow: false };
    edge = y + height;
    return line;
  });
}

/** Bands of elements that nothing crosses: lines of a row that wraps. */
function listBands(elements: readonly SceneElement[]): SceneElement[][] {
  // The top of all that follows, for each element.
  const tops = elements.map(({ y }) => y);
  for (let index = tops.length - 2; index >= 0; index -= 1)
    tops[index] = Math.min(tops[index]!, tops[index + 1]!);
  const bands: SceneElement[][] = [];
  let bottom = -Infinity;
  for (const [index, element] of elements.entries()) {
    if (bands.length === 0 || tops[index]! >= bottom - TOLERANCE_PX) bands.push([]);
    bands.at(-1)?.push(element);
    bottom = Math.max(bottom, element.y + element.height);
  }
  return bands;
}

/** The lines that go on on a new page: nothing is left of the space above them. */
export function fromTop([first, ...others]: readonly Line[]): readonly Line[] {
  return first === undefined ? [] : [{ ...first, space: 0 }, ...others];
}

/** The elements of a line whose top is here. */
export function placeLine({ elements, top }: Pick<Line, 'elements' | 'top'>, y: number): SceneElement[] {
  return elements.map((element) => ({ ...element, y: y + element.y - top }));
}

/** Places lines below each other. */
export function stack(
  lines: readonly Line[],
  top: number,
): { readonly elements: SceneElement[]; readonly bottom: number } {
  let bottom = top;
  const elements = lines.flatMap((line) => {
    const y = bottom + line.space;
    bottom = y + line.height;
    return placeLine(line, y);
  });
  return { elements, bottom };
}

/** A part of an element: what is below this height is clipped. */
export function cutOff(element: SceneElement, height: number): SceneElement {
  return {
    type: 'group',
    id: element.id,
    x: element.x,
    y: element.y,
    width: element.width,
    height: Math.max(0, height),
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
