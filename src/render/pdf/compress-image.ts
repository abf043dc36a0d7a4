import sharp from 'sharp';
import type { Sharp } from 'sharp';

import type { CompressedImage, RawPixels } from '../images/picture.ts';

/** Pictures that lossless compression leaves with more bytes a pixel than this are photographs, and become JPEG. */
const MAX_LOSSLESS_BYTES_PER_PIXEL = 1;
const JPEG_QUALITY = 90;
const PNG_SIGNATURE_BYTES = 8;

/**
 * Compresses pixels for a PDF: photographs as JPEG, graphics without loss, opacity always without loss. `photograph` says
 * so where the source is known to be one (it has been through a lossy format already).
 */
export async function compressPixels(pixels: RawPixels, photograph: boolean): Promise<CompressedImage> {
  const { width, height, opaque } = pixels;
  const open = (): Sharp =>
    sharp(pixels.data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  const alpha = opaque ? null : await deflate(open().extractChannel(3));
  if (!photograph) {
    const data = await deflate(open().removeAlpha());
    if (data.length <= MAX_LOSSLESS_BYTES_PER_PIXEL * width * height) {
      return { width, height, encoding: 'flate', data, alpha };
    }
  }
  const data = await open().removeAlpha().jpeg({ quality: JPEG_QUALITY, optimiseCoding: true }).toBuffer();
  return { width, height, encoding: 'jpeg', data, alpha };
}

/** Canvas pixels carry their colours multiplied by opacity; files do not. */
export function straighten(rgba: Buffer, width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 4, premultiplied: true } as const;
  return sharp(rgba, { raw, limitInputPixels: false }).raw().toBuffer();
}

/** The compressed rows inside a PNG file are what a PDF's Flate filter with PNG prediction takes. */
async function deflate(pipeline: Sharp): Promise<Uint8Array> {
  const png = await pipeline.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  const parts: Buffer[] = [];
  for (let at = PNG_SIGNATURE_BYTES; at + 8 <= png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}
