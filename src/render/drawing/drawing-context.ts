/** The port that drawing draws to: pixels (Skia), SVG and PDF implement it. */
import type { Canvas, Path2D, SKRSContext2D } from '@napi-rs/canvas';

import type { Matrix } from '../geometry.ts';

/** How what is drawn is composed with what is below, as a canvas names it. */
export type CompositeOperation = SKRSContext2D['globalCompositeOperation'];

/** A linear, radial or conic gradient in the coordinates of the context that made it. */
export interface DrawingGradient {
  addColorStop(offset: number, color: string): void;
}

/** A picture that is repeated. */
export interface DrawingPattern {
  setTransform(matrix: Matrix): void;
}

/**
 * What fills and outlines are painted with: a colour as `#rrggbb`, `#rrggbbaa` or `rgba(…)`, or a paint.
 * Where inks are drawn, a colour may have inks, as in a scene.
 */
export type DrawingStyle = string | DrawingGradient | DrawingPattern;

type FillRule = 'nonzero' | 'evenodd';

/** What drawing uses of a canvas beside texts: the state, paths, paints, clips and images. */
export interface PathContext {
  /** It draws inks: others draw how these are seen. */
  readonly drawsInks?: boolean;
  fillStyle: DrawingStyle;
  strokeStyle: DrawingStyle;
  globalAlpha: number;
  globalCompositeOperation: CompositeOperation;
  /** PDFs for print only: see `ElementBase`. */
  overprint?: boolean | null;
  lineWidth: number;
  lineCap: 'butt' | 'round' | 'square';
  lineJoin: 'bevel' | 'miter' | 'round';
  miterLimit: number;
  lineDashOffset: number;
  /** Pixels only. */
  imageSmoothingEnabled: boolean;
  imageSmoothingQuality: 'low' | 'medium' | 'high';

  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  scale(x: number, y: number): void;
  /** @param angle in radians */
  rotate(angle: number): void;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  resetTransform(): void;
  getTransform(): Matrix;

  setLineDash(lengths: number[]): void;
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): DrawingGradient;
  createRadialGradient(
    x0: number,
    y0: number,
    r0: number,
    x1: number,
    y1: number,
    r1: number,
  ): DrawingGradient;
  /** @param angle in radians; pages of vectors have conic gradients as pictures */
  createConicGradient(angle: number, x: number, y: number): DrawingGradient;
  createPattern(image: Canvas, repetition: 'repeat'): DrawingPattern | null;

  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radii: number | number[]): void;
  ellipse(x: number, y: number, rx: number, ry: number, rotation: number, start: number, end: number): void;
  arc(x: number, y: number, radius: number, start: number, end: number): void;
  clip(rule?: FillRule): void;
  clip(path: Path2D, rule?: FillRule): void;
  fill(rule?: FillRule): void;
  fill(path: Path2D, rule?: FillRule): void;
  stroke(path?: Path2D): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeRect(x: number, y: number, width: number, height: number): void;
  drawImage(image: Canvas, x: number, y: number, width: number, height: number): void;
}

/** A context that draws texts in a font that it shapes itself: pixels and SVG. */
export interface TextContext extends PathContext {
  font: string;
  lang: string;
  direction: 'ltr' | 'rtl' | 'inherit';
  textAlign: 'center' | 'end' | 'left' | 'right' | 'start';
  letterSpacing: string;
  wordSpacing: string;
  fontVariationSettings: string;
  fontFeatureSettings: string;
  fontKerning: 'auto' | 'none' | 'normal';
  textRendering: 'auto' | 'geometricPrecision' | 'optimizeLegibility' | 'optimizeSpeed';
  fillText(text: string, x: number, y: number): void;
  strokeText(text: string, x: number, y: number): void;
}
