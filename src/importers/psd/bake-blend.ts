/** Layers mixed with those below them, in modes that the template does not have. */
import type { BlendMode, Layer } from 'ag-psd';
import type { PsdContext } from './context.ts';
import { readLayerName } from './layer-name.ts';
import type { LayerPixels } from './document.ts';
import type { Rgb } from '../color-spaces.ts';
import { mixColor } from './mix-channels.ts';
import { applyMask } from './pixels.ts';

/** Larger layers get the nearest mode. */
const maxPixels = 8_000_000;

/**
 * The pixels of a layer as they look above the layers below, as if they were mixed as "normal" is. Null if
 * these do not cover all that is below, or are more than pictures.
 */
export function bakeBlend(
  mode: BlendMode,
  pixels: LayerPixels,
  below: readonly Layer[],
  context: PsdContext,
): LayerPixels | null {
  if (mode === 'dissolve' || pixels.width * pixels.height > maxPixels) return null;
  const backdrop = getBackdrop(below, pixels, context);
  if (backdrop === null) return null;
  const data = Uint8ClampedArray.from(pixels.data);
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    if (backdrop[at + 3] !== 255) return null;
    data.set(mixColor(mode, colorAt(backdrop, at), colorAt(pixels.data, at)), at);
  }
  return { ...pixels, data };
}

function colorAt(data: Uint8ClampedArray, at: number): Rgb {
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

/** Straight pixels of what lies below a box; null if that is not known. */
function getBackdrop(
  below: readonly Layer[],
  { x, y, width, height }: LayerPixels,
  { document, adjustments }: PsdContext,
): Uint8ClampedArray | null {
  const data = new Uint8ClampedArray(width * height * 4);
  for (const layer of below) {
    if (layer.hidden === true) continue;
    const step = layer.clipping === true ? null : adjustments.step(layer);
    if (step !== null) {
      adjustments.adjust({ x, y, width, height, data }, readLayerName(layer), [step]);
      continue;
    }
    if (!isPlain(layer)) return null;
    const read = document.pixels(layer);
    const mask = document.mask(layer);
    if (read === null || typeof read === 'string' || typeof mask === 'string') return null;
    if (mask !== null) applyMask(read, mask);
    const opacity = (layer.opacity ?? 1) * (layer.fillOpacity ?? 1);
    for (let row = Math.max(0, read.y - y); row < Math.min(height, read.y + read.height - y); row += 1)
      for (
        let column = Math.max(0, read.x - x);
        column < Math.min(width, read.x + read.width - x);
        column += 1
      )
        put(
          data,
          (row * width + column) * 4,
          read,
          (row + y - read.y) * read.width + column + x - read.x,
          opacity,
        );
  }
  return data;
}

/** A picture that is mixed as "normal" is, and nothing else. */
function isPlain({
  children,
  adjustment,
  clipping,
  blendMode = 'normal',
  effects,
  vectorMask,
  ...layer
}: Layer) {
  const isShape = vectorMask === undefined || layer.vectorFill !== undefined;
  return (
    children === undefined &&
    adjustment === undefined &&
    clipping !== true &&
    blendMode === 'normal' &&
    isShape &&
    (effects === undefined || effects.disabled === true)
  );
}

/** Lays a pixel above another one. */
function put(data: Uint8ClampedArray, at: number, from: LayerPixels, pixel: number, opacity: number): void {
  const alpha = ((from.data[pixel * 4 + 3] ?? 0) / 255) * opacity;
  const rest = ((data[at + 3] ?? 0) / 255) * (1 - alpha);
  if (alpha + rest <= 0) return;
  for (let channel = 0; channel < 3; channel += 1)
    data[at + channel] =
      ((data[at + channel] ?? 0) * rest + (from.data[pixel * 4 + channel] ?? 0) * alpha) / (alpha + rest);
  data[at + 3] = 255 * (alpha + rest);
}
