import type { Canvas } from '@napi-rs/canvas';

import { encodePng } from '../encode/png/encode-png.ts';
import type { DrawingBudget } from '../surface/drawing-budget.ts';
import { releaseCanvas } from '../surface/layers.ts';
import { multiply, type Matrix, type Size } from '../geometry.ts';
import { PX_PER_INCH } from '../../common/lengths/units.ts';
import type { Definitions } from './definitions.ts';
import { HREF, tag, writeTransform } from './markup.ts';
import { definePicture, type SvgPicture } from './text-writer.ts';

/** A canvas pattern that becomes a `pattern`: a picture that is repeated in both directions. */
export class SvgPattern {
  readonly #canvas: Canvas;
  readonly #size: Size;
  readonly #budget: DrawingBudget;
  readonly #standsFor: SvgPicture | undefined;
  #pixels: SvgPicture | undefined;
  #matrix: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

  /** The pixels are defined when the pattern is used, unless they stand in for a picture. */
  constructor(canvas: Canvas, budget: DrawingBudget, picture?: SvgPicture) {
    this.#canvas = canvas;
    this.#size = { width: canvas.width, height: canvas.height };
    this.#budget = budget;
    this.#standsFor = picture;
  }

  setTransform(matrix: Matrix): void {
    this.#matrix = matrix;
  }

  /** Defines it. The transform leads from its coordinates to those of the shape. */
  define(definitions: Definitions, transform: Matrix | null = null): string {
    const { id, width, height } = this.#standsFor ?? this.#definePixels(definitions);
    const own = this.#standsFor === undefined ? this.#matrix : this.#inPicture(this.#standsFor);
    const matrix = transform === null ? own : multiply(transform, own);
    const place = { patternUnits: 'userSpaceOnUse', width, height, patternTransform: writeTransform(matrix) };
    return definitions.url('pattern', place, tag('use', { [HREF]: `#${id}` }));
  }

  /** The pixels are free then: collections would come too late for a page of many gradients. */
  #definePixels(definitions: Definitions): SvgPicture {
    if (this.#pixels === undefined) {
      this.#pixels = defineCanvas(definitions, this.#canvas, this.#budget);
      releaseCanvas(this.#canvas);
    }
    return this.#pixels;
  }

  /** The transform from the pixels of the picture, which may have others than its stand-in. */
  #inPicture({ width, height }: SvgPicture): Matrix {
    const [a, d] = [this.#size.width / width, this.#size.height / height];
    return multiply(this.#matrix, { a, b: 0, c: 0, d, e: 0, f: 0 });
  }
}

/** Defines the pixels of a canvas as a picture. `budget`: of the page, which takes what they cost. */
export function defineCanvas(definitions: Definitions, canvas: Canvas, budget: DrawingBudget): SvgPicture {
  const { width, height } = canvas;
  budget.compress(canvas);
  const data = encodePng({ data: canvas.data(), width, height, opaque: false }, PX_PER_INCH);
  return definePicture(definitions, { width, height, mediaType: 'image/png', data });
}
