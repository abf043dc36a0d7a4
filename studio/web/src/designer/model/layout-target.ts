/** The layout that is edited on the canvas: its box, its padding, and the elements that it places. */
import { directionWithin, documentDirection } from '../../../../../src/common/text/language-direction.ts';
import type { TemplateDocument, TemplateElement } from './template.ts';
import { findElement, findElements, type PlacedElement } from './elements.ts';
import { seenDocument, type KnownBoxes } from './known-boxes.ts';
import { isOwn } from './running.ts';
import { knownBox, roundLength, type Box, type TurnedBox } from './placement.ts';

/** A layout. */
export type Layout = NonNullable<TemplateDocument['layout']>;

/** Lengths of the top, the end of lines, the bottom and the start of lines. */
export type Sides = readonly [top: number, end: number, bottom: number, start: number];

/** A group or page with a layout, as it is seen. */
export interface LayoutTarget {
  /** The id of the group; null: the page. */
  readonly id: string | null;
  readonly layout: Layout;
  /** Whether lines run from right to left in it. */
  readonly isRtl: boolean;
  readonly box: TurnedBox;
  /** The groups around it, the outermost first. */
  readonly groups: PlacedElement['groups'];
  /** What it places, in its order, in its coordinates. */
  readonly children: readonly (Box & { readonly id: string })[];
}

interface Seen {
  readonly document: TemplateDocument;
  readonly selection: readonly string[];
  readonly boxes?: KnownBoxes | undefined;
}

/** The layout of the one group that is selected, or of the page while nothing is; null if there is none. */
export function findLayoutTarget(design: Seen): LayoutTarget | null {
  const { selection } = design;
  if (selection.length > 1) return null;
  return findTarget(design, selection[0] ?? null);
}

/** The layout of a group or, for null, the page; null if it has none. */
export function findTarget({ document, boxes }: Pick<Seen, 'document' | 'boxes'>, id: string | null) {
  const seen = seenDocument({ document, boxes });
  const placed = id === null ? null : findElement(seen, id);
  if (id !== null && placed?.element.type !== 'group') return null;
  const holder = placed === null ? seen : (placed.element as Extract<TemplateElement, { type: 'group' }>);
  const { layout, elements } = holder;
  if (layout === undefined) return null;
  const children = elements.filter((each) => isPlacedBy(layout, each) && isDrawn(each, boxes));
  const target: LayoutTarget = {
    id,
    layout,
    isRtl: runsToLeft(document, placed === null ? [] : [...placed.groups, holder]),
    box: placed === null ? { x: 0, y: 0, ...seen.viewport } : knownBox(placed.element),
    groups: placed?.groups ?? [],
    children: children.map(({ id: child, x, y, width, height }) => ({ id: child, x, y, width, height })),
  };
  return target;
}

/** Whether a layout places an element, if that is visible. */
export function isPlacedBy(layout: Layout | undefined, element: TemplateElement): boolean {
  return layout !== undefined && element.position !== 'absolute' && isOwn(element);
}

/** What was not drawn takes no room. */
function isDrawn({ id, visible }: TemplateElement, boxes: KnownBoxes | undefined): boolean {
  return visible !== false && (boxes === undefined || boxes.byId.has(id));
}

/** What is selected, where all of it is placed by one layout. */
export interface PlacedChildren {
  /** The id of the group with the layout; null: the page. */
  readonly holder: string | null;
  readonly layout: Layout;
  /** Whether lines run from right to left in it. */
  readonly isRtl: boolean;
  readonly ids: readonly string[];
}

/** The selected elements and the layout that places them all; null if there is none. */
export function findPlacedChildren({ document, selection }: Seen): PlacedChildren | null {
  const placed = findElements(document, selection);
  const [first] = placed;
  if (first === undefined) return null;
  const holder = first.groups.at(-1);
  const layout = holder === undefined ? document.layout : holder.layout;
  const isOne = placed.every(
    ({ element, siblings }) => siblings === first.siblings && isPlacedBy(layout, element),
  );
  if (layout === undefined || !isOne) return null;
  const isRtl = runsToLeft(document, first.groups);
  return { holder: holder?.id ?? null, layout, isRtl, ids: placed.map(({ element }) => element.id) };
}

/**
 * Whether lines run from right to left in the innermost of these groups.
 *
 * @param groups the outermost first; none: on the page
 */
