/** Auto layout as layouts of the template. */
import type { FigmaNode } from '../../../generated/designs/figma.ts';
import type { Layout, Pin, TemplateElement } from '../../../generated/template.ts';
import { rounded, type DesignBox } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { lookUp } from '../look-up.ts';

type Sized = Pick<TemplateElement, 'width' | 'height' | 'minWidth' | 'maxWidth' | 'minHeight' | 'maxHeight'>;

/** Whether a node places its children itself. */
export function hasLayout({ layoutMode }: FigmaNode): boolean {
  return layoutMode === 'HORIZONTAL' || layoutMode === 'VERTICAL';
}

/** The layout of a frame; null if it has none. */
export function readLayout(node: FigmaNode, name: string, builder: TemplateBuilder): Layout | null {
  if (node.layoutMode === 'GRID') builder.lose(name, 'layoutMode', 'A grid does not follow its content.');
  if (!hasLayout(node)) return null;
  const { itemSpacing = 0, counterAxisSpacing, counterAxisAlignContent, itemReverseZIndex } = node;
  const {
    primaryAxisAlignItems = 'MIN',
    counterAxisAlignItems = 'MIN',
    layoutWrap,
    strokesIncludedInLayout,
  } = node;
  const { paddingTop = node.verticalPadding ?? 0, paddingBottom = node.verticalPadding ?? 0 } = node;
  const { paddingLeft = node.horizontalPadding ?? 0, paddingRight = node.horizontalPadding ?? 0 } = node;
  if (counterAxisAlignContent === 'SPACE_BETWEEN')
    builder.lose(name, 'counterAxisAlignContent', 'Lines stand close to each other.');
  if (itemReverseZIndex === true) builder.lose(name, 'itemReverseZIndex', 'The last element is in front.');
  if (strokesIncludedInLayout === true)
    builder.lose(name, 'strokesIncludedInLayout', 'Strokes take no room.');
  const padding = [paddingTop, paddingRight, paddingBottom, paddingLeft].map((side) =>
    Math.max(0, rounded(side)),
  );
  const align =
    lookUp({ MIN: 'start', CENTER: 'center', MAX: 'end', BASELINE: 'baseline' }, counterAxisAlignItems) ??
    'start';
  const justify =
    lookUp(
      { MIN: 'start', CENTER: 'center', MAX: 'end', SPACE_BETWEEN: 'space-between' },
      primaryAxisAlignItems,
    ) ?? 'start';
  return {
    direction: node.layoutMode === 'HORIZONTAL' ? 'row' : 'column',
    ...(itemSpacing > 0 && justify !== 'space-between' && { gap: rounded(itemSpacing) }),
    ...(layoutWrap === 'WRAP' && {
      wrap: true,
      rowGap: Math.max(0, rounded(counterAxisSpacing ?? itemSpacing)),
    }),
    ...(padding.some((side) => side > 0) && { padding }),
    ...(align !== 'start' && { align: align as 'center' }),
    ...(justify !== 'start' && { justify: justify as 'center' }),
  };
}

/** How large a node is on each side: a number, by its content, or by what is left. */
export function readSizes(node: FigmaNode, parent: FigmaNode | null, box: DesignBox): Sized {
  const isPlaced = parent !== null && isInLayout(node, parent);
  const width = getSize(getSizing(node, parent, 'HORIZONTAL', isPlaced), box.width);
  const height = getSize(getSizing(node, parent, 'VERTICAL', isPlaced), box.height);
  const { minWidth, maxWidth, minHeight, maxHeight } = node;
  const limits = { minWidth, maxWidth, minHeight, maxHeight };
  const set = Object.entries(limits).filter(([, limit]) => limit !== undefined && limit >= 0);
  return { width, height, ...(isPlaced || hasLayout(node) ? Object.fromEntries(set) : {}) };
}

/**
 * The weight of a node that fills a row or column with others. Figma shares the whole of it, the template
 * what the paddings leave: where these differ, the weight is the length inside.
 */
