import { Edge, type Node } from 'yoga-layout/load';
import type { Rect } from '../geometry.ts';
import type { SceneLayout, Sizing } from '../scene/boxes.ts';
import type { SceneElement } from '../scene/elements.ts';

/** A node of the engine with its element. */
export interface FlexNode {
  readonly node: Node;
  readonly element: SceneElement;
  readonly sizing: Sizing;
  /** The layout of a group, and the nodes that it places. */
  readonly inner: { readonly layout: SceneLayout; readonly children: readonly FlexNode[] } | null;
}

/** A node whose layout places others. */
export type FlexGroup = Pick<FlexNode, 'node'> & { readonly inner: NonNullable<FlexNode['inner']> };

/** The engine has 32-bit floats: more digits than these are noise. */
const digits = 1000;

/** The box of a node within its parent. */
export function readNodeBox(node: Node): Rect {
  const { left, top, width, height } = node.getComputedLayout();
  const round = (length: number) => Math.round(length * digits) / digits;
  return { x: round(left), y: round(top), width: round(width), height: round(height) };
}

/**
 * The box of a node in its layout. The engine places elements of layouts that wrap without their margins
 * across the direction, unless they stretch or stand at the end.
 */
export function boxInLayout({ node, sizing }: FlexNode, layout: SceneLayout): Rect {
  const box = readNodeBox(node);
  if (!layout.wrap) return box;
  const isRow = layout.direction === 'row';
  const isFilled = (isRow ? sizing.height : sizing.width) === 'fill';
  const align = isFilled ? 'stretch' : (sizing.alignSelf ?? layout.align);
  if (align === 'stretch' || align === 'end') return box;
  const before = node.getComputedMargin(isRow ? Edge.Top : Edge.Left);
  const after = node.getComputedMargin(isRow ? Edge.Bottom : Edge.Right);
  const shift = align === 'center' ? (before - after) / 2 : before;
  return isRow ? { ...box, y: box.y + shift } : { ...box, x: box.x + shift };
}
