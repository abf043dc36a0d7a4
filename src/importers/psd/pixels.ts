/** Pixels of layers: masks baked in, empty edges cut off, PNG files made. */
import { encodePng } from '../../render/encode/png/encode-png.ts';
import type { LayerMask, LayerPixels } from './document.ts';

/** Density without a meaning: pictures of layers are placed by their pixels. */
const pixelsPerInch = 96;

/** Larger pictures are not expanded. */
const maxExpanded = 16_000_000;

/** Multiplies the alpha of pixels by a mask. */
export function applyMask(pixels: LayerPixels, mask: LayerMask): void {
  const { data, width, height } = pixels;
  for (let row = 0; row < height; row += 1) {
    const maskRow = pixels.y + row - mask.y;
    const isInside = maskRow >= 0 && maskRow < mask.height;
    for (let column = 0; column < width; column += 1) {
      const maskColumn = pixels.x + column - mask.x;
      const shown =
        isInside && maskColumn >= 0 && maskColumn < mask.width
          ? (mask.data[maskRow * mask.width + maskColumn] ?? 0)
          : mask.outside;
      const at = (row * width + column) * 4 + 3;
      data[at] = ((data[at] ?? 0) * shown) / 255;
    }
  }
}

/** The alpha of pixels as a mask. */
export function alphaMask({ x, y, width, height, data }: LayerPixels): LayerMask {
  const alpha = new Uint8ClampedArray(width * height);
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = data[at * 4 + 3] ?? 0;
  return { x, y, width, height, data: alpha, outside: 0 };
}

/** Mixes a colour into all pixels; their alpha stays. */
export function overlayColor(pixels: LayerPixels, [r, g, b]: readonly number[], opacity: number): void {
  const { data } = pixels;
  for (let at = 0; at < data.length; at += 4) {
    data[at] = (data[at] ?? 0) * (1 - opacity) + (r ?? 0) * opacity;
    data[at + 1] = (data[at + 1] ?? 0) * (1 - opacity) + (g ?? 0) * opacity;
    data[at + 2] = (data[at + 2] ?? 0) * (1 - opacity) + (b ?? 0) * opacity;
  }
}

/** Pixels without the rows and columns at the edges that show nothing; null if none shows anything. */
export function trim(pixels: LayerPixels): LayerPixels | null {
  const { data, width, height } = pixels;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (data[(row * width + column) * 4 + 3] === 0) continue;
      left = Math.min(left, column);
      right = Math.max(right, column + 1);
      top = Math.min(top, row);
      bottom = row + 1;
    }
  }
  if (right <= left) return null;
  return cut(pixels, { left, top, right, bottom });
}

/** A part of pixels, in their own columns and rows. */
export function cut(
  pixels: LayerPixels,
  edges: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
): LayerPixels | null {
  const left = Math.max(0, edges.left);
  const top = Math.max(0, edges.top);
  const [width, height] = [
    Math.min(pixels.width, edges.right) - left,
    Math.min(pixels.height, edges.bottom) - top,
  ];
  if (width <= 0 || height <= 0) return null;
  if (width === pixels.width && height === pixels.height) return pixels;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = ((top + row) * pixels.width + left) * 4;
    data.set(pixels.data.subarray(start, start + width * 4), row * width * 4);
  }
  return { x: pixels.x + left, y: pixels.y + top, width, height, data };
}

/** Pixels with empty ones around them, up to the edges of a box. */
export function expand(
  pixels: LayerPixels,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): LayerPixels {
  const [left, top] = [Math.min(pixels.x, Math.floor(box.x)), Math.min(pixels.y, Math.floor(box.y))];
  const width = Math.max(pixels.x + pixels.width, Math.ceil(box.x + box.width)) - left;
  const height = Math.max(pixels.y + pixels.height, Math.ceil(box.y + box.height)) - top;
  if ((width === pixels.width && height === pixels.height) || width * height > maxExpanded) return pixels;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < pixels.height; row += 1) {
    const start = row * pixels.width * 4;
    const at = ((row + pixels.y - top) * width + pixels.x - left) * 4;
    data.set(pixels.data.subarray(start, start + pixels.width * 4), at);
  }
  return { x: left, y: top, width, height, data };
}

/** Pixels as a PNG file. They are changed: their colours are multiplied by their alpha. */
export function toPng({ data, width, height }: LayerPixels): Uint8Array {
  let opaque = true;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 255) continue;
    opaque = false;
    data[at] = ((data[at] ?? 0) * alpha) / 255;
    data[at + 1] = ((data[at + 1] ?? 0) * alpha) / 255;
    data[at + 2] = ((data[at + 2] ?? 0) * alpha) / 255;
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return encodePng({ data: bytes, width, height, opaque }, pixelsPerInch);
}
