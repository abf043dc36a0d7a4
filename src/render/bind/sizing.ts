import type { Layout, TemplateElement } from '../../../generated/template.ts';
import { directionWithin, type LineDirection } from '../../common/text/language-direction.ts';
import type { Extent, SceneLayout, Sides, Sizing } from '../scene/boxes.ts';
import { hasOwnSize } from './code-options.ts';
import type { BindContext } from './context.ts';
import { numberRanges } from './number-ranges.ts';

type Px = BindContext['px'];

/** What decides an element's box. Null if it is all numbers, outside of a layout. */
export function bindSizing(element: TemplateElement, context: BindContext): Sizing | null {
  const { layout } = context;
  const isInLayout = layout !== undefined && element.position !== 'absolute';
  const { width, height, pin } = element;
  const isFixed = isLength(width) && isLength(height) && pin === undefined;
  if (isFixed && !isInLayout) {
    const placesItself =
      element.type === 'table' || (element.type === 'group' && element.layout !== undefined);
    return placesItself ? sizing(element, context, false) : null;
  }
  return sizing(element, context, isInLayout);
}

function sizing(element: TemplateElement, context: BindContext, isInLayout: boolean): Sizing {
  const { px, variables, direction } = context;
  const extent = (size: TemplateElement['width'], key: 'width' | 'height'): Extent => {
    if (size === undefined) {
      if (element.type === 'table') return key === 'height' && !isPinned.height ? 'hug' : null;
      return hasOwnSize(element) && !isPinned[key] ? 'hug' : null;
    }
    return size === 'hug' || size === 'fill' ? size : px(variables.number(size, numberRanges[key]));
  };
  const isPinned = {
    width: element.pin?.left !== undefined && element.pin.right !== undefined,
    height: element.pin?.top !== undefined && element.pin.bottom !== undefined,
  };
  const { minWidth = 0, maxWidth = Infinity, minHeight = 0, maxHeight = Infinity } = element;
  const { left, right, top, bottom } = element.pin ?? {};
  const optional = (length: number | undefined) => (length === undefined ? null : px(length));
  return {
    width: extent(element.width, 'width'),
    height: extent(element.height, 'height'),
    minWidth: px(minWidth),
    maxWidth: px(maxWidth),
    minHeight: px(minHeight),
    maxHeight: px(maxHeight),
    isInLayout,
    grow: element.grow ?? 1,
    alignSelf: element.alignSelf ?? null,
    // A QR code's margin is its quiet zone.
    margin: bindSides(element.type === 'qrcode' ? undefined : element.margin, px, direction),
    pin: { left: optional(left), right: optional(right), top: optional(top), bottom: optional(bottom) },
    anchor: element.type === 'text' ? (element.anchor ?? 'top') : 'top',
  };
}

/** Whether a side is a number, or bound to one. */
export function isLength(size: TemplateElement['width']): size is number | string {
  return size !== undefined && size !== 'hug' && size !== 'fill';
}

/**
 * One to four numbers as CSS has them: the second is where lines end, the fourth where they start.
 *
 * @param direction of the lines
 */
export function bindSides(
  sides: number | readonly number[] | undefined,
  px: Px,
  direction: LineDirection | null,
): Sides {
  const given = typeof sides === 'object' ? sides : [sides ?? 0];
  const [top = 0, end = top, bottom = top, start = end] = given;
  const [right, left] = direction === 'rtl' ? [start, end] : [end, start];
  return [px(top), px(right), px(bottom), px(left)];
}

/**
 * Binds a layout.
 *
 * @param around the direction of what is around it
 */
export function bindLayout(layout: Layout, px: Px, around: LineDirection | null): SceneLayout {
  const { direction = 'row', gap = 0, rowGap = gap, padding, wrap = false } = layout;
  const { align = 'start', justify = 'start' } = layout;
  const gaps = { columnGap: px(gap), rowGap: px(rowGap) };
  const lines = directionWithin(layout.inlineDirection, around);
  const placed = { direction, ...gaps, padding: bindSides(padding, px, lines), align, justify, wrap };
  return lines === 'rtl' ? { ...placed, isRtl: true } : placed;
}
