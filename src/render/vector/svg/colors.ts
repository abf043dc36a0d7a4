import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

import type { Rgba } from '../vector-image.ts';
import { UnsupportedSvg } from './document.ts';
import { readNumbers } from './values.ts';

const CLEAR = '#00000000';
let parsing: SKRSContext2D | undefined;

/** A CSS colour, except `currentColor`. Throws UnsupportedSvg for an invalid colour. */
export function readColor(value: string): Rgba {
  parsing ??= createCanvas(1, 1).getContext('2d');
  parsing.fillStyle = CLEAR;
  const none = parsing.fillStyle;
  parsing.fillStyle = value;
  const color = parsing.fillStyle;
  if (/^#[\da-f]{6}$/iu.test(color)) {
    const at = (index: number): number => Number.parseInt(color.slice(index, index + 2), 16);
    return [at(1), at(3), at(5), 1];
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = readNumbers(color.replace(/^rgba\((.*)\)$/u, '$1'));
  // An invalid value does not change the canvas's style.
  if (color === none && !/^(?:transparent|#0000|#00000000)$/iu.test(value))
    throw new UnsupportedSvg(`the colour ${value}`);
  return [red, green, blue, alpha];
}
