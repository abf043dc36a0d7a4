/** What a gesture of the pointer shows while it lasts. */
import type { Box, Point } from '../model/placement.ts';

/** What the pointer is doing on the canvas. */
export type Gesture =
  | MoveGesture
  | {
      readonly kind: 'resize' | 'rotate' | 'guide' | 'pan';
      readonly lines: readonly SnapLine[];
      readonly label?: PointerLabel;
    }
  | {
      readonly kind: 'layout';
      readonly lines: readonly SnapLine[];
      /** The side of the padding, or the gaps. */
      readonly part: string;
      readonly label: PointerLabel;
    }
  | { readonly kind: 'marquee'; readonly box: Box; readonly lines: readonly SnapLine[] };

/** A value beside the pointer, at a place of the canvas. */
export interface PointerLabel {
  readonly text: string;
  readonly at: Point;
}

export interface MoveGesture {
  readonly kind: 'move';
  /** Ids of the elements that move: the same list as long as the gesture lasts. */
  readonly ids: readonly string[];
  /** How far they are from where they were, on the page in the document's unit. */
  readonly distance: Point;
  readonly lines: readonly SnapLine[];
  /** Distances to what is around it. */
  readonly measures?: readonly Distance[];
  /** The design stays until the end: elements of a layout, with the line on the page where they land. */
  readonly carried?: { readonly line: readonly [Point, Point] | null; readonly isCopy: boolean };
  /** The place of the other page that the pointer is on: it would be dropped there. */
  readonly toPage?: number | null;
}

/** A distance on the page, from one place to another, in the document's unit. */
export interface Distance {
  readonly from: Point;
  readonly to: Point;
  readonly length: number;
}

/** A line that something snaps to, on the page in the document's unit. */
export interface SnapLine {
  /** The axis that is snapped: `x` has a vertical line. */
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
