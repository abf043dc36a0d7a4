import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { drawText } from './draw-text.ts';
import type { TextLayout } from '../text-layout.ts';

/** How much the letters cover of each pixel of an area, from 0 to 255. */
export interface TextInk {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Draws a text whose box begins at `x`, `y` of an area of pixels. Returns what its letters cover. */
export function textInk(
  layout: TextLayout,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): TextInk {
  const context = getCanvas(width, height).getContext('2d');
  context.reset();
  context.translate(x, y);
  drawText(context, layout);
  const { data: pixels } = context.getImageData(0, 0, width, height);
  const data = new Uint8ClampedArray(width * height);
  for (let at = 0; at < data.length; at += 1) data[at] = pixels[at * 4 + 3] ?? 0;
  return { width, height, data };
}

/** The last canvas: its memory is outside of the heap, where collections come too late for one per text. */
let last: Canvas | undefined;

function getCanvas(width: number, height: number): Canvas {
  if (last?.width !== width || last.height !== height) last = createCanvas(width, height);
  return last;
}
