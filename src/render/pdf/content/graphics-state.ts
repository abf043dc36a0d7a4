import type { Matrix } from '../../geometry.ts';
import type { PdfGradient, PdfPattern } from './gradients.ts';

/** A colour, a gradient or a pattern. */
export type PdfPaint = string | PdfGradient | PdfPattern;

/** A clip inside of another one. */
export interface Clip {
  readonly outer: Clip | null;
  readonly depth: number;
  /** Operators, in the coordinates of the page. */
  readonly operators: string;
}

/** Everything that a context's `save` keeps, with the canvas's defaults. */
export interface GraphicsState {
  readonly matrix: Matrix;
  readonly clip: Clip | null;
  readonly fillStyle: PdfPaint;
  readonly strokeStyle: PdfPaint;
  readonly globalAlpha: number;
  readonly globalCompositeOperation: string;
  /** Whether it leaves inks as they are that it does not have; null: black text does. */
  readonly overprint: boolean | null;
  readonly lineWidth: number;
  readonly lineCap: string;
  readonly lineJoin: string;
  readonly miterLimit: number;
  readonly lineDash: readonly number[];
  readonly lineDashOffset: number;
}

export const initialState: Omit<GraphicsState, 'matrix'> = {
  clip: null,
  fillStyle: '#000000',
  strokeStyle: '#000000',
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  overprint: null,
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 10,
  lineDash: [],
  lineDashOffset: 0,
};

/** What the content has set so far: the operators, by what they set. */
export type WrittenState = Readonly<Record<'fill' | 'stroke' | 'compositing' | 'line', string>>;

/** The defaults of a content stream (ISO 32000-1, 8.4.1). A form inherits what its user has set. */
export const unknownState: WrittenState = { fill: '', stroke: '', compositing: '', line: '' };

/** The blend modes of a PDF by the canvas's names (ISO 32000-1, 11.3.5). */
export const blendModes: Readonly<Record<string, string>> = {
  'source-over': 'Normal',
  multiply: 'Multiply',
  screen: 'Screen',
  overlay: 'Overlay',
  darken: 'Darken',
  lighten: 'Lighten',
  'color-dodge': 'ColorDodge',
  'color-burn': 'ColorBurn',
  'hard-light': 'HardLight',
  'soft-light': 'SoftLight',
  difference: 'Difference',
  exclusion: 'Exclusion',
  hue: 'Hue',
  saturation: 'Saturation',
  color: 'Color',
  luminosity: 'Luminosity',
};
export const lineCaps: Readonly<Record<string, number>> = { butt: 0, round: 1, square: 2 };
export const lineJoins: Readonly<Record<string, number>> = { miter: 0, round: 1, bevel: 2 };
