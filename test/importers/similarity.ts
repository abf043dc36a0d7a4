import { ssim } from '@blazediff/ssim';
import sharp from 'sharp';
import { compare } from '../visual/compare.ts';
import { readPicture, type Picture } from '../visual/render-case.ts';
import type { Gap, OriginalPicture } from './original.ts';

/** Larger pictures are compared at this length of their longer side. */
const maxSide = 1_600;

/** The least part of a picture that is compared. */
const leastPart = 0.25;

/** SSIM looks at windows of 11 pixels: there are none at the edge. */
const edge = 5;

/** SSIM of a rendered picture and the original, at the smaller size of both; null if too much has gaps. */
export async function similarity(
  rendered: Uint8Array,
  { picture, gaps }: OriginalPicture,
): Promise<number | null> {
  const { width = 1, height = 1 } = await sharp(rendered, { limitInputPixels: false }).metadata();
  const drawn = await sharp(picture, { limitInputPixels: false }).metadata();
  const { width: most = 1, height: high = 1 } = drawn;
  const scale = Math.min(1, maxSide / Math.max(width, height), most / width);
  const whole = { width: Math.round(width * scale), height: Math.round(height * scale) };
  // A canvas has whole pixels: the rest of its last row is cut off, and nothing is stretched.
  const isCut = scale === 1 && most === width && Math.abs(high - height) === 1;
  const size = isCut ? { width, height: Math.min(high, height) } : whole;
  const fit = isCut ? ({ fit: 'cover', position: 'top' } as const) : ({ fit: 'fill' } as const);
  const [ours, original] = await Promise.all([flatten(rendered, size, fit), flatten(picture, size, fit)]);
  if (gaps.length === 0) return compare(ours, original, { ours: [], reference: [] }, 1).luminance;
  return outside(ours, original, gaps);
}

async function flatten(
  picture: Uint8Array,
  size: { readonly width: number; readonly height: number },
  fit: { readonly fit: 'fill' | 'cover'; readonly position?: 'top' },
): Promise<Picture> {
  const flat = sharp(picture, { limitInputPixels: false }).flatten({ background: '#ffffff' });
  return await readPicture(
    await flat
      .resize({ ...size, ...fit })
      .png()
      .toBuffer(),
  );
}

/** The mean outside of gaps: what lies in them is made the same, and counts as nothing. */
function outside(ours: Picture, original: Picture, gaps: readonly Gap[]): number | null {
  const { width, height } = ours;
  const data = Uint8Array.from(ours.data);
  let [same, all] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isCounted = Math.min(x, y, width - 1 - x, height - 1 - y) >= edge;
      if (isCounted) all += 1;
      const [left, top] = [(x + 0.5) / width, (y + 0.5) / height];
      const isGap = gaps.some(
        (gap) => left >= gap.left && left <= gap.right && top >= gap.top && top <= gap.bottom,
      );
      if (!isGap) continue;
      const at = (y * width + x) * 4;
      data.set(original.data.subarray(at, at + 4), at);
      if (isCounted) same += 1;
    }
  }
  if (all - same < leastPart * all) return null;
  return (ssim(data, original.data, undefined, width, height) * all - same) / (all - same);
}
