import type { SceneLayout, Sides, Sizing } from '../scene/boxes.ts';
import type { SceneElement } from '../scene/elements.ts';
import { clamp, type ContentSizes } from './content-sizes.ts';
import { readNodeBox, type FlexGroup, type FlexNode } from './flex-node.ts';
import { breakIntoLines, resolveLengths, type FlexItem } from './resolve-lengths.ts';

/** The engine has 32-bit floats. */
const precision = 0.005;

/**
 * Shares the room of rows and columns as CSS does where the engine does not: with limits it takes all
 * elements that reach one out of the sharing at once; and it weighs texts that shrink by the room around
 * them in place of their length.
 *
 * @param calculate lays out the whole tree again
 */
export function shareRoom({ node, inner }: FlexGroup, contents: ContentSizes, calculate: () => void): void {
  const { layout, children } = inner;
  const isRow = layout.direction === 'row';
  if (needsSharing(children, layout)) {
    const items = children.map((child) => getItem(child, layout, contents));
    const [top, right, bottom, left] = layout.padding;
    const { width, height } = readNodeBox(node);
    const room = isRow
      ? { length: width - left - right, gap: layout.columnGap }
      : { length: height - top - bottom, gap: layout.rowGap };
    const lines = layout.wrap ? breakIntoLines(items, room) : [items];
    const lengths = lines.flatMap((line) => resolveLengths(line, room));
    const isOff = children.some(({ node }, index) => {
      const { width, height } = readNodeBox(node);
      return Math.abs((isRow ? width : height) - (lengths[index] ?? 0)) > precision;
    });
    if (isOff) {
      children.forEach(({ node }, index) => {
        const { grow = 0, shrink = 0 } = items[index] ?? {};
        if (grow + shrink === 0) return;
        node.setFlexBasis(lengths[index]);
        node.setFlexGrow(0);
        node.setFlexShrink(0);
      });
      calculate();
    }
  }
  // From the outside in: the room inside is known then.
  for (const { node, inner } of children) if (inner !== null) shareRoom({ node, inner }, contents, calculate);
}

/** The engine shares room as CSS does if there is one element to change, or if all have no limits. */
function needsSharing(children: readonly FlexNode[], layout: SceneLayout): boolean {
  const flexible = children.filter((child) => isFilled(child, layout) || canShrink(child, layout));
  const shrinking = flexible.filter((child) => !isFilled(child, layout));
  const isLimited = flexible.some((child) => {
    const { min, max } = getLimits(child, layout);
    return min > 0 || max < Infinity;
  });
  return flexible.length > 1 && (isLimited || shrinking.length > 1);
}

type Sized = { readonly element: SceneElement; readonly sizing: Sizing };

/** Whether an element that hugs makes room for others: lines of text can be broken, but not be cut. */
export function canShrink({ element, sizing }: Sized, { direction }: SceneLayout): boolean {
  if (element.type === 'text' && element.isVertical === true)
    return direction === 'column' && sizing.height === 'hug';
  const isBroken = element.type === 'text' || (element.type === 'group' && element.layout !== undefined);
  return isBroken && direction === 'row' && sizing.width === 'hug';
}

function isFilled({ sizing }: Sized, { direction }: SceneLayout): boolean {
  return (direction === 'row' ? sizing.width : sizing.height) === 'fill';
}

function getLimits({ sizing }: Sized, { direction }: SceneLayout): { min: number; max: number } {
  const { minWidth, maxWidth, minHeight, maxHeight } = sizing;
  return direction === 'row' ? { min: minWidth, max: maxWidth } : { min: minHeight, max: maxHeight };
}

function getItem(child: FlexNode, layout: SceneLayout, contents: ContentSizes): FlexItem {
  const isRow = layout.direction === 'row';
  const along = ([top, right, bottom, left]: Sides) => (isRow ? left + right : top + bottom);
  const padding = child.inner === null ? 0 : along(child.inner.layout.padding);
  const { min, max } = getLimits(child, layout);
  const limits = { min: Math.max(min, padding), max: Math.max(max, padding) };
  const item = { ...limits, padding, margin: along(child.sizing.margin) };
  if (isFilled(child, layout)) return { ...item, base: padding, grow: child.sizing.grow, shrink: 1 };
  if (canShrink(child, layout)) {
    const base = isRow ? wholeWidth(child, contents) : wholeHeight(child, contents);
    return { ...item, base, grow: 0, shrink: 1 };
  }
  const { width, height } = readNodeBox(child.node);
  return { ...item, base: isRow ? width : height, grow: 0, shrink: 0 };
}

/** The width of an element if no line of text is broken. */
function wholeWidth({ node, element, sizing, inner }: FlexNode, contents: ContentSizes): number {
  const { minWidth, maxWidth, width } = sizing;
  const within = (length: number) => clamp(length, minWidth, maxWidth);
  if (typeof width === 'number') return within(width);
  if (inner !== null) {
    const { layout, children } = inner;
    const [, right, , left] = layout.padding;
    const widths = children.map((child) => {
      const [, after, , before] = child.sizing.margin;
      return wholeWidth(child, contents) + before + after;
    });
    const content =
      layout.direction === 'row'
        ? widths.reduce((sum, each) => sum + each, 0) + layout.columnGap * Math.max(0, widths.length - 1)
        : Math.max(0, ...widths);
    return within(content + left + right);
  }
  if (element.type === 'text' && element.isVertical !== true)
    return within(contents.textAt(element, Infinity).width);
  if (element.type === 'image' && width === 'fill') return within(contents.pictureOf(element)?.width ?? 0);
  return width === 'fill' ? minWidth : readNodeBox(node).width;
}

function wholeHeight({ node, element }: FlexNode, contents: ContentSizes): number {
  return element.type === 'text' ? contents.textAt(element, Infinity).height : readNodeBox(node).height;
}
