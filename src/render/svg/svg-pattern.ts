import type { Canvas } from '@napi-rs/canvas';

import { encodePng } from '../encode/png/encode-png.ts';
import { multiply, type Matrix } from '../geometry.ts';
import { PX_PER_INCH } from '../units.ts';
import type { Definitions } from './definitions.ts';
import { tag, transformOf } from './markup.ts';
import { definePicture, type SvgPicture } from './text-writer.ts';

/** A canvas pattern that becomes a `pattern`: a picture that is repeated in both directions. */
export class SvgPattern {
  readonly #picture: SvgPicture | Canvas;
  #matrix: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

  /** A defined picture, or pixels that are defined when the pattern is used. */
  constructor(picture: SvgPicture | Canvas) {
    this.#picture = picture;
  }

  setTransform(matrix: Matrix): void {
    this.#matrix = matrix;
  }

  /** Defines it. The transform leads from its coordinates to those of the shape. */
  define(definitions: Definitions, transform: Matrix | null = null): string {
    const { id, width, height } =
      'id' in this.#picture ? this.#picture : defineCanvas(definitions, this.#picture);
    const matrix = transform === null ? this.#matrix : multiply(transform, this.#matrix);
    const place = { patternUnits: 'userSpaceOnUse', width, height, patternTransform: transformOf(matrix) };
    return definitions.url('pattern', place, tag('use', { href: `#${id}` }));
  }
}

/** Defines the pixels of a canvas as a picture. */
export function defineCanvas(definitions: Definitions, canvas: Canvas): SvgPicture {
  const { width, height } = canvas;
  const data = encodePng({ data: canvas.data(), width, height, opaque: false }, PX_PER_INCH);
  return definePicture(definitions, { width, height, mediaType: 'image/png', data });
}
