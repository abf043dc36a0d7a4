/** What a picture shows that a crop should keep. */
import sharp from 'sharp';

import type { Rect } from '../../geometry.ts';
import type { Focus, SmartPosition } from '../../scene/image.ts';
import { decodePixels, type ImageInfo, type ImageSource } from '../decode.ts';
import { detectFaces, type RgbPixels } from './detect-faces.ts';
import { findSubject } from './find-subject.ts';

/** Parts of a picture, in fractions of its sides. */
export interface FoundFocus {
  readonly kind: Exclude<Focus['found'], 'point'>;
  /** All of them are kept where they fit. Without any, libvips chooses. */
  readonly boxes: readonly Rect[];
}

/** Pixels in which faces are searched: those of people far away only if no other is found. */
export const FAR_FACES_PIXELS = 220_000;
const SMALL_FACES_PIXELS = 107_000;
const LARGE_FACES_PIXELS = 33_500;
/** Enough to tell a subject from what is around it. */
const SUBJECT_PIXELS = 12_000;
const nothing: FoundFocus = { kind: 'attention', boxes: [] };

/**
 * Finds faces, or the subject: faces, and else what stands out.
 *
 * @throws RenderInputError as `decodePixels`
 */
export async function findFocus(
  source: ImageSource,
  info: ImageInfo,
  position: SmartPosition,
  maxPixels: number,
): Promise<FoundFocus> {
  return await searchPixels(await decodeRgb(source, info, maxPixels), position);
}

/** As `findFocus`, in the pixels of a picture that has been made as small as the search wants it. */
export async function searchPixels(pixels: RgbPixels, position: SmartPosition): Promise<FoundFocus> {
  const small = await shrink(pixels, SMALL_FACES_PIXELS);
  const near = detectFaces([small, await shrink(pixels, LARGE_FACES_PIXELS)]);
  const faces = near.length > 0 ? near : detectFaces([pixels]);
  if (faces.length > 0) return { kind: 'face', boxes: faces };
  if (position === 'face') return nothing;
  const subject = findSubject(await shrink(small, SUBJECT_PIXELS));
  return subject === null ? nothing : { kind: 'subject', boxes: [subject] };
}

/** A picture on white. */
async function decodeRgb(source: ImageSource, info: ImageInfo, maxPixels: number): Promise<RgbPixels> {
  const size = sizeOf(info, FAR_FACES_PIXELS);
  const scaling = { crop: null, size, fit: 'fill', cropAfter: null, enlarged: null } as const;
  const { data, width, height } = await decodePixels(source, info, scaling, maxPixels);
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = (data[pixel * 4 + 3] ?? 255) / 255;
    for (let channel = 0; channel < 3; channel++)
      rgb[pixel * 3 + channel] = 255 + ((data[pixel * 4 + channel] ?? 255) - 255) * alpha;
  }
  return { data: rgb, width, height };
}

async function shrink({ data, width, height }: RgbPixels, pixels: number): Promise<RgbPixels> {
  const size = sizeOf({ width, height }, pixels);
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { data: small, ...size };
}

/** The size with some number of pixels in the proportions of a picture; the network needs a few at least. */
function sizeOf({ width, height }: { readonly width: number; readonly height: number }, pixels: number) {
  const factor = Math.sqrt(pixels / (width * height));
  const side = (length: number) => Math.min(2_000, Math.max(40, Math.round(length * factor)));
  return { width: side(width), height: side(height) };
}
