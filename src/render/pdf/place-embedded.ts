import type { ImageCache, ImageLease } from '../images/image-cache.ts';
import type { CompressedImage, RawPixels } from '../images/picture.ts';
import { decodePixels } from '../images/decode.ts';
import { filterFunctions } from '../images/filters.ts';
import type { FoundImage, PlacedImage, Transform } from '../images/place-images.ts';
import { loadPixels, rectTransform } from '../images/place-images.ts';
import type { Rect } from '../images/placement.ts';
import { placeInBox, visiblePart } from '../images/placement.ts';
import type { ScaledPlacement } from '../images/scaling.ts';
import { scaleForBox } from '../images/scaling.ts';
import type { SceneImage } from '../scene.ts';
import { compressPixels, straighten } from './compress-image.ts';
import { readSvg } from '../vector/read-svg.ts';
import { standIn } from './stand-in.ts';

/** A photograph goes into the page as it is only where that shows at least this much of it: the file carries the rest along. */
const ORIGINAL_SHARE = 0.4;

/** The pictures of a page: how to draw each, and what the stand-ins' numbers stand for. */
export interface EmbeddedImages {
  readonly placed: ReadonlyMap<SceneImage, PlacedImage>;
  readonly embedded: readonly CompressedImage[];
}

export interface EmbedLimits {
  readonly maxInputPixels: number;
  readonly maxPixels: number;
}

/**
 * Prepares a page's pictures. Each becomes a stand-in with the compressed picture kept beside it; those under a blur, or
 * see-through under a shadow, get pixels as well, since a filter reads them. `density` is the most pixels that a CSS
 * pixel gets; pictures with fewer are not enlarged.
 */
export async function placeEmbedded(
  images: readonly FoundImage[],
  cache: ImageCache,
  lease: ImageLease,
  density: number,
  limits: EmbedLimits,
): Promise<EmbeddedImages> {
  const placed = new Map<SceneImage, PlacedImage>();
  const embedded: CompressedImage[] = [];
  for (const image of images) {
    const vector = placeVector(image, cache);
    if (vector !== null) {
      placed.set(image.element, vector);
      continue;
    }
    const placement = placeCompressed(image, density, limits);
    if (placement === null) continue;
    const compressed = await cache.compressed(placement.key, () => placement.compress(lease));
    const opaque = compressed.mask === null;
    // A filter reads pixels; of a shadow's picture only what is see-through matters.
    const needsPixels = image.under.blur || (image.under.shadow && !opaque);
    const forFilters = needsPixels
      ? scaleForBox(image.element, image.info, { x: density, y: density }, limits.maxPixels)
      : null;
    placed.set(image.element, {
      source: standIn(embedded.length),
      transform: placement.transform,
      pixels: forFilters === null ? null : await loadPixels(image, forFilters, lease, limits.maxInputPixels),
      pixelsTransform: forFilters === null ? placement.transform : rectTransform(forFilters),
      opaque,
      overflows: placement.overflows,
    });
    embedded.push(compressed);
  }
  return { placed, embedded };
}

/** An SVG as shapes; null for other pictures, and where it cannot be read as such or its element asks for pixels. */
function placeVector({ element, info, source }: FoundImage, cache: ImageCache): PlacedImage | null {
  if (info.type !== 'svg' || filterFunctions(element.filters) !== '' || element.position === 'attention') {
    return null;
  }
  const picture = cache.drawing(source.reference.hash, () => readSvg(source.bytes, info));
  // Ghostscript would fade such a gradient twice.
  if (picture === null || (picture.hasFadingGradient && element.opacity < 1)) return null;
  const rect = placeInBox(element, info, element.fit, element.position);
  const visible = visiblePart(element, rect);
  if (visible === null) return null;
  const transform = { a: rect.width, b: 0, c: 0, d: rect.height, e: rect.x, f: rect.y };
  return {
    source: picture,
    transform,
    pixels: null,
    pixelsTransform: transform,
    opaque: false,
    overflows: visible.width < rect.width || visible.height < rect.height,
  };
}

