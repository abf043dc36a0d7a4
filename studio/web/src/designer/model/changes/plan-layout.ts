/** A layout with which elements stay where they are. */
import { leaveFlow } from './free-from-layout.ts';
import { unset } from '../design.ts';
import { isSize } from '../known-boxes.ts';
import { writeSides, type Layout } from '../layout-target.ts';
import { measureBounds, roundLength, type Box } from '../placement.ts';
import type { TemplateElement } from '../template.ts';

/** What a group needs to place elements itself. */
export interface LayoutPlan {
  readonly layout: Layout;
  /** In the order of the layout; what lies behind all others first. */
  readonly elements: TemplateElement[];
  /** The box of the group. */
  readonly box: Box;
}

/** An element with the box in which it is seen. */
interface SeenElement {
  readonly element: TemplateElement;
  readonly box: Box;
}

/**
 * Plans a layout for elements where they are seen.
 *
 * @param around the box of the group that has them; null: the smallest around them
 * @param isRtl whether lines run from right to left around them
 * @param wanted the axis along which they stand, also if they overlap along it; null: the one that fits
 */
export function planLayout(
  elements: readonly TemplateElement[],
  seenOf: (element: TemplateElement) => Box,
  around: Box | null,
  isRtl: boolean,
  wanted: 'x' | 'y' | null = null,
): LayoutPlan {
  const all = elements.map((element): SeenElement => ({ element, box: seenOf(element) }));
  const box = around ?? getUnion(all);
  const backs = all.filter((each) => isBack(each, all));
  // From right to left, boxes are compared as if they were on the other side.
  const fromStart = (own: SeenElement): SeenElement =>
    isRtl ? { ...own, box: { ...own.box, x: 2 * box.x + box.width - own.box.x - own.box.width } } : own;
  const flow = all
    .filter((each) => !backs.includes(each) && each.element.position !== 'absolute')
    .map(fromStart);
  const others = all.filter((each) => !backs.includes(each) && each.element.position === 'absolute');
  const content = flow.length === 0 ? box : getUnion(flow);
  const axis = wanted ?? chooseAxis(flow);
  const sorted = flow.toSorted((a, b) => a.box[axis] - b.box[axis]);
  const lines = getAlignment(sorted, content, axis);
  const gaps = getGaps(sorted, axis);
  const gap = Math.max(0, Math.min(...(gaps.length === 0 ? [0] : gaps)));
  const atStart = Math.max(0, content.x - box.x);
  const atEnd = Math.max(0, box.x + box.width - content.x - content.width);
  const padding = writeSides([
    Math.max(0, content.y - box.y),
    atEnd,
    Math.max(0, box.y + box.height - content.y - content.height),
    atStart,
  ]);
  const placed = sorted.map((each, index) => {
    const space = index === 0 ? 0 : gaps[index - 1]! - gap;
    const along = wanted === null ? space : Math.max(0, space);
    const across =
      lines === null ? each.box[axis === 'x' ? 'y' : 'x'] - content[axis === 'x' ? 'y' : 'x'] : 0;
    const [start, top] = axis === 'x' ? [along, across] : [across, along];
    return enterLayout(each, [top, 0, 0, start]);
  });
  const layout: Layout = {
    direction: axis === 'x' ? 'row' : 'column',
    ...(gap === 0 ? {} : { gap: roundLength(gap) }),
    ...(padding === 0 ? {} : { padding: padding }),
    ...(lines === null || lines === 'start' ? {} : { align: lines }),
  };
  const behind = [
    ...backs.map((each) => pinBack(each, box)),
    ...others.map((each) => keepPlace(each, box, around)),
  ];
  return { layout, box, elements: [...behind, ...placed] };
}

