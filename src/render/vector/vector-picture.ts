import type { Matrix } from '../draw/geometry.ts';

/** A drawing as shapes: what a PDF can show without pixels. Its coordinates run from 0, 0 to `width`, `height`. */
export interface VectorPicture {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly VectorNode[];
  /** Whether a gradient in it is see-through: as part of a transparent whole Ghostscript would show it too faintly. */
  readonly hasFadingGradient: boolean;
}

export type VectorNode = VectorShape | VectorGroup;

export interface VectorShape {
  readonly type: 'shape';
  /** SVG path data in the shape's own coordinates. */
  readonly d: string;
  /** From the shape's own coordinates to the picture's. */
  readonly matrix: Matrix;
  readonly fill: { readonly ink: Ink; readonly rule: FillRule } | null;
  readonly stroke: VectorStroke | null;
}

/** Nodes that are cut, or faded, as a whole. Their matrices lead to the picture's coordinates all the same. */
export interface VectorGroup {
  readonly type: 'group';
  readonly opacity: number;
  /** In the picture's coordinates; null where nothing is cut away. */
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

/** What a shape is painted with, in its own coordinates. */
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
      /** From the gradient's coordinates, in which it is round, to the shape's; null where they are the same. */
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

/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];
