import sharp from 'sharp';
import type { Sharp } from 'sharp';

import { RenderInputError } from '../errors.ts';
import type { AssetReference } from '../scene.ts';
import { assumeInks } from './assumed-inks.ts';
import { enlargePixels } from './enlarge-pixels.ts';
import type { ImageInfo, RawPixels } from './picture.ts';
import type { Rect, Size } from './placement.ts';
import type { ImageType } from './sniff.ts';
import { sniffImageType } from './sniff.ts';
import { isSrgbProfile } from './srgb-like.ts';

/** A picture's bytes together with where they came from, which every message about them names. */
export interface ImageSource {
  readonly bytes: Uint8Array;
  readonly reference: AssetReference;
  /** As the template or the caller wrote it: a path or an address. */
  readonly key: string;
}

/** A crop in whole pixels of the upright source, or of the scaled picture. */
export interface PixelRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What to make of a picture, in pixels. Steps apply in this order; each may be left out. */
export interface ImageScaling {
  readonly crop: PixelRect | null;
  readonly size: { readonly width: number; readonly height: number };
  /** `attention`: the most interesting part of the picture's own proportions is cut to `size`. */
  readonly fit: 'fill' | 'attention';
  readonly cropAfter: PixelRect | null;
  /** What comes of these is drawn to `target` on an area of `width` × `height` pixels, which cuts it off. */
  readonly enlarged: (Size & { readonly target: Rect }) | null;
}

/** librsvg measures in points: at 72 dpi a user unit is a pixel. */
const SVG_BASE_DENSITY = 72;
const SVG_MAX_DENSITY = 72 * 40;
/**
 * Browsers shrink softly. Beside Chromium's own pictures of three photos at sixteen scales, Mitchell's kernel had a better SSIM
 * than Lanczos' in all twelve pairs from 3/4 to 0.95, and was no worse than Catmull and Rom's ("cubic") in eleven (not at 3/4 of
 * the photo with the finest lines); cubic was better than Lanczos' in 35 of 36 below. A little less than 3/4, for rounding.
 */
const SOFT_SCALE = 0.74;

/**
 * Reads a picture's header. Throws RenderInputError for what is no supported picture or is an SVG from a caller (a few
 * hundred bytes of it can keep a processor busy for a minute).
 */
export async function inspectImage(source: ImageSource): Promise<ImageInfo> {
  const type = sniffImageType(source.bytes);
  const accepted = 'Accepted are png, jpeg, webp, gif and avif.';
  if (type === null) throw imageError(source, `is not a picture of a supported kind. ${accepted}`);
  if (type === 'svg' && source.reference.origin === 'caller') {
    throw imageError(source, `is an SVG picture, which a value may not be. ${accepted}`);
  }
  const metadata = await openImage(source.bytes, type, false, 1)
    .metadata()
    .catch((error: unknown) => {
      throw decodeError(source, error);
    });
  const { autoOrient, hasAlpha, icc, space, depth, channels, orientation } = metadata;
  return {
    type,
    width: autoOrient.width,
    height: autoOrient.height,
    hasAlpha,
    orientation: orientation ?? 1,
    deep: depth !== 'uchar',
    plainRgb:
      space === 'srgb' && depth === 'uchar' && channels === 3 && (icc === undefined || isSrgbProfile(icc)),
    inksUnknown: space === 'cmyk' && type === 'jpeg' && icc === undefined,
    deepGrey: space === 'grey16' && icc !== undefined,
  };
}

/** Throws RenderInputError for a picture of more than `maxPixels`, to be asked before anything of it is decoded. */
export function checkPixels(source: ImageSource, { width, height }: ImageInfo, maxPixels: number): void {
  if (width * height <= maxPixels) return;
  const most = maxPixels.toLocaleString('en');
  throw imageError(source, `has ${width} × ${height} pixels, more than the ${most} that are accepted`);
}

/** Decodes, turns upright, converts to sRGB by the embedded profile, crops and scales: RGBA rows. */
export async function decodePixels(
  source: ImageSource,
  info: ImageInfo,
  scaling: ImageScaling,
  maxPixels: number,
): Promise<RawPixels> {
  const bytes = info.inksUnknown ? await assumeInks(source.bytes) : source.bytes;
  const scaled = scaleImage(bytes, info, scaling, maxPixels);
  const { data, info: output } = await (
    info.deepGrey ? convertGrey(scaled) : Promise.resolve(scaled.toColourspace('srgb'))
  )
    .then((pipeline) => pipeline.ensureAlpha().raw().toBuffer({ resolveWithObject: true }))
    .catch((error: unknown) => {
      throw decodeError(source, error);
    });
  const { width, height } = output;
  const pixels = { data, width, height, opaque: !info.hasAlpha || !hasTransparency(data) };
  return scaling.enlarged === null ? pixels : enlargePixels(pixels, scaling.enlarged);
}

/** A sharp pipeline up to the scaled pixels, which are in sRGB but for deep greys that have a profile. */
function scaleImage(bytes: Uint8Array, info: ImageInfo, scaling: ImageScaling, maxPixels: number): Sharp {
  const { crop, size, fit, cropAfter } = scaling;
  const magnification = Math.max(size.width / info.width, size.height / info.height);
  const cropped = crop ?? info;
  const scale = Math.max(size.width / cropped.width, size.height / cropped.height);
  const kernel = scale >= SOFT_SCALE ? 'mitchell' : 'cubic';
  let pipeline = openImage(bytes, info.type, maxPixels, magnification);
  if (info.type !== 'svg') pipeline = pipeline.autoOrient();
  if (crop !== null) pipeline = pipeline.extract(crop);
  pipeline =
    fit === 'attention'
      ? pipeline.resize(size.width, size.height, { fit: 'cover', position: 'attention', kernel })
      : pipeline.resize(size.width, size.height, { fit: 'fill', kernel });
  if (cropAfter !== null) pipeline = pipeline.extract(cropAfter);
  // Left to itself, sharp works on deep pictures with a profile in Display P3 and hands those numbers out as sRGB.
  return info.deep && !info.deepGrey ? pipeline.pipelineColourspace('srgb') : pipeline;
}

/** sharp leaves the profiles of deep greys alone, and follows those of others: so they become greys of 8 bits first. */
async function convertGrey(scaled: Sharp): Promise<Sharp> {
  const grey = await scaled.keepIccProfile().toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
  return sharp(grey, { limitInputPixels: false }).toColourspace('srgb');
}

function openImage(
  bytes: Uint8Array,
  type: ImageType,
  maxPixels: number | false,
  magnification: number,
): Sharp {
  const density = Math.min(SVG_MAX_DENSITY, Math.max(1, SVG_BASE_DENSITY * magnification));
  return sharp(bytes, {
    limitInputPixels: maxPixels,
    unlimited: false,
    // A picture that ends half way is refused; a decoder's remarks about harmless oddities are not worth a failure.
    failOn: 'error',
    sequentialRead: true,
    ...(type === 'svg' ? { density } : {}),
  });
}

function hasTransparency(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true;
  return false;
}

function decodeError(source: ImageSource, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const [firstLine = message] = message.split('\n');
  return imageError(source, `is not a picture that can be decoded (${firstLine.trim()})`);
}

function imageError(source: ImageSource, reason: string): RenderInputError {
  return new RenderInputError('image', source.reference.variable, reason, `The file "${source.key}"`);
}
