import {
  Align,
  Direction,
  Edge,
  FlexDirection,
  Gutter,
  Justify,
  MeasureMode,
  Wrap,
  type Config,
  type Node,
  type Yoga,
} from 'yoga-layout/load';
import type { Alignment, SceneLayout, Sides, Sizing } from '../scene/boxes.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneText } from '../scene/text.ts';
import type { Rect, Size } from '../geometry.ts';
import { alignBaselines } from './baselines.ts';
import { boxInLayout, readNodeBox, type FlexGroup, type FlexNode } from './flex-node.ts';
import { pictureSize, type ContentSizes } from './content-sizes.ts';
import { isTable, type TableGroup } from './place-table.ts';
import { canShrink, shareRoom } from './share-room.ts';

/** The box of a group, and the boxes of what its layout places. */
export interface GroupBoxes {
  readonly size: Size;
  readonly children: ReadonlyMap<SceneElement, { readonly box: Rect; readonly inside: GroupBoxes | null }>;
}

type Limits = Pick<Sizing, 'minWidth' | 'maxWidth' | 'minHeight' | 'maxHeight'>;

/**
 * Lays out a group or page, with the layouts inside it.
 *
 * @param outer its box; a length that is null hugs the elements
 */
export function layOutGroup(
  elements: readonly SceneElement[],
  layout: SceneLayout,
  outer: Limits & { readonly width: number | null; readonly height: number | null },
  contents: ContentSizes,
  yoga: Yoga,
): GroupBoxes {
  const builder = new TreeBuilder(contents, yoga);
  const root = builder.newNode();
  try {
    setLimits(root, withoutCollapse(outer, layout));
    root.setWidth(outer.width ?? undefined);
    root.setHeight(outer.height ?? undefined);
    const children = builder.fill(root, layout, elements);
    const calculate = () => {
      root.calculateLayout(undefined, undefined, Direction.LTR);
    };
    calculate();
    shareRoom({ node: root, inner: { layout, children } }, contents, calculate);
    alignBaselines({ layout, children }, contents, calculate);
    return readBoxes(readNodeBox(root), { layout, children });
  } finally {
    builder.free();
  }
}

function readBoxes(size: Size, { layout, children }: FlexGroup['inner']): GroupBoxes {
  return {
    size,
    children: new Map(
      children.map((child) => {
        const box = fromStart(boxInLayout(child, layout), layout, size);
        return [child.element, { box, inside: child.inner === null ? null : readBoxes(box, child.inner) }];
      }),
    ),
  };
}

/**
 * The place of a box that the engine laid out: it counts from the start of lines, which is the right where
 * they run from right to left.
 */
function fromStart(box: Rect, { isRtl }: SceneLayout, around: Size): Rect {
  return isRtl === true ? { ...box, x: around.width - box.x - box.width } : box;
}

/** Padding or margins in a layout, as the engine counts: the start of lines is the left. */
function sidesFromStart([top, right, bottom, left]: Sides, { isRtl }: SceneLayout): Sides {
  return isRtl === true ? [top, left, bottom, right] : [top, right, bottom, left];
}

/** Makes the nodes of a tree. */
class TreeBuilder {
  readonly #contents: ContentSizes;
  readonly #yoga: Yoga;
  readonly #config: Config;
  readonly #nodes: Node[] = [];

  constructor(contents: ContentSizes, yoga: Yoga) {
    this.#contents = contents;
    this.#yoga = yoga;
    this.#config = yoga.Config.create();
    // Boxes may lie between pixels.
    this.#config.setPointScaleFactor(0);
  }

  /** Gives the engine its memory back: no collector does. */
  free(): void {
    for (const node of this.#nodes) node.free();
    this.#config.free();
  }

  newNode(): Node {
    const node = this.#yoga.Node.create(this.#config);
    this.#nodes.push(node);
    return node;
  }

  /**
   * Gives a node a layout and the elements that it places. Calls into the engine take most of the time, so
   * only values other than its defaults are set.
   */
  fill(node: Node, layout: SceneLayout, elements: readonly SceneElement[]): FlexNode[] {
    if (layout.direction === 'row') node.setFlexDirection(FlexDirection.Row);
    if (layout.wrap) node.setFlexWrap(Wrap.Wrap);
    if (layout.align !== 'stretch') node.setAlignItems(alignments[layout.align]);
    if (layout.justify !== 'start') node.setJustifyContent(justifications[layout.justify]);
    if (layout.columnGap !== 0) node.setGap(Gutter.Column, layout.columnGap);
    if (layout.rowGap !== 0) node.setGap(Gutter.Row, layout.rowGap);
    setSides(sidesFromStart(layout.padding, layout), (edge, length) => node.setPadding(edge, length));
    const children: FlexNode[] = [];
    for (const element of elements) {
      const { sizing } = element;
      if (sizing?.isInLayout !== true) continue;
      const child = this.#child(element, sizing, layout);
      node.insertChild(child.node, children.length);
      children.push(child);
    }
    return children;
  }

  #child(element: SceneElement, sizing: Sizing, layout: SceneLayout): FlexNode {
    const node = this.newNode();
    const inner = element.type === 'group' ? element.layout : undefined;
    setLimits(node, inner === undefined ? sizing : withoutCollapse(sizing, inner));
    setSides(sidesFromStart(sizing.margin, layout), (edge, length) => node.setMargin(edge, length));
    if (sizing.alignSelf !== null) node.setAlignSelf(alignments[sizing.alignSelf]);
    const isRow = layout.direction === 'row';
    if (typeof sizing.width === 'number') node.setWidth(sizing.width);
    if (typeof sizing.height === 'number') node.setHeight(sizing.height);
    if ((isRow ? sizing.width : sizing.height) === 'fill') {
      node.setFlexGrow(sizing.grow);
      node.setFlexShrink(1);
      node.setFlexBasis(0);
    }
    if ((isRow ? sizing.height : sizing.width) === 'fill') node.setAlignSelf(Align.Stretch);
    if (canShrink({ element, sizing }, layout)) node.setFlexShrink(1);
    if (element.type === 'text') {
      this.#measureText(node, element);
    } else if (element.type === 'image') {
      this.#sizePicture(node, element, sizing);
    } else if (element.type === 'qrcode' || element.type === 'barcode') {
      this.#sizeCode(node, element, sizing);
    } else if (isTable(element)) {
      this.#measureTable(node, element);
    } else if (element.type === 'group' && inner !== undefined) {
      const children = this.fill(node, inner, element.elements);
      return { node, element, sizing, inner: { layout: inner, children } };
    }
    return { node, element, sizing, inner: null };
  }