function getUnion(all: readonly SeenElement[]): Box {
  return measureBounds(
    all.flatMap(({ box: { x, y, width, height } }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
  );
}

const near = 0.5;

/** A shape behind all others, such as a card's ground. */
function isBack({ element, box }: SeenElement, all: readonly SeenElement[]): boolean {
  if ((element.type !== 'rect' && element.type !== 'ellipse') || all.length < 2) return false;
  return all.every(
    ({ box: other }) =>
      other.x >= box.x - near &&
      other.y >= box.y - near &&
      other.x + other.width <= box.x + box.width + near &&
      other.y + other.height <= box.y + box.height + near,
  );
}

/** Side by side if they do not overlap so; else below each other; else as they are spread. */
function chooseAxis(flow: readonly SeenElement[]): 'x' | 'y' {
  const isApart = (axis: 'x' | 'y') =>
    getGaps(
      flow.toSorted((a, b) => a.box[axis] - b.box[axis]),
      axis,
    ).every((gap) => gap >= -near);
  if (isApart('x')) return 'x';
  if (isApart('y')) return 'y';
  const spread = (axis: 'x' | 'y', side: 'width' | 'height') => {
    const centres = flow.map(({ box }) => box[axis] + box[side] / 2);
    return Math.max(...centres) - Math.min(...centres);
  };
  return spread('x', 'width') >= spread('y', 'height') ? 'x' : 'y';
}

function getGaps(sorted: readonly SeenElement[], axis: 'x' | 'y'): number[] {
  const side = axis === 'x' ? 'width' : 'height';
  return sorted
    .slice(1)
    .map(({ box }, index) => box[axis] - sorted[index]!.box[axis] - sorted[index]!.box[side]);
}

/** Where all of them stand across the axis; null: in different places, which need margins. */
function getAlignment(
  sorted: readonly SeenElement[],
  content: Box,
  axis: 'x' | 'y',
): 'start' | 'center' | 'end' | null {
  const [cross, side] = axis === 'x' ? (['y', 'height'] as const) : (['x', 'width'] as const);
  const room = ({ box }: SeenElement) => content[side] - box[side];
  const offset = ({ box }: SeenElement) => box[cross] - content[cross];
  if (sorted.every((each) => Math.abs(offset(each)) < near)) return 'start';
  if (sorted.every((each) => Math.abs(offset(each) - room(each) / 2) < near)) return 'center';
  return sorted.every((each) => Math.abs(offset(each) - room(each)) < near) ? 'end' : null;
}

/** An element of a layout has a size, and no place. */
function enterLayout({ element, box }: SeenElement, space: readonly number[]): TemplateElement {
  const copy = structuredClone(JSON.parse(JSON.stringify(element)) as TemplateElement);
  leaveFlow(copy);
  for (const key of ['x', 'y', 'pin', 'anchor'] as const)
    unset(copy as Partial<Record<typeof key, unknown>>, key);
  for (const key of ['width', 'height'] as const) {
    const given: unknown = copy[key];
    if (given === undefined || given === 'fill') copy[key] = roundLength(box[key]);
  }
  const margin = space.map(roundLength);
  if (margin.some((length) => length !== 0) && copy.type !== 'qrcode') copy.margin = margin;
  return compact(copy);
}

/** A ground grows with the group. */
function pinBack({ element, box }: SeenElement, around: Box): TemplateElement {
  const {
    x: _x,
    y: _y,
    width: _width,
    height: _height,
    ...copy
  } = JSON.parse(JSON.stringify(element)) as TemplateElement & { type: 'rect' | 'ellipse' };
  const pin = {
    left: roundLength(box.x - around.x),
    right: roundLength(around.x + around.width - box.x - box.width),
    top: roundLength(box.y - around.y),
    bottom: roundLength(around.y + around.height - box.y - box.height),
  };
  return { ...copy, position: 'absolute', pin } as unknown as TemplateElement;
}

/** What another layout did not place either stays where it is. */
function keepPlace({ element, box }: SeenElement, around: Box, own: Box | null): TemplateElement {
  const copy = JSON.parse(JSON.stringify(element)) as TemplateElement;
  if (own !== null) return copy;
  copy.x = roundLength(box.x - around.x);
  copy.y = roundLength(box.y - around.y);
  for (const key of ['width', 'height'] as const)
    if (isSize(copy[key]) && copy.type !== 'text') copy[key] = roundLength(box[key]);
  return copy;
}

/** Without the keys that are undefined. */
function compact(element: TemplateElement): TemplateElement {
  return JSON.parse(JSON.stringify(element)) as TemplateElement;
}
