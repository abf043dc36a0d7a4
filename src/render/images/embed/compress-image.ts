import { promisify } from 'node:util';
import { constants, deflate } from 'node:zlib';

import sharp from 'sharp';
import type { Sharp } from 'sharp';

import type { Inks } from '../../inks/ink-color.ts';
import { defaultChroma } from '../../chroma.ts';
import type { CompressedImage, CompressedMask } from '../image-cache.ts';
import type { RawPixels } from '../decode.ts';
import { componentsOf, findInkSpace } from '../../inks/ink-space.ts';

/** An image that needs more bytes per pixel without loss is a photograph and becomes JPEG. */
const MAX_LOSSLESS_BYTES_PER_PIXEL = 1;
const JPEG_QUALITY = 90;
const PNG_SIGNATURE_BYTES = 8;
/** Row filters of PNG, which PDF's predictors use as well. */
const NO_FILTER = 0;
const UP_FILTER = 2;

const deflateAsync = promisify(deflate);

/**
 * Compresses pixels for a PDF: photographs as JPEG, graphics and opacity without loss.
 *
 * @param photograph the source is known to be a photograph: its format is lossy
 */
export async function compressPixels(pixels: RawPixels, photograph: boolean): Promise<CompressedImage> {
  const { width, height, opaque } = pixels;
  const open = (): Sharp =>
    sharp(pixels.data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  const mask = opaque ? null : await compressOpacity(pixels.data, width, height);
  if (!photograph) {
    const data = await compressRows(open().removeAlpha());
    if (data.length <= MAX_LOSSLESS_BYTES_PER_PIXEL * width * height) {
      return { width, height, encoding: 'flate', data, mask };
    }
  }
  const data = await open()
    .removeAlpha()
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: defaultChroma(JPEG_QUALITY), optimiseCoding: true })
    .toBuffer();
  return { width, height, encoding: 'jpeg', data, mask };
}

/** Compresses pixels for an SVG: opaque photographs as JPEG, all else as PNG. */
export async function compressForSvg(pixels: RawPixels, photograph: boolean): Promise<CompressedImage> {
  const { width, height, opaque } = pixels;
  if (opaque) {
    const compressed = await compressPixels(pixels, photograph);
    if (compressed.encoding === 'jpeg') return compressed;
  }
  const raw = sharp(pixels.data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  const data = await (opaque ? raw.removeAlpha() : raw)
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
  return { width, height, encoding: 'png', data, mask: null };
}

/** Compresses one colour with varying opacity: a single pixel of that colour, and a mask for every pixel. */
export async function compressTint(
  rgba: Uint8Array,
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number, number],
): Promise<CompressedImage> {
  const data = await deflateAsync(Buffer.from([NO_FILTER, red, green, blue]));
  return { width: 1, height: 1, encoding: 'flate', data, mask: await compressOpacity(rgba, width, height) };
}

/** As `compressTint`, of a colour in inks. */
export async function compressInks(
  rgba: Uint8Array,
  width: number,
  height: number,
  color: Inks,
): Promise<CompressedImage> {
  const inks = findInkSpace([color]);
  const samples = componentsOf(color, inks).map((amount) => Math.round(amount * 255));
  const data = await deflateAsync(Buffer.from([NO_FILTER, ...samples]));
  const mask = await compressOpacity(rgba, width, height);
  return { width: 1, height: 1, encoding: 'flate', data, mask, inks };
}

/**
 * Compresses the alpha channel, each row as its difference from the row above, so that soft shadows become
 * very small. Only runs are searched (Z_RLE): a third of the time, and no more bytes.
 */
async function compressOpacity(rgba: Uint8Array, width: number, height: number): Promise<CompressedMask> {
  const rows = Buffer.alloc((width + 1) * height);
  let to = 0;
  for (let y = 0; y < height; y++) {
    rows[to++] = UP_FILTER;
    const above = y === 0 ? -1 : (y - 1) * width * 4 + 3;
    const here = y * width * 4 + 3;
    for (let x = 0; x < width; x++) {
      rows[to++] = (rgba[here + x * 4] ?? 0) - (above < 0 ? 0 : (rgba[above + x * 4] ?? 0));
    }
  }
  return { width, height, data: await deflateAsync(rows, { strategy: constants.Z_RLE }) };
}

/** Un-premultiplies canvas pixels: in files, colours are not multiplied by opacity. */
export function unpremultiply(rgba: Buffer, width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 4, premultiplied: true } as const;
  return sharp(rgba, { raw, limitInputPixels: false }).raw().toBuffer();
}

/** The compressed rows of a PNG file. A PDF's Flate filter with PNG prediction reads them as they are. */
async function compressRows(pipeline: Sharp): Promise<Uint8Array> {
  const png = await pipeline.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  const parts: Buffer[] = [];
  for (let at = PNG_SIGNATURE_BYTES; at + 8 <= png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}
