import type { Matrix } from '../geometry.ts';
import type { Inks } from '../inks/ink-color.ts';

/**
 * A vector image, which a PDF can show without pixels. Its coordinates are from 0, 0 to `width`, `height`.
 */
export interface VectorImage {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly VectorNode[];
  /** It has a translucent gradient, which Ghostscript shows too faintly inside a transparency group. */
  readonly hasTranslucentGradient: boolean;
}

export type VectorNode = VectorShape | VectorGroup;

export interface VectorShape {
  readonly type: 'shape';
  /** SVG path data in the shape's own coordinates. */
  readonly d: string;
  /** From the shape's coordinates to the image's. */
  readonly matrix: Matrix;
  readonly fill: { readonly ink: Ink; readonly rule: FillRule } | null;
  readonly stroke: VectorStroke | null;
}

/** Nodes with a common clip or opacity. Their matrices still lead to the image's coordinates. */
export interface VectorGroup {
  readonly type: 'group';
  readonly opacity: number;
  /** In the image's coordinates; null if there is no clip. */
  readonly clip: { readonly d: string; readonly rule: FillRule } | null;
  readonly nodes: readonly VectorNode[];
}

export type FillRule = 'nonzero' | 'evenodd';

export interface VectorStroke {
  readonly ink: Ink;
  readonly width: number;
  readonly cap: 'butt' | 'round' | 'square';
  readonly join: 'miter' | 'round' | 'bevel';
  readonly miterLimit: number;
  readonly dash: readonly number[];
  readonly dashOffset: number;
}

/** The paint of a shape, in the shape's coordinates. */
export type Ink =
  | { readonly type: 'color'; readonly color: Rgba }
  | {
      readonly type: 'linear';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly stops: readonly InkStop[];
    }
  | {
      readonly type: 'radial';
      readonly focus: Circle;
      readonly circle: Circle;
      /**
       * From the gradient's coordinates, in which its circles are round, to the shape's; null for identity.
       */
      readonly matrix: Matrix | null;
      readonly stops: readonly InkStop[];
    };

export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface InkStop {
  readonly offset: number;
  readonly color: Rgba;
}

/** Red, green and blue from 0 to 255, opacity from 0 to 1, and the inks that are seen as this, if any. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number, inks?: Inks];

/** The shapes of an image, those in groups as well. */
export function countShapes(nodes: readonly VectorNode[]): number {
  return nodes.reduce((sum, node) => sum + (node.type === 'shape' ? 1 : countShapes(node.nodes)), 0);
}
