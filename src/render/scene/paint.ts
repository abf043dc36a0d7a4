/** Colours, gradients, strokes and shadows of a scene. */

/** A colour as `#rrggbbaa`, lower case; one in inks has these after it: see `inks/ink-color.ts`. */
export type Color = string;

export interface ColorStop {
  readonly offset: number;
  readonly color: Color;
}

export type Paint =
  | { readonly type: 'solid'; readonly color: Color }
  /**
   * `angle` as in CSS: 0 to the top, 90 to the right. The ends of the gradient reach the corners of the box,
   * as in CSS.
   */
  | { readonly type: 'linear'; readonly angle: number; readonly stops: readonly ColorStop[] }
  /** `center` and `radius` are fractions of the element’s box; the radius of its longer side. */
  | {
      readonly type: 'radial';
      readonly center: { readonly x: number; readonly y: number };
      readonly radius: number;
      readonly stops: readonly ColorStop[];
    }
  /** `angle` is the direction of the first stop, as in CSS; the stops turn clockwise about `center`. */
  | {
      readonly type: 'conic';
      readonly center: { readonly x: number; readonly y: number };
      readonly angle: number;
      readonly stops: readonly ColorStop[];
    };

export type Gradient = Exclude<Paint, { type: 'solid' }>;

/** Keys that a template leaves out are left out here, too. */
export interface Stroke {
  /** A gradient runs across the element’s box. */
  readonly color: Color | Gradient;
  readonly width: number;
  /** Dash lengths; empty is a solid line. */
  readonly dash: readonly number[];
  readonly dashOffset?: number;
  /** Default: `butt`, or that of a line. */
  readonly cap?: 'butt' | 'round' | 'square';
  /** Default: `miter`. */
  readonly join?: 'miter' | 'round' | 'bevel';
  /** Default: by the type of the element. */
  readonly miterLimit?: number;
  /** Default: centred on the outline. */
  readonly align?: 'inside' | 'outside';
}

export interface Shadow {
  readonly x: number;
  readonly y: number;
  /** CSS blur radius: twice the standard deviation. */
  readonly blur: number;
  readonly color: Color;
  /** Only in lists: how far the outline is moved outwards. */
  readonly spread?: number;
  /** Only in lists: the shadow is inside of the outline. */
  readonly inset?: true;
}
