import type { TemplateElement } from '../../../generated/template.ts';
import { fromPx, type LengthUnit } from '../lengths/units.ts';
import { fitType, hopefulType, largestType, type Sides } from './fit-text.ts';
import { boxOf, findRole, type Box } from './roles.ts';
import { round, scaleLengths } from './scale-lengths.ts';

interface Surroundings {
  readonly unit: LengthUnit;
  /** Whether a layout places the elements. */
  readonly hasLayout: boolean;
}

/** The size of type of a text that names none, in CSS pixels. */
const defaultTypePx = 16;
/** The smallest type that a text may shrink to, as a share of what is proposed. */
const shrunkShare = 0.6;
/** The share of the factor by which everything fits that fits in any case. */
const certainShare = 0.9;

/**
 * Places elements on a page, or in a group, of other sides. Each box keeps its share of the page, across and
 * down: so what is apart stays apart, what is on a surface stays on it, and nothing leaves the page. What a
 * box holds is scaled by one factor.
 */
export function placeAll(
  elements: readonly TemplateElement[],
  from: Sides,
  to: Sides,
  surroundings: Surroundings,
): TemplateElement[] {
  const factor = Math.min(to.width / from.width, to.height / from.height);
  const isSameShape = Math.abs((to.width * from.height) / (to.height * from.width) - 1) < 1e-6;
  if (surroundings.hasLayout || isSameShape) return elements.map((element) => scaleLengths(element, factor));
  const boxes = elements.map(boxOf);
  return elements.map((element, index) => {
    const box = boxes[index] ?? null;
    if (box === null) return placeUnknown(element, from, to, factor);
    const above = boxes.slice(index + 1).filter((other) => other !== null);
    const isCrowded = elements.some(
      (other, at) => at !== index && other.type === 'text' && overlap(box, boxes[at]),
    );
    return place(element, box, { from, to, factor, above, isCrowded, ...surroundings });
  });
}

interface Placing extends Surroundings {
  readonly from: Sides;
  readonly to: Sides;
  /** By which everything fits, whatever its proportions. */
  readonly factor: number;
  readonly above: readonly Box[];
  /** Whether its box lies on that of a text: larger letters could meet. */
  readonly isCrowded: boolean;
}

function overlap(one: Box, other: Box | null | undefined): boolean {
  if (other === null || other === undefined) return false;
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0;
}

/** Values, the content or a pin decide its box: its lengths are scaled, its place keeps its share. */
function placeUnknown(element: TemplateElement, from: Sides, to: Sides, factor: number): TemplateElement {
  const scaled = scaleLengths(element, factor);
  const { x, y, width } = element;
  return {
    ...scaled,
    ...(typeof x === 'number' ? { x: round((x / from.width) * to.width) } : {}),
    ...(typeof y === 'number' ? { y: round((y / from.height) * to.height) } : {}),
    ...(typeof width === 'number' && element.type !== 'qrcode'
      ? { width: round((width / from.width) * to.width) }
      : {}),
  };
}

function place(element: TemplateElement, box: Box, placing: Placing): TemplateElement {
  const { from, to, factor, above } = placing;
  const mapped = {
    x: (box.x / from.width) * to.width,
    y: (box.y / from.height) * to.height,
    width: (box.width / from.width) * to.width,
    height: (box.height / from.height) * to.height,
  };
  const scaled = scaleLengths(element, factor);
  switch (findRole(element, box, from, above)) {
    case 'background':
      return element.type === 'group' ? cover(element, box, mapped) : { ...scaled, ...rounded(mapped) };
    case 'surface':
      return { ...scaled, ...rounded(element.type === 'rect' ? keepThin(box, mapped, factor) : mapped) };
    case 'picture':
    case 'layout':
      return { ...scaled, ...rounded(mapped) };
    case 'holder': {
      if (element.type !== 'group') return scaled;
      const members = placeAll(element.elements, box, mapped, { ...placing, hasLayout: false });
      return { ...scaled, ...rounded(mapped), elements: members } as TemplateElement;
    }
    case 'text':
      return element.type === 'text'
        ? placeText(element, box, mapped, placing)
        : { ...scaled, ...rounded(mapped) };
    case 'figure':
      return { ...scaled, ...rounded(anchor(box, mapped, factor, placing)) };
  }
}

function placeText(
  element: Extract<TemplateElement, { readonly type: 'text' }>,
  box: Box,
  mapped: Box,
  { factor, unit, to, isCrowded }: Placing,
): TemplateElement {
  const type = largestType(element, fromPx(defaultTypePx, unit));
  const { overflow = 'ellipsis', minFontSize } = element;
  if (type === null) return { ...scaleLengths(element, factor), ...rounded(mapped) };
  // A headline is no larger than a third of the shorter side.
  const max = Math.max(factor, Math.min(Math.min(to.width, to.height) / 3 / type, 3));
  const safe = isCrowded ? factor : fitType(element, type, box, mapped, max);
  const shrinks = overflow === 'ellipsis' || overflow === 'shrink';
  const mayGrow = shrinks && !isCrowded;
  const chosen = mayGrow ? Math.max(safe, Math.min(max, hopefulType(element, type, box, mapped))) : safe;
  const scaled = scaleLengths(element, chosen);
  const size = typeof scaled.fontSize === 'number' ? scaled.fontSize : round(type * chosen);
  const least = (size / chosen) * Math.min(shrunkShare * safe, certainShare * factor);
  return {
    ...scaled,
    ...rounded(mapped),
    ...(element.textFit === 'box' ? {} : { fontSize: size }),
    ...(shrinks
      ? {
          overflow: 'shrink',
          minFontSize: round(minFontSize === undefined ? least : Math.min(least, minFontSize * safe)),
        }
      : {}),
  };
}

/** A rule or a bar keeps its thickness in the design's own scale. */
function keepThin(box: Box, mapped: Box, factor: number): Box {
  const [isFlat, isNarrow] = [box.height * 12 < box.width, box.width * 12 < box.height];
  const height = isFlat ? Math.min(mapped.height, box.height * factor) : mapped.height;
  const width = isNarrow ? Math.min(mapped.width, box.width * factor) : mapped.width;
  return { ...mapped, width, height };
}

/** A figure in its place of the page: at the edge that it was near, in its own proportions. */
function anchor(box: Box, mapped: Box, factor: number, { from }: Placing): Box {
  const [width, height] = [box.width * factor, box.height * factor];
  const x = mapped.x + (mapped.width - width) * sideShare(box.x, box.width, from.width);
  const y = mapped.y + (mapped.height - height) * sideShare(box.y, box.height, from.height);
  return { x, y, width, height };
}

/** 0 for what is near the first edge, 1 near the last one, 0.5 in the middle. */
function sideShare(start: number, length: number, page: number): number {
  const [before, after] = [start, page - start - length];
  if (Math.abs(before - after) <= 0.08 * page) return 0.5;
  return before < after ? 0 : 1;
}

/** A drawing that covers the page covers it again: it is scaled until both sides are covered. */
function cover(
  element: Extract<TemplateElement, { readonly type: 'group' }>,
  box: Box,
  mapped: Box,
): TemplateElement {
  const factor = Math.max(mapped.width / box.width, mapped.height / box.height);
  const [width, height] = [box.width * factor, box.height * factor];
  const scaled = scaleLengths(element, factor);
  const x = mapped.x + (mapped.width - width) / 2;
  const y = mapped.y + (mapped.height - height) / 2;
  return { ...scaled, ...rounded({ x, y, width, height }) };
}

function rounded({ x, y, width, height }: Box): Box {
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}
