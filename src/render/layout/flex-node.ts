import type { Node } from 'yoga-layout/load';
import type { Rect } from '../geometry.ts';
import type { SceneElement, SceneLayout, Sizing } from '../scene.ts';

/** A node of the engine with its element. */
export interface FlexNode {
  readonly node: Node;
  readonly element: SceneElement;
  readonly sizing: Sizing;
  /** The layout of a group, and the nodes that it places. */
  readonly inner: { readonly layout: SceneLayout; readonly children: readonly FlexNode[] } | null;
}

/** The engine has 32-bit floats: more digits than these are noise. */
const digits = 1000;

/** The box of a node within its parent. */
export function boxOf(node: Node): Rect {
  const { left, top, width, height } = node.getComputedLayout();
  const round = (length: number) => Math.round(length * digits) / digits;
  return { x: round(left), y: round(top), width: round(width), height: round(height) };
}
