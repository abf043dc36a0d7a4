import type { Matrix } from '../geometry.ts';
import type { SvgGradient } from './svg-gradient.ts';
import type { SvgPattern } from './svg-pattern.ts';

/** A colour, a gradient or a pattern. */
export type Paint = string | SvgGradient | SvgPattern;

export const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** Everything that a context's `save` keeps, with the canvas's defaults. */
export const initialState = {
  matrix: identity,
  /** The outermost first. */
  clips: [] as readonly string[],
  fillStyle: '#000000' as Paint,
  strokeStyle: '#000000' as Paint,
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 10,
  lineDash: [] as readonly number[],
  lineDashOffset: 0,
  font: '10px sans-serif',
  lang: '',
  letterSpacing: '0px',
  wordSpacing: '0px',
  direction: 'ltr',
  fontVariationSettings: 'normal',
  fontFeatureSettings: 'normal',
};

/** The state of a context. */
export type ContextState = typeof initialState;
