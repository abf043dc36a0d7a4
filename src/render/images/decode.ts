import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { Rect, Size } from '../geometry.ts';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

import { RenderInputError } from '../errors.ts';
import type { AssetReference } from '../job.ts';
import { prepareSvg } from '../vector/prepare/prepare-svg.ts';
import { svgLosses, type SvgLoss } from '../vector/svg-losses.ts';
import { EarlyEndError, endsEarly, hasFilledEdge, isEarlyEnd } from './early-end.ts';
import { embedOffsetProfile, isSrgbProfile } from './icc-profiles.ts';
import { openImage, openSvg } from './open-image.ts';
import { percent, readableBytes, repairPicture } from './repair.ts';
import { type ImageType, sniffImageType } from '../../common/pictures/sniff.ts';

/** An image's bytes and their origin, which error messages name. */
export interface ImageSource {
  readonly bytes: Uint8Array;
  readonly reference: AssetReference;
  /** The path or URL as in the template or the value. */
  readonly key: string;
}

/** A crop in whole pixels of the upright source or of the scaled image. */
export interface PixelRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How to crop and scale an image, in pixels. The steps apply in this order; null skips a step. */
export interface ImageScaling {
  readonly crop: PixelRect | null;
  readonly size: { readonly width: number; readonly height: number };
  /** `attention`: libvips crops to the most interesting part with the proportions of `size`. */
  readonly fit: 'fill' | 'attention';
  readonly cropAfter: PixelRect | null;
  /** The result is then drawn to `target` on an area of `width` × `height` pixels, which clips it. */
  readonly enlarged: (Size & { readonly target: Rect }) | null;
  /** Of an SVG with a crop: the part that is drawn, in its own units. The other steps apply to that part. */
  readonly part?: Rect;
}

/** What an image's header contains. The sides are those of the upright image, after EXIF rotation. */
export interface ImageInfo {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  /** More than 8 bits per sample. */
  readonly deep: boolean;
  /** Three channels of 8-bit sRGB, with no profile or an sRGB profile. */
  readonly plainRgb: boolean;
  /** One bit per sample: black and white, or two other colours. */
  readonly isLineArt: boolean;
  /** A CMYK JPEG without a profile. */
  readonly hasUnknownInks: boolean;
  /** Grey of more than 8 bits, with a profile. */
  readonly deepGrey: boolean;
  /** The parts of an SVG that are not drawn; empty for other pictures. */
  readonly losses: readonly SvgLoss[];
  /** The file is repaired before it is decoded. `type` and the other values are those of the repaired one. */
  readonly isRepaired: boolean;
  /** A JPEG in passes (progressive): one that ends early has all of its rows. */
  readonly isInPasses: boolean;
  /** The share of its rows that a damaged file still has; null for a whole file. */
  readonly share: number | null;
}

/** Straight (not premultiplied) RGBA rows without padding. */
export interface RawPixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly opaque: boolean;
}

/**
 * From this scale on, the Mitchell kernel is used, below it the cubic (Catmull-Rom). Measured by SSIM against
 * Chromium's output of three photos at sixteen scales: from 3/4 to 0.95 Mitchell was better than Lanczos in
 * all 12 cases and not worse than cubic in 11; below 3/4 cubic was better than Lanczos in 35 of 36. A little
 * less than 3/4, for rounding.
 */
const SOFT_SCALE = 0.74;

/** A file with less of its rows is refused. */
const MIN_SHARE = 0.5;
/** The pixels of a damaged file that is repaired, where no limit is given. */
const MAX_REPAIRED_PIXELS = 50_000_000;

/**
 * Reads an image's header, and repairs a damaged file to see how much of it there is. Throws
 * RenderInputError for an unsupported image, and for an SVG from a client (an SVG of a few hundred bytes can
 * keep a processor busy for a minute).
 */
export async function inspectImage(source: ImageSource, maxPixels = MAX_REPAIRED_PIXELS): Promise<ImageInfo> {
  const given = sniffImageType(source.bytes);
  const accepted = 'Accepted are png, jpeg, webp, gif and avif.';
  if (given === null) throw imageError(source, `is not a picture of a supported kind. ${accepted}`);
  if (given === 'svg' && source.reference.origin === 'caller') {
    throw imageError(source, `is an SVG picture, which a value may not be. ${accepted}`);
  }
  const repaired = await repairPicture(source.bytes, given, maxPixels).catch((error: unknown) => {
    throw decodeError(source, error);
  });
  const { bytes, type, share } = repaired ?? { bytes: source.bytes, type: given, share: null };
  if (share !== null && share < MIN_SHARE)
    throw imageError(
      source,
      `is damaged or cut off: only ${percent(share)} of its rows can be read. Copy or download it again`,
    );
  const metadata = await openImage(type === 'svg' ? prepareSvg(bytes) : bytes, type, false)
    .metadata()
    .catch((error: unknown) => {
      throw decodeError(source, error);
    });
  const { autoOrient, hasAlpha, icc, space, depth, channels, orientation, bitsPerSample, isProgressive } =
    metadata;
  return {
    type,
    width: autoOrient.width,
    height: autoOrient.height,
    hasAlpha,
    orientation: orientation ?? 1,
    deep: depth !== 'uchar',
    plainRgb:
      space === 'srgb' && depth === 'uchar' && channels === 3 && (icc === undefined || isSrgbProfile(icc)),
    isLineArt: bitsPerSample === 1,
    hasUnknownInks: space === 'cmyk' && type === 'jpeg' && icc === undefined,
    deepGrey: space === 'grey16' && icc !== undefined,
    losses: type === 'svg' ? svgLosses(source.bytes) : [],
    isRepaired: repaired !== null,
    isInPasses: type === 'jpeg' && isProgressive === true,
    share,
  };
}

