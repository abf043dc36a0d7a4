import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';

import type { Rect } from '../geometry.ts';
import { releaseCanvas } from '../surface/layers.ts';

/** Four pixels in a row: two that mark a stand-in, its number, and the complement of the number. */
export const STAND_IN_WIDTH = 4;
export const STAND_IN_HEIGHT = 1;
/** Of an image that is repeated. Skia stretches a pattern that is one pixel high. */
export const TILE_STAND_IN_HEIGHT = 2;
const MARK = Buffer.from('PLATEN', 'latin1');
/** The first images and the first marks are cached. */
const MAX_CACHED = 64;
const standIns = new Map<number, Canvas>();
const MAX_NUMBER = 0xffffff;
/**
 * The first number of stand-ins that are no images, but marks: this one ends a picture, those that follow
 * begin the part with their number.
 */
export const FIRST_MARK = 0x800000;

/**
 * A tiny image that Skia draws instead of image `number`. `replaceStandIns` replaces it by the compressed
 * image, which Skia would decode and compress again.
 */
export function standIn(number: number): Canvas {
  let canvas = standIns.get(number);
  if (canvas === undefined) {
    canvas = createStandIn(number, STAND_IN_HEIGHT);
    if (isCached(number)) standIns.set(number, canvas);
  }
  return canvas;
}

/** As `standIn`, for an image that is repeated. */
export function tileStandIn(number: number): Canvas {
  return createStandIn(number, TILE_STAND_IN_HEIGHT);
}

/** Draws a stand-in over a rectangle, and releases it if it is not cached. */
export function drawStandIn(context: SKRSContext2D, number: number, { x, y, width, height }: Rect): void {
  const canvas = standIn(number);
  context.drawImage(canvas, x, y, width, height);
  if (!isCached(number)) releaseCanvas(canvas);
}

function isCached(number: number): boolean {
  return number % FIRST_MARK < MAX_CACHED;
}

/** Each row has the same pixels. */
function createStandIn(number: number, height: number): Canvas {
  const canvas = createCanvas(STAND_IN_WIDTH, height);
  const rgb = standInSamples(number);
  const rgba = new Uint8ClampedArray(STAND_IN_WIDTH * height * 4).fill(255);
  for (let pixel = 0; pixel < STAND_IN_WIDTH * height; pixel++) {
    const at = (pixel % STAND_IN_WIDTH) * 3;
    rgba.set(rgb.subarray(at, at + 3), pixel * 4);
  }
  canvas.getContext('2d').putImageData(new ImageData(rgba, STAND_IN_WIDTH, height), 0, 0);
  return canvas;
}

/** The number of a stand-in by its RGB samples; null if they are not a stand-in. */
export function readStandIn(samples: Uint8Array): number | null {
  const bytes = Buffer.from(samples);
  if (bytes.length < MARK.length + 6 || !bytes.subarray(0, MARK.length).equals(MARK)) return null;
  const number = bytes.readUIntBE(MARK.length, 3);
  return bytes.readUIntBE(MARK.length + 3, 3) === MAX_NUMBER - number ? number : null;
}

function standInSamples(number: number): Buffer {
  const samples = Buffer.alloc(STAND_IN_WIDTH * 3);
  MARK.copy(samples);
  samples.writeUIntBE(number, MARK.length, 3);
  samples.writeUIntBE(MAX_NUMBER - number, MARK.length + 3, 3);
  return samples;
}
