import sharp from 'sharp';

import { defaultChroma } from '../chroma.ts';
import type { OutputSettings } from '../job.ts';
import { markJpeg, markWebp } from './file-marks.ts';
import { encodePng, type ImageSeries } from './png/encode-png.ts';
import type { RasterPage } from './raster-canvas.ts';
import { srgbProfile } from './srgb-profile.ts';
import { encodeZpl } from './zpl/encode-zpl.ts';

// One thread for each image: the renderers already share all cores.
sharp.concurrency(1);
// Every image differs, so libvips' cache would only take memory.
sharp.cache({ memory: 16, files: 0, items: 20 });

/**
 * JPEGs up to this size get optimised Huffman codes: a sixth fewer bytes for labels, for one or two
 * milliseconds. Larger images are mostly photos, which would gain a fifteenth for half as much time again.
 */
const MAX_OPTIMISED_PIXELS = 500_000;
/**
 * AVIF's effort from 0 to 9. Effort 0 takes a third of the time and half as many bytes again: more than WebP.
 * Effort 2 takes two thirds longer for 4 % fewer bytes. See docs/decisions/0053-avif-effort.md.
 */
const AVIF_EFFORT = 1;

/**
 * Compresses the pixels of a page as PNG, JPEG, WebP or AVIF in sRGB, or writes them as black and white dots
 * in ZPL. Opaque pages are encoded as RGB, a quarter fewer bytes. The density in the file is `dpi` × `scale`,
 * so that the image has the same physical size at every scale. WebP has no field for a density, AVIF has it
 * in its EXIF data.
 *
 * @param series the image's series, for PNG only
 */
export async function encodeRaster(
  page: RasterPage,
  { format, dpi, scale, quality, chroma = defaultChroma(quality) }: OutputSettings,
  series: ImageSeries | null,
): Promise<Uint8Array> {
  const { data, width, height } = page;
  if (format === 'png') return encodePng(page, dpi * scale, series);
  if (format === 'zpl') return encodeZpl(page);
  const opaque = page.opaque || isOpaqueThroughout(data);
  const raw = { width, height, channels: 4, premultiplied: !opaque } as const;
  let pipeline = sharp(data, { raw, limitInputPixels: false });
  if (opaque) pipeline = pipeline.removeAlpha();

  switch (format) {
    case 'jpeg':
      if (!opaque) pipeline = pipeline.flatten({ background: '#ffffff' });
      return markJpeg(
        await pipeline
          .jpeg({
            quality,
            chromaSubsampling: chroma,
            optimiseCoding: width * height <= MAX_OPTIMISED_PIXELS,
          })
          .toBuffer(),
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
    case 'avif':
      return await pipeline
        .withIccProfile('srgb')
        .withDensity(dpi * scale)
        .avif({ quality, effort: AVIF_EFFORT, chromaSubsampling: '4:4:4' })
        .toBuffer();
    case 'svg':
    case 'pdf':
      throw new Error(`${format} files are not made of pixels`);
  }
}

function isOpaqueThroughout(rgba: Buffer): boolean {
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength / 4);
  // Alpha is the last byte in memory: the highest of a little-endian word, the lowest of a big-endian word.
  const mask = littleEndian ? 0xff000000 : 0x000000ff;
  for (let at = 0; at < words.length; at++) if (((words[at] ?? 0) & mask) !== (mask | 0)) return false;
  return true;
}

const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
