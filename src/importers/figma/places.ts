/** Where nodes are. Files have boxes on the page around what is turned; templates have boxes in parents. */
import type { FigmaNode } from '../../../generated/designs/figma.ts';
import { toPlace, type DesignBox } from '../boxes.ts';

/** A point of the page, the size about it, and how it is turned there. */
export interface NodePlace {
  readonly middle: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise on the page. */
  readonly turn: number;
  /** Whether it is mirrored, before it is turned. */
  readonly isMirrored: boolean;
}

/** The place of a node on the page; null if the file has none. `turn` is that of the frame it is in. */
export function placeOnPage(node: FigmaNode, turn: number): NodePlace | null {
  const { absoluteBoundingBox: box, size, relativeTransform: transform } = node;
  if (box === undefined) return null;
  const { x = 0, y = 0, width: boxWidth = 0, height: boxHeight = 0 } = box;
  const middle = { x: x + boxWidth / 2, y: y + boxHeight / 2 };
  const [[a = 1, c = 0] = [], [b = 0, d = 1] = []] = transform ?? [];
  const isMirrored = transform !== undefined && a * d - b * c < 0;
  // What is mirrored top to bottom is mirrored left to right and turned by half.
  const own =
    transform === undefined
      ? getTurn(node)
      : (Math.atan2(isMirrored ? -b : b, isMirrored ? -a : a) * 180) / Math.PI;
  // Groups have the box of their members, which are turned themselves.
  const total = node.type === 'GROUP' ? turn : turn + own;
  const { x: w, y: h } = size ?? {};
  if (node.type !== 'GROUP' && w !== undefined && h !== undefined)
    return { middle, width: w, height: h, turn: total, isMirrored };
  return { middle, ...unturned(boxWidth, boxHeight, total), turn: total, isMirrored };
}

/** Older files have degrees counterclockwise, newer ones radians. */
function getTurn({ rotation = 0 }: FigmaNode): number {
  const isRadians = Math.abs(rotation) <= Math.PI + 1e-6;
  return isRadians ? (-rotation * 180) / Math.PI : -rotation;
}

/** The size of a box that is as large as this once it is turned. */
function unturned(width: number, height: number, turn: number): { width: number; height: number } {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const span = cos * cos - sin * sin;
  if (Math.abs(span) < 0.01) return { width, height };
  return {
    width: Math.max(0, (width * cos - height * sin) / span),
    height: Math.max(0, (height * cos - width * sin) / span),
  };
}

/** A place in a frame. */
export function placeIn(
  parent: NodePlace,
  { middle, width, height, turn, isMirrored }: NodePlace,
): DesignBox & { flipX?: boolean } {
  const angle = (-parent.turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [middle.x - parent.middle.x, middle.y - parent.middle.y];
  const place = toPlace({
    x: x * cos - y * sin + parent.width / 2 - width / 2,
    y: x * sin + y * cos + parent.height / 2 - height / 2,
    width,
    height,
    rotation: turn - parent.turn,
  });
  return { ...place, ...(isMirrored && { flipX: true }) };
}