interface CompressedPlacement {
  readonly key: string;
  readonly transform: Transform;
  readonly overflows: boolean;
  readonly compress: (lease: ImageLease) => Promise<CompressedImage>;
}

function placeCompressed(
  image: FoundImage,
  density: number,
  limits: EmbedLimits,
): CompressedPlacement | null {
  const { element, info, source } = image;
  const rect = placeInBox(element, info, element.fit, element.position);
  const visible = visiblePart(element, rect);
  if (visible === null) return null;

  const filter = filterFunctions(element.filters);
  if (filter === '' && element.position !== 'attention' && canStayJpeg(image, rect, visible, density)) {
    const sideways = info.orientation >= 5;
    const { width, height } = info;
    return {
      key: `jpeg ${source.reference.hash}`,
      transform: orient(rect, info.orientation),
      overflows: visible.width < rect.width || visible.height < rect.height,
      compress: () =>
        Promise.resolve({
          width: sideways ? height : width,
          height: sideways ? width : height,
          encoding: 'jpeg',
          data: source.bytes,
          mask: null,
        }),
    };
  }

  // A PDF's viewer enlarges as well as we would: no more pixels than the source has, vector files aside.
  const own = info.type === 'svg' ? Infinity : Math.max(info.width / rect.width, info.height / rect.height);
  const most = Math.min(density, own);
  const placement = scaleForBox(element, info, { x: most, y: most }, limits.maxPixels);
  if (placement === null) return null;
  return {
    key: `${source.reference.hash} ${JSON.stringify(placement.scaling)} ${filter}`,
    transform: rectTransform(placement),
    overflows: false,
    compress: (lease) => compressScaled(image, placement, filter, lease, limits.maxInputPixels),
  };
}

async function compressScaled(
  image: FoundImage,
  placement: ScaledPlacement,
  filter: string,
  lease: ImageLease,
  maxInputPixels: number,
): Promise<CompressedImage> {
  const lossy = image.info.type === 'jpeg' || image.info.type === 'avif';
  if (filter === '') {
    return compressPixels(
      await decodePixels(image.source, image.info, placement.scaling, maxInputPixels),
      lossy,
    );
  }
  const { canvas, width, height, opaque } = await loadPixels(image, placement, lease, maxInputPixels);
  const pixels: RawPixels = { data: await straighten(canvas.data(), width, height), width, height, opaque };
  return compressPixels(pixels, lossy);
}

/**
 * Whether a photograph's own bytes may go into the file: a JPEG of plain RGB with no more pixels than it would be scaled to, and not mostly
 * cut away.
 */
function canStayJpeg({ info }: FoundImage, rect: Rect, visible: Rect, density: number): boolean {
  if (info.type !== 'jpeg' || !info.plainRgb) return false;
  const isDenser =
    info.width > Math.ceil(rect.width * density) || info.height > Math.ceil(rect.height * density);
  const share = (visible.width * visible.height) / (rect.width * rect.height);
  return !isDenser && share >= ORIGINAL_SHARE;
}

/** Where a stored picture's corner (u, v in 0 to 1) comes to lie in the upright one, by EXIF orientation 1 to 8. */
const ORIENTATIONS: readonly (readonly [a: number, b: number, c: number, d: number, e: number, f: number])[] =
  [
    [1, 0, 0, 1, 0, 0],
    [-1, 0, 0, 1, 1, 0],
    [-1, 0, 0, -1, 1, 1],
    [1, 0, 0, -1, 0, 1],
    [0, 1, 1, 0, 0, 0],
    [0, 1, -1, 0, 1, 0],
    [0, -1, -1, 0, 1, 1],
    [0, -1, 1, 0, 0, 1],
  ];

function orient(rect: Rect, orientation: number): Transform {
  const [a, b, c, d, e, f] = ORIENTATIONS[orientation - 1] ?? [1, 0, 0, 1, 0, 0];
  const { x, y, width, height } = rect;
  return { a: a * width, b: b * height, c: c * width, d: d * height, e: x + e * width, f: y + f * height };
}
