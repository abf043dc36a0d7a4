import { createCanvas, ImageData } from '@napi-rs/canvas';

import type { RawPixels } from './picture.ts';
import type { Rect, Size } from './placement.ts';

/**
 * Draws pixels larger, to `target` on an area of whole pixels that cuts them off. The canvas does it rather than sharp, which
 * takes no place between pixels for its result and moves what it enlarges to the right and down by up to a source pixel.
 */
export function enlargePixels(source: RawPixels, { target, ...size }: Size & { target: Rect }): RawPixels {
  const { data, width, height, opaque } = source;
  const small = createCanvas(width, height);
  const bytes = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
  small.getContext('2d').putImageData(new ImageData(bytes, width, height), 0, 0);
  const large = createCanvas(size.width, size.height);
  const context = large.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(small, target.x, target.y, target.width, target.height);
  const pixels = context.getImageData(0, 0, size.width, size.height).data;
  // A canvas gives its memory back at once when it loses its area.
  for (const canvas of [small, large]) canvas.width = canvas.height = 0;
  return {
    data: new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength),
    ...size,
    opaque,
  };
}