export function readGrow(node: FigmaNode, parent: FigmaNode, box: DesignBox): Pick<TemplateElement, 'grow'> {
  const axis = parent.layoutMode === 'HORIZONTAL' ? 'HORIZONTAL' : 'VERTICAL';
  const fills = (child: FigmaNode): boolean =>
    child.visible !== false && isInLayout(child, parent) && getSizing(child, parent, axis, true) === 'FILL';
  if (!fills(node)) return {};
  const paddings = (parent.children ?? []).filter(fills).map((child) => paddingAlong(child, axis));
  if (new Set(paddings).size < 2) return {};
  const inside = (axis === 'HORIZONTAL' ? box.width : box.height) - paddingAlong(node, axis);
  return inside > 0 ? { grow: rounded(inside) } : {};
}

function paddingAlong(node: FigmaNode, axis: 'HORIZONTAL' | 'VERTICAL'): number {
  if (!hasLayout(node)) return 0;
  const { paddingTop, paddingBottom, paddingLeft, paddingRight } = node;
  const { horizontalPadding = 0, verticalPadding = 0 } = node;
  const sides =
    axis === 'HORIZONTAL'
      ? [paddingLeft ?? horizontalPadding, paddingRight ?? horizontalPadding]
      : [paddingTop ?? verticalPadding, paddingBottom ?? verticalPadding];
  return sides.reduce((sum, side) => sum + Math.max(0, side), 0);
}

/** Whether the layout of the parent places a node. */
export function isInLayout(node: FigmaNode, parent: FigmaNode): boolean {
  return hasLayout(parent) && node.layoutPositioning !== 'ABSOLUTE';
}

function getSize(sizing: 'FIXED' | 'HUG' | 'FILL', length: number): number | 'hug' | 'fill' {
  return sizing === 'FIXED' ? length : sizing === 'HUG' ? 'hug' : 'fill';
}

function getSizing(
  node: FigmaNode,
  parent: FigmaNode | null,
  axis: 'HORIZONTAL' | 'VERTICAL',
  isPlaced: boolean,
): 'FIXED' | 'HUG' | 'FILL' {
  const own = axis === 'HORIZONTAL' ? node.layoutSizingHorizontal : node.layoutSizingVertical;
  const canHug = hasLayout(node) || (node.type === 'TEXT' && isPlaced);
  if (own === 'FILL') return isPlaced ? 'FILL' : 'FIXED';
  if (own === 'HUG') return canHug ? 'HUG' : 'FIXED';
  if (own === 'FIXED') return 'FIXED';
  // Files before 2023 say it by other keys.
  const isAlong = parent?.layoutMode === axis;
  if (isPlaced && (isAlong ? node.layoutGrow === 1 : node.layoutAlign === 'STRETCH')) return 'FILL';
  if (node.type === 'TEXT') {
    const { textAutoResize } = node.style ?? {};
    const hugs =
      textAutoResize === 'WIDTH_AND_HEIGHT' || (textAutoResize === 'HEIGHT' && axis === 'VERTICAL');
    return hugs && isPlaced ? 'HUG' : 'FIXED';
  }
  if (!hasLayout(node)) return 'FIXED';
  const mode = node.layoutMode === axis ? node.primaryAxisSizingMode : node.counterAxisSizingMode;
  return mode === 'FIXED' ? 'FIXED' : 'HUG';
}

/** What a node keeps from the edges of a frame that follows its content; null if it needs no pin. */
export function readPin(
  { constraints = {} }: FigmaNode,
  { x, y, width, height, rotation }: DesignBox,
  parent: { readonly width: number; readonly height: number; readonly follows: boolean },
): Pin | null {
  const { horizontal = 'LEFT', vertical = 'TOP' } = constraints;
  if (!parent.follows || rotation !== 0) return null;
  const [right, bottom] = [rounded(parent.width - x - width), rounded(parent.height - y - height)];
  const pin = {
    ...((horizontal === 'RIGHT' || horizontal === 'LEFT_RIGHT') && { right }),
    ...(horizontal === 'LEFT_RIGHT' && { left: x }),
    ...((vertical === 'BOTTOM' || vertical === 'TOP_BOTTOM') && { bottom }),
    ...(vertical === 'TOP_BOTTOM' && { top: y }),
  };
  return Object.keys(pin).length === 0 ? null : pin;
}
