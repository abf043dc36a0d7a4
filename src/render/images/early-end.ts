/**
 * JPEGs whose data ends before their end marker: a program closed a file that was cut short. Their structure
 * is whole, so that it shows only when they are decoded.
 */
import sharp from 'sharp';

import { RenderInputError } from '../errors.ts';
import type { AssetReference } from '../job.ts';

/** What a decoder of JPEGs writes where data is missing: grey, also after a conversion between profiles. */
const FILL = { min: 96, max: 160, spread: 10 };
/** What edges of smaller pictures may differ more. */
const EDGE = 16;

/** Thrown once for a JPEG that is then read as a damaged file. */
export class EarlyEndError extends RenderInputError {
  readonly reference: AssetReference;

  constructor(reference: AssetReference, key: string) {
    super('image', reference.variable, 'is damaged or cut off', `The file "${key}"`);
    this.reference = reference;
  }
}

const early = new WeakSet<Uint8Array>();
const whole = new WeakSet<Uint8Array>();

/** Whether the file is known to end early. */
export function isKnownEarly(bytes: Uint8Array): boolean {
  return early.has(bytes);
}

/** From now on the file is read as a damaged one. */
export function noteEarlyEnd(bytes: Uint8Array): void {
  early.add(bytes);
}

/** Whether a decoder that fails at warnings has missed data. */
export function isEarlyEnd(error: unknown): boolean {
  return /premature end/u.test(String(error));
}

/** Whether a colour may be that of missing data. */
export function isFill(red: number, green: number, blue: number): boolean {
  const [min, max] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  return min >= FILL.min && max <= FILL.max && max - min <= FILL.spread;
}

/**
 * Whether one edge of a decoded picture is nearly of the colour of missing data all along. Rows of a picture
 * that was made smaller have a little of those above.
 */
export function hasFilledEdge(data: Uint8Array, width: number, height: number, channels: 3 | 4): boolean {
  const isGrey = (from: number, step: number, count: number): boolean => {
    for (let index = 0; index < count; index++) {
      const at = (from + index * step) * channels;
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
      const [min, max] = [Math.min(red, green, blue), Math.max(red, green, blue)];
      if (min < FILL.min - EDGE || max > FILL.max + EDGE || max - min > FILL.spread + EDGE) return false;
    }
    return true;
  };
  return (
    isGrey((height - 1) * width, 1, width) ||
    isGrey(width - 1, width, height) ||
    isGrey(0, 1, width) ||
    isGrey(0, width, height)
  );
}

/**
 * Whether the decoder misses data. The whole file is decoded, a strip of rows after the other: the decoder
 * says what it missed at the next strip, so that a few rows at the end may be missing unseen.
 */
export async function endsEarly(bytes: Uint8Array, maxPixels: number): Promise<boolean> {
  if (whole.has(bytes)) return false;
  const decoder = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', sequentialRead: true });
  const { width, height } = await decoder.metadata();
  const isEarly = await decoder
    .extract({ left: width - 1, top: 0, width: 1, height })
    .raw()
    .toBuffer()
    .then(() => false, isEarlyEnd);
  if (!isEarly) whole.add(bytes);
  return isEarly;
}

/**
 * Whether a JPEG that is not decoded, but embedded as it is, ends early. An eighth of its size shows it: in
 * passes by what its decoder misses, else by a grey edge.
 */
export async function seemsToEndEarly(bytes: Uint8Array, maxPixels: number): Promise<boolean> {
  const { width, height, isProgressive = false } = await sharp(bytes).metadata();
  const decode = (failOn: 'warning' | 'error') =>
    sharp(bytes, { limitInputPixels: maxPixels, failOn, sequentialRead: true })
      .resize(Math.max(1, Math.floor(width / 8)), Math.max(1, Math.floor(height / 8)), { fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  if (isProgressive) return await decode('warning').then(() => false, isEarlyEnd);
  const { data, info } = await decode('error');
  if (info.channels !== 3 || !hasFilledEdge(data, info.width, info.height, 3)) return false;
  return await endsEarly(bytes, maxPixels);
}