/** Throws RenderInputError for an image of more than `maxPixels`. Must be called before decoding. */
export function checkPixels(source: ImageSource, { width, height }: ImageInfo, maxPixels: number): void {
  if (width * height <= maxPixels) return;
  const max = maxPixels.toLocaleString('en');
  throw imageError(source, `has ${width} × ${height} pixels, more than the ${max} that are accepted`);
}

/**
 * Decodes an image: rotates it upright, converts it to sRGB with the embedded profile, crops and scales it.
 *
 * @throws EarlyEndError for a JPEG that `inspectImage` takes for a whole one, and is not
 */
export async function decodePixels(
  source: ImageSource,
  info: ImageInfo,
  scaling: ImageScaling,
  maxPixels: number,
): Promise<RawPixels> {
  const readable = await readableBytes(source, info, maxPixels);
  const bytes = info.hasUnknownInks ? await embedOffsetProfile(readable) : readable;
  const decode = async (failOn: 'warning' | 'error') => {
    const scaled = scaleImage(bytes, info, scaling, { maxPixels, failOn });
    const pipeline = info.deepGrey ? await convertGrey(scaled) : scaled.toColourspace('srgb');
    return await pipeline.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  };
  const early = new EarlyEndError(source.reference, source.key);
  const warned = async (): ReturnType<typeof decode> =>
    await decode('warning').catch((error: unknown) => {
      if (isEarlyEnd(error)) throw early;
      return decode('error');
    });
  const isUnsure = info.isInPasses && !info.isRepaired;
  const { data, info: output } = await (isUnsure ? warned() : decode('error')).catch((error: unknown) => {
    throw error === early ? early : decodeError(source, error);
  });
  const { width, height } = output;
  const isSuspect = info.type === 'jpeg' && !info.isRepaired && hasFilledEdge(data, width, height, 4);
  if (isSuspect && (await endsEarly(source.bytes, maxPixels))) throw early;
  const pixels = { data, width, height, opaque: !info.hasAlpha || !hasTransparency(data) };
  return scaling.enlarged === null ? pixels : enlargePixels(pixels, scaling.enlarged);
}

/** A sharp pipeline up to the scaled pixels: in sRGB, except `deepGrey` images. */
function scaleImage(
  bytes: Uint8Array,
  info: ImageInfo,
  scaling: ImageScaling,
  { maxPixels, failOn }: { readonly maxPixels: number; readonly failOn: 'warning' | 'error' },
): Sharp {
  const { crop, size, fit, cropAfter } = scaling;
  const cropped = crop ?? info;
  const scale = Math.max(size.width / cropped.width, size.height / cropped.height);
  const kernel = scale >= SOFT_SCALE ? 'mitchell' : 'cubic';
  let pipeline =
    info.type === 'svg'
      ? openSvg(bytes, info, scaling, maxPixels)
      : openImage(bytes, info.type, maxPixels, { failOn });
  if (info.type !== 'svg') pipeline = pipeline.autoOrient();
  if (crop !== null) pipeline = pipeline.extract(crop);
  pipeline =
    fit === 'attention'
      ? pipeline.resize(size.width, size.height, { fit: 'cover', position: 'attention', kernel })
      : pipeline.resize(size.width, size.height, { fit: 'fill', kernel });
  if (cropAfter !== null) pipeline = pipeline.extract(cropAfter);
  // By default sharp converts deep images with a profile to Display P3 and returns those values as sRGB.
  return info.deep && !info.deepGrey ? pipeline.pipelineColourspace('srgb') : pipeline;
}

/** sharp ignores the profile of grey images of more than 8 bits, so they become 8-bit greys first. */
async function convertGrey(scaled: Sharp): Promise<Sharp> {
  const grey = await scaled.keepIccProfile().toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
  return sharp(grey, { limitInputPixels: false }).toColourspace('srgb');
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
  const { variable, place } = source.reference;
  const where = place === undefined ? reason : `(in ${place}) ${reason}`;
  return new RenderInputError('image', variable, where, `The file "${source.key}"`);
}

/**
 * Enlarges pixels to `target`, clipped to an area of whole pixels. This uses the canvas, because sharp cannot
 * place the result between pixels: it moves it to the right and down by up to one source pixel.
 */
function enlargePixels(source: RawPixels, { target, ...size }: Size & { target: Rect }): RawPixels {
  const { data, width, height, opaque } = source;
  const small = createCanvas(width, height);
  const bytes = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
  small.getContext('2d').putImageData(new ImageData(bytes, width, height), 0, 0);
  const large = createCanvas(size.width, size.height);
  const context = large.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(small, target.x, target.y, target.width, target.height);
  const pixels = context.getImageData(0, 0, size.width, size.height).data;
  // A canvas without area releases its memory at once.
  for (const canvas of [small, large]) canvas.width = canvas.height = 0;
  return {
    data: new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength),
    ...size,
    opaque,
  };
}
