import { createCanvas, type Canvas } from '@napi-rs/canvas';
import type { ImageCache, ImageLease, CompressedImage } from '../image-cache.ts';
import { type RawPixels, decodePixels } from '../decode.ts';
import { EarlyEndError, seemsToEndEarly } from '../early-end.ts';
import { readableBytes } from '../repair.ts';
import { filterFunctions } from '../filters.ts';
import {
  type FoundImage,
  type PlacedImage,
  decodeImage,
  loadPixels,
  rectTransform,
} from '../place-images.ts';
import type { Matrix, Rect, Size } from '../../geometry.ts';
import { drawnPart, placePicture } from '../object-fit.ts';
import { type ScaledPlacement, scaleForBox } from '../scaling.ts';
import type { SceneImage } from '../../scene/image.ts';
import {
  compressForSvg,
  compressInks,
  compressPixels,
  compressTint,
  unpremultiply,
} from './compress-image.ts';
import { compressSeparated } from './compress-lossless.ts';
import { processInks } from '../../inks/ink-color.ts';
import type { Separator } from '../../inks/separator.ts';
import { readSvg } from '../../vector/svg/read-svg.ts';
import { countShapes } from '../../vector/vector-image.ts';
import { orient } from './exif-orientation.ts';

/**
 * A JPEG is embedded unchanged only if the page shows at least this share of it: the file contains the whole
 * image.
 */
const ORIGINAL_SHARE = 0.4;

/**
 * Pixels of a picture for a CSS pixel below which viewers of PDFs show them one by one: PDF/A forbids that
 * they are smoothed. Such a picture is enlarged as in raster files, to one for a CSS pixel.
 */
const COARSE_DENSITY = 0.25;

/** Shapes on a PDF page above which the tiles of an SVG become one repeated bitmap. */
const maxTiledShapes = 2000;

/** The images of a page: how to draw each one, and the compressed images by their stand-ins. */
export interface EmbeddedImages {
  readonly placed: ReadonlyMap<SceneImage, PlacedImage>;
  readonly pictures: ReadonlyMap<Canvas, CompressedImage>;
}

/**
 * The kind of page. An SVG contains whole files, its viewers turn JPEGs by their EXIF orientation, and its
 * filters need no pixels.
 */
export type EmbeddingPage = 'pdf' | 'svg';

export interface EmbedLimits {
  /** Separates pictures into inks; absent or null: they are sRGB. */
  readonly separator?: Separator | null;
  readonly maxInputPixels: number;
  readonly maxPixels: number;
}

/**
 * Prepares the images of a page. Each image becomes a stand-in and a compressed image. Images under a blur,
 * and translucent images under a shadow, get pixels as well, because filters read them.
 *
 * @param density maximum pixels per CSS pixel; only coarse images are enlarged
 */
export async function placeEmbedded(
  images: readonly FoundImage[],
  cache: ImageCache,
  lease: ImageLease,
  density: number,
  limits: EmbedLimits,
  page: EmbeddingPage,
): Promise<EmbeddedImages> {
  const placed = new Map<SceneImage, PlacedImage>();
  const pictures = new Map<Canvas, CompressedImage>();
  for (const image of images) {
    const vector = placeVector(image, cache, page);
    if (vector !== null) {
      placed.set(image.element, vector);
      continue;
    }
    const placement = placeCompressed(image, density, limits, page);
    if (placement === null) continue;
    const compressed = await cache.compressed(placement.key, () => placement.compress(lease));
    const opaque = compressed.mask === null;
    // Filters read pixels. A shadow needs them only for translucent images.
    const { blur, shadow, backdrop } = image.effects;
    const needsPixels = backdrop || (page === 'pdf' && (blur || (shadow && !opaque)));
    const forFilters = needsPixels
      ? scaleForBox(image.element, image.info, { x: density, y: density }, limits.maxPixels)
      : null;
    const standIn = createStandIn();
    placed.set(image.element, {
      source: standIn,
      transform: placement.transform,
      pixels: forFilters === null ? null : await loadPixels(image, forFilters, lease, limits.maxInputPixels),
      pixelsTransform: forFilters === null ? placement.transform : rectTransform(forFilters),
      opaque,
      overflows: placement.overflows,
      ...(image.element.fit === 'tile' ? { tile: placement.tile } : {}),
      ...(placement.clip === undefined ? {} : { clip: placement.clip }),
    });
    pictures.set(standIn, compressed);
  }
  return { placed, pictures };
}

/** An opaque pixel, which a page draws as its image, and a shadow of an opaque image as it is. */
function createStandIn(): Canvas {
  const canvas = createCanvas(1, 1);
  canvas.getContext('2d').fillRect(0, 0, 1, 1);
  return canvas;
}

/**
 * Places an SVG as shapes. Null for other images, for SVGs that need pixels, and if the element needs pixels.
 */