export function runsToLeft(
  document: Pick<TemplateDocument, 'direction' | 'language' | 'layout'>,
  groups: readonly { readonly layout?: Layout | undefined }[],
): boolean {
  const whole = documentDirection(document);
  const inside = (around: typeof whole, { layout }: { readonly layout?: Layout | undefined }) =>
    directionWithin(layout?.inlineDirection, around);
  return [document, ...groups].reduce(inside, whole) === 'rtl';
}

/**
 * A layout as it would be from left to right: what its elements' order is compared with. `mirrorBox` brings a
 * box of it back.
 */
export function fromStart(target: LayoutTarget): LayoutTarget {
  if (!target.isRtl) return target;
  return { ...target, isRtl: false, children: target.children.map((child) => mirrorBox(child, target)) };
}

/** A box of a layout from right to left, on the other side; any other box as it is. */
export function mirrorBox<Given extends Pick<Box, 'x' | 'width'>>(
  given: Given,
  { isRtl, box }: Pick<LayoutTarget, 'isRtl' | 'box'>,
): Given {
  return isRtl ? { ...given, x: box.width - given.x - given.width } : given;
}

/** The axis along which a layout places its elements. */
export function findAxis({ direction = 'row' }: Layout): 'x' | 'y' {
  return direction === 'row' ? 'x' : 'y';
}

/** The space that a layout leaves between its elements. */
export function readGap({ direction = 'row', gap = 0, rowGap }: Layout): number {
  return direction === 'column' ? (rowGap ?? gap) : gap;
}

/** The four lengths that one to four numbers stand for. */
export function readSides(sides: number | readonly number[] | undefined): Sides {
  const [top = 0, end = top, bottom = top, start = end] = typeof sides === 'number' ? [sides] : (sides ?? []);
  return [top, end, bottom, start];
}

/** The shortest way to write four lengths. */
export function writeSides(sides: Sides): number | number[] {
  const [top, end, bottom, start] = sides.map(roundLength) as unknown as Sides;
  if (start !== end) return [top, end, bottom, start];
  if (bottom !== top) return [top, end, bottom];
  return end === top ? top : [top, end];
}

type SeenSides = readonly [top: number, right: number, bottom: number, left: number];

/** The padding at the top, right, bottom and left of a layout as it is seen. */
function seenPadding({ layout, isRtl }: Pick<LayoutTarget, 'layout' | 'isRtl'>): SeenSides {
  const [top, end, bottom, start] = readSides(layout.padding);
  return isRtl ? [top, start, bottom, end] : [top, end, bottom, start];
}

/** The padding on each side, from the top clockwise, as boxes in the coordinates of the layout. */
export function paddingBands(target: LayoutTarget): readonly Box[] {
  const { width, height } = target.box;
  const [top, right, bottom, left] = seenPadding(target);
  const between = Math.max(0, height - top - bottom);
  return [
    { x: 0, y: 0, width, height: top },
    { x: width - right, y: top, width: right, height: between },
    { x: 0, y: height - bottom, width, height: bottom },
    { x: 0, y: top, width: left, height: between },
  ];
}

/** The gaps between neighbours that are as wide as the layout says, as boxes in its coordinates. */
export function gapBands(seen: LayoutTarget): readonly Box[] {
  const target = fromStart(seen);
  const { layout, children } = target;
  const axis = findAxis(layout);
  const [side, cross, crossSide] =
    axis === 'x' ? (['width', 'y', 'height'] as const) : (['height', 'x', 'width'] as const);
  const inner = innerBox(target);
  const bands = children.slice(1).flatMap((next, index): Box[] => {
    const before = children[index]!;
    const from = before[axis] + before[side];
    const length = next[axis] - from;
    // Another line, margins, or what is distributed.
    if (length < -roundingError || Math.abs(length - readGap(layout)) > 0.5) return [];
    const band = { ...inner, [axis]: from, [side]: length };
    if (layout.wrap !== true) return [band];
    const start = Math.min(before[cross], next[cross]);
    const end = Math.max(before[cross] + before[crossSide], next[cross] + next[crossSide]);
    return [{ ...band, [cross]: start, [crossSide]: end - start }];
  });
  return bands.map((band) => mirrorBox(band, seen));
}

const roundingError = 1e-3;

/** The box inside of the padding. */
export function innerBox(target: Pick<LayoutTarget, 'layout' | 'isRtl' | 'box'>): Box {
  const { width, height } = target.box;
  const [top, right, bottom, left] = seenPadding(target);
  return {
    x: left,
    y: top,
    width: Math.max(0, width - left - right),
    height: Math.max(0, height - top - bottom),
  };
}
