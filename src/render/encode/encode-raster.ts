import sharp from 'sharp';

import type { OutputSettings } from '../scene.ts';
import { markJpeg, markWebp } from './file-marks.ts';
import { encodePng, type PictureSeries } from './png/encode-png.ts';
import type { RasterPage } from './raster-canvas.ts';
import { srgbProfile } from './srgb-profile.ts';

// One picture a thread: several renderers share the machine's cores already.
sharp.concurrency(1);
// Every picture differs; what libvips would remember between them is only memory.
sharp.cache({ memory: 16, files: 0, items: 20 });

/**
 * JPEGs up to this size get prefix codes of their own: of labels, black on white, a sixth fewer bytes for one or two milliseconds.
 * Large ones are photos more often, of which a fifteenth is gained for half as long again.
 */
const MAX_OPTIMISED_PIXELS = 500_000;

/**
 * Compresses a page's pixels. What is opaque goes to the encoder as RGB: a quarter fewer bytes to look at. The density
 * written into the file is `dpi` × `scale`, so that the picture keeps its physical size at every scale. WebP has no
 * place for a density. All of them say that they are sRGB.
 *
 * @param series that the picture belongs to, for a PNG.
 */
export async function encodeRaster(
  page: RasterPage,
  format: 'png' | 'jpeg' | 'webp',
  { dpi, scale, quality }: OutputSettings,
  series: PictureSeries | null,
): Promise<Uint8Array> {
  const { data, width, height } = page;
  if (format === 'png') return encodePng(page, dpi * scale, series);
  const opaque = page.opaque || hasNoTransparency(data);
  const raw = { width, height, channels: 4, premultiplied: !opaque } as const;
  let pipeline = sharp(data, { raw, limitInputPixels: false });
  if (opaque) pipeline = pipeline.removeAlpha();

  switch (format) {
    case 'jpeg':
      if (!opaque) pipeline = pipeline.flatten({ background: '#ffffff' });
      return markJpeg(
        await pipeline.jpeg({ quality, optimiseCoding: width * height <= MAX_OPTIMISED_PIXELS }).toBuffer(),
        dpi * scale,
        await srgbProfile(),
      );
    case 'webp':
      return markWebp(
        await pipeline.webp({ quality, effort: 0 }).toBuffer(),
        width,
        height,
        await srgbProfile(),
      );
  }
}

function hasNoTransparency(rgba: Buffer): boolean {
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength / 4);
  // Alpha is the last byte in memory: the highest of a little-endian word, the lowest of a big-endian one.
  const mask = littleEndian ? 0xff000000 : 0x000000ff;
  for (let at = 0; at < words.length; at++) if (((words[at] ?? 0) & mask) !== (mask | 0)) return false;
  return true;
}

const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