function placeVector(
  { element, info, source, isMask }: FoundImage,
  cache: ImageCache,
  page: EmbeddingPage,
): PlacedImage | null {
  const needsPixels = filterFunctions(element.filters) !== '' || element.position === 'attention';
  // Viewers of PDFs know masks of opacity only.
  if (info.type !== 'svg' || needsPixels || (isMask && page === 'pdf')) return null;
  const picture = cache.vector(source.reference.hash, () => readSvg(source.bytes, info));
  // Ghostscript would apply the opacity of such a gradient twice.
  if (picture === null || (picture.hasTranslucentGradient && element.opacity < 1)) return null;
  const { whole: rect, part } = placePicture(element, info);
  if (
    element.fit === 'tile' &&
    page === 'pdf' &&
    countTiles(element, part) * countShapes(picture.nodes) > maxTiledShapes
  )
    return null;
  const visible = drawnPart(element, part);
  if (visible === null) return null;
  const transform = { a: rect.width, b: 0, c: 0, d: rect.height, e: rect.x, f: rect.y };
  return {
    source: picture,
    transform,
    pixels: null,
    pixelsTransform: transform,
    opaque: false,
    overflows: visible.width < rect.width || visible.height < rect.height,
    ...(element.fit === 'tile' ? { tile: part } : element.crop === undefined ? {} : { clip: visible }),
  };
}

function countTiles(box: Size, tile: Size): number {
  return Math.ceil(box.width / tile.width) * Math.ceil(box.height / tile.height);
}

interface CompressedPlacement {
  readonly key: string;
  readonly transform: Matrix;
  readonly overflows: boolean;
  readonly clip?: Rect;
  readonly tile: Size;
  readonly compress: (lease: ImageLease) => Promise<CompressedImage>;
}

function placeCompressed(
  image: FoundImage,
  density: number,
  limits: EmbedLimits,
  page: EmbeddingPage,
): CompressedPlacement | null {
  const { element, info, source } = image;
  const { whole: rect, part } = placePicture(element, info);
  const visible = drawnPart(element, part);
  if (visible === null) return null;

  const filter = filterFunctions(element.filters);
  const isUpright = page === 'pdf' || info.orientation === 1;
  const isPartOfTile = element.fit === 'tile' && element.crop !== undefined;
  const isAlpha = image.isMask && page === 'pdf';
  const own = info.type === 'svg' ? Infinity : Math.max(info.width / rect.width, info.height / rect.height);
  const isCoarse = page === 'pdf' && own < COARSE_DENSITY;
  const isWhole = isUpright && filter === '' && element.position !== 'attention' && !isPartOfTile && !isAlpha;
  if (isWhole && !isCoarse && limits.separator == null && canStayJpeg(image, rect, visible, density)) {
    const sideways = info.orientation >= 5;
    const { width, height } = info;
    return {
      key: `jpeg ${source.reference.hash}`,
      tile: part,
      transform: orient(rect, info.orientation),
      overflows: visible.width < rect.width || visible.height < rect.height,
      ...(element.crop === undefined ? {} : { clip: visible }),
      compress: async () => {
        const data = await readableBytes(source, info, limits.maxInputPixels);
        if (!info.isRepaired && (await seemsToEndEarly(data, limits.maxInputPixels)))
          throw new EarlyEndError(source.reference, source.key);
        return {
          width: sideways ? height : width,
          height: sideways ? width : height,
          encoding: 'jpeg',
          data,
          mask: null,
        };
      },
    };
  }

  // Viewers enlarge images as well as we do, so raster images get no more pixels than their source has.
  const most = Math.min(density, isCoarse ? 1 : own);
  const placement = scaleForBox(element, info, { x: most, y: most }, limits.maxPixels);
  if (placement === null) return null;
  return {
    key: [
      page,
      limits.separator?.key,
      source.reference.hash,
      JSON.stringify(placement.scaling),
      isAlpha ? 'mask' : filter,
    ].join(' '),
    transform: rectTransform(placement),
    overflows: false,
    tile: part,
    compress: (lease) => compressScaled(image, placement, page, filter, lease, limits),
  };
}

async function compressScaled(
  image: FoundImage,
  placement: ScaledPlacement,
  page: EmbeddingPage,
  filter: string,
  lease: ImageLease,
  { maxInputPixels, separator = null }: EmbedLimits,
): Promise<CompressedImage> {
  if (image.isMask && page === 'pdf') {
    const { data, width, height } = await decodeImage(image, placement, maxInputPixels);
    // White is no ink.
    if (separator !== null) return compressInks(data, width, height, processInks([0, 0, 0, 0]));
    return compressTint(data, width, height, [255, 255, 255, 255]);
  }
  const compress = (pixels: RawPixels, photograph: boolean): Promise<CompressedImage> => {
    if (separator !== null) return Promise.resolve(compressSeparated(pixels, separator));
    return page === 'svg' ? compressForSvg(pixels, photograph) : compressPixels(pixels, photograph);
  };
  const lossy = image.info.type === 'jpeg' || image.info.type === 'avif';
  if (filter === '') {
    return compress(await decodePixels(image.source, image.info, placement.scaling, maxInputPixels), lossy);
  }
  const { canvas, width, height, opaque } = await loadPixels(image, placement, lease, maxInputPixels);
  const pixels: RawPixels = {
    data: await unpremultiply(canvas.data(), width, height),
    width,
    height,
    opaque,
  };
  return compress(pixels, lossy);
}

/**
 * Whether a JPEG is embedded unchanged: it is plain RGB, has no more pixels than it would be scaled to, and
 * is mostly visible.
 */
function canStayJpeg({ info }: FoundImage, rect: Rect, visible: Rect, density: number): boolean {
  if (info.type !== 'jpeg' || !info.plainRgb) return false;
  const isDenser =
    info.width > Math.ceil(rect.width * density) || info.height > Math.ceil(rect.height * density);
  const share = (visible.width * visible.height) / (rect.width * rect.height);
  return !isDenser && share >= ORIGINAL_SHARE;
}