  #measureText(node: Node, element: SceneText): void {
    const isVertical = element.isVertical === true;
    node.setMeasureFunc((width, widthMode, height, heightMode) => {
      const [room, mode] = isVertical ? [height, heightMode] : [width, widthMode];
      if (mode === MeasureMode.Undefined) return this.#contents.textAt(element, Infinity);
      if (mode === MeasureMode.AtMost) return this.#contents.textWithin(element, room);
      const size = this.#contents.textAt(element, room);
      return isVertical ? { width: size.width, height } : { width, height: size.height };
    });
  }

  #measureTable(node: Node, table: TableGroup): void {
    node.setMeasureFunc((width, mode) => {
      if (mode === MeasureMode.Undefined) return this.#contents.tableWithin(table, Infinity);
      if (mode === MeasureMode.AtMost) return this.#contents.tableWithin(table, width);
      return { width, height: this.#contents.tableAt(table, width).size.height };
    });
  }

  #sizeCode(node: Node, element: SceneQrCode | SceneBarcode, { width, height }: Sizing): void {
    if (width !== 'hug' && height !== 'hug') return;
    const code = this.#contents.codeOf(element);
    if (code === null) return;
    if (width === 'hug') node.setWidth(code.width);
    if (height === 'hug') node.setHeight(code.height);
  }

  #sizePicture(node: Node, element: Extract<SceneElement, { type: 'image' }>, sizing: Sizing): void {
    if (sizing.width !== 'hug' && sizing.height !== 'hug') return;
    const picture = this.#contents.pictureOf(element);
    if (picture === null) return;
    if (sizing.width === 'fill' || sizing.height === 'fill') {
      node.setAspectRatio(picture.width / picture.height);
      return;
    }
    const given = (extent: Sizing['width']) => (typeof extent === 'number' ? extent : null);
    const size = pictureSize(picture, { width: given(sizing.width), height: given(sizing.height) }, sizing);
    node.setWidth(size.width);
    node.setHeight(size.height);
  }
}

/** Less than what boxes are rounded to. */
const hairPx = 1e-4;

/**
 * Limits that leave a hair of room in a group. The engine does not measure what has a width or height of
 * nothing: it takes all room in the other direction.
 */
function withoutCollapse(limits: Limits, { padding: [top, right, bottom, left] }: SceneLayout): Limits {
  return {
    ...limits,
    minWidth: Math.max(limits.minWidth, left + right + hairPx),
    minHeight: Math.max(limits.minHeight, top + bottom + hairPx),
  };
}

function setLimits(node: Node, { minWidth, maxWidth, minHeight, maxHeight }: Limits): void {
  if (minWidth > 0) node.setMinWidth(minWidth);
  if (maxWidth < Infinity) node.setMaxWidth(maxWidth);
  if (minHeight > 0) node.setMinHeight(minHeight);
  if (maxHeight < Infinity) node.setMaxHeight(maxHeight);
}

const edges = [Edge.Top, Edge.Right, Edge.Bottom, Edge.Left] as const;

function setSides(lengths: Sides, set: (edge: Edge, length: number) => void): void {
  edges.forEach((edge, side) => {
    if (lengths[side] !== 0) set(edge, lengths[side]!);
  });
}

/** Baselines are aligned afterwards, by margins: the engine does not know those of texts. */
const alignments: Readonly<Record<Alignment, Align>> = {
  start: Align.FlexStart,
  center: Align.Center,
  end: Align.FlexEnd,
  stretch: Align.Stretch,
  baseline: Align.FlexStart,
};

const justifications: Readonly<Record<SceneLayout['justify'], Justify>> = {
  start: Justify.FlexStart,
  center: Justify.Center,
  end: Justify.FlexEnd,
  'space-between': Justify.SpaceBetween,
  'space-around': Justify.SpaceAround,
  'space-evenly': Justify.SpaceEvenly,
};
