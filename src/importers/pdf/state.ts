/** The graphics state of a page while its operators are read (ISO 32000-2, 8.4). */
import type { Matrix } from '../../render/geometry.ts';
import type { Clip } from './clips.ts';
import type { PdfFont } from './fonts.ts';

/** What an operator paints with. `fill` and `stroke` are paints of SVG. */
export interface State {
  /** From the user space to the page: points, y down. */
  matrix: Matrix;
  clips: readonly Clip[];
  /** The id of a soft mask. */
  mask: string | null;
  fill: string;
  stroke: string;
  fillAlpha: number;
  strokeAlpha: number;
  blend: string;
  lineWidth: number;
  lineCap: number;
  lineJoin: number;
  miterLimit: number;
  dash: readonly number[];
  dashPhase: number;
  font: PdfFont | null;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  /** A share of the width of letters. */
  stretch: number;
  leading: number;
  rise: number;
  renderMode: number;
}

/** The state at the start of a page, or of something that has its own. */
export function initialState(matrix: Matrix): State {
  return {
    matrix,
    clips: [],
    mask: null,
    fill: '#000000',
    stroke: '#000000',
    fillAlpha: 1,
    strokeAlpha: 1,
    blend: 'source-over',
    lineWidth: 1,
    lineCap: 0,
    lineJoin: 0,
    miterLimit: 10,
    dash: [],
    dashPhase: 0,
    font: null,
    fontSize: 1,
    charSpacing: 0,
    wordSpacing: 0,
    stretch: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
  };
}

/** A matrix of six numbers, as pdf.js has it. */
export function toMatrix(numbers: ArrayLike<number>): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(numbers);
  return { a, b, c, d, e, f };
}
