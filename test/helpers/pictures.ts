/** Small pictures of the kinds that are converted when they are uploaded. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';

const folder = path.join(import.meta.dirname, '../pictures');

/**
 * HEIC pictures of 96 × 64 pixels: red, green, blue and white in the corners. They were made by libheif's
 * `heif-enc`; the rotation of the first (a box `irot`, a quarter to the right) was added by hand.
 */
export const heic = {
  /** In Display P3, upright 64 × 96 with blue at the top left. */
  rotated: readFileSync(path.join(folder, 'rotated-p3.heic')),
  /** The right half is transparent. */
  transparent: readFileSync(path.join(folder, 'transparent.heic')),
  twoPictures: readFileSync(path.join(folder, 'two-pictures.heic')),
};

const size = { width: 96, height: 64 } as const;

/** Pixels of the same four corners. */
export function corners(): Buffer {
  const pixels = Buffer.alloc(size.width * size.height * 3);
  for (let at = 0; at < size.width * size.height; at += 1) {
    const isLeft = at % size.width < size.width / 2;
    const isTop = at < (size.width * size.height) / 2;
    const color = isTop ? (isLeft ? [255, 0, 0] : [0, 255, 0]) : isLeft ? [0, 0, 255] : [255, 255, 255];
    pixels.set(color, at * 3);
  }
  return pixels;
}

/** A picture of the four corners. */
export function cornerPicture(): Sharp {
  return sharp(corners(), { raw: { ...size, channels: 3 } });
}

/** A TIFF of several pages, each with the four corners. */
export async function tiffOfPages(pages: number): Promise<Buffer> {
  const { width, height } = size;
  const raw = { width, height: height * pages, channels: 3, pageHeight: height } as const;
  return await sharp(Buffer.concat(Array.from({ length: pages }, corners)), { raw })
    .tiff({ compression: 'lzw' })
    .toBuffer();
}

/** The sRGB colour of a pixel. */
export async function colorAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = sharp(bytes).toColourspace('srgb').removeAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await pixel.raw().toBuffer())];
}

/** A JPEG of noise whose data ends after four fifths, before its end marker. */
export async function makeDamagedJpeg(): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: 96 * 96 * 3 }, (_, at) => Math.imul(at, 2_654_435_761) >>> 24);
  const file = await sharp(pixels, { raw: { width: 96, height: 96, channels: 3 } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([file.subarray(0, Math.floor(file.length * 0.8)), Buffer.from([0xff, 0xd9])]);
}
