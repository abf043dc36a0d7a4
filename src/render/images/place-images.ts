import type { Canvas } from '@napi-rs/canvas';

import type { AssetReference, RenderJob, SceneElement, SceneImage } from '../scene.ts';
import type { ImageSource } from './decode.ts';
import type { ImageInfo } from './picture.ts';
import { checkPixels, decodePixels, inspectImage } from './decode.ts';
import { filterFunctions } from './filters.ts';
import type { ImageCache, ImageLease } from './image-cache.ts';
import type { Pixels } from './picture.ts';
import type { Corner, Density, ScaledPlacement } from './scaling.ts';
import { scaleForBox } from './scaling.ts';
import type { VectorPicture } from '../vector/vector-picture.ts';

/** A picture ready to be drawn into its element's box. Rectangles are in the box's CSS pixels. */
export interface PlacedImage {
  /** What to draw: the pixels themselves, or in a PDF a stand-in that the finished file replaces, or shapes. */
  readonly source: Canvas | VectorPicture;
  /** Maps the unit square to where `source` goes in the box. */
  readonly transform: Transform;
  /** Pixels for where a filter reads them; null where `source` is enough. */
  readonly pixels: Pixels | null;
  readonly pixelsTransform: Transform;
  /** No part of the target is see-through. */
  readonly opaque: boolean;
  /** Whether the box has to cut it. */
  readonly overflows: boolean;
}

export interface Transform {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** A picture element, its file and what is known about it. */
export interface FoundImage {
  readonly element: SceneImage;
  readonly source: ImageSource;
  readonly info: ImageInfo;
  /** Whether it has a blur or a shadow, itself or through a group around it. */
  readonly under: { readonly blur: boolean; readonly shadow: boolean };
  /** Where its box begins on the page; null where it is turned. */
  readonly corner: Corner | null;
}

/** Every picture of a scene with its header read. Throws RenderInputError for one that cannot be used. */
export async function findImages(
  job: RenderJob,
  bytes: (hash: string) => Uint8Array,
  cache: ImageCache,
): Promise<FoundImage[]> {
  const found: FoundImage[] = [];
  const page = { under: { blur: false, shadow: false }, corner: { x: 0, y: 0 } };
  for (const { element, under, corner } of imageElements(job.scene.elements, page)) {
    if (element.asset === null || element.width <= 0 || element.height <= 0) continue;
    const reference = job.assets[element.asset];
    if (reference === undefined)
      throw new Error(`the job has no asset ${element.asset} (element ${element.id})`);
    const source = { bytes: bytes(reference.hash), reference, key: element.asset };
    const info = await cache.info(infoKey(reference), () => inspectImage(source));
    checkPixels(source, info, job.imageMaxPixels);
    found.push({ element, source, info, under, corner });
  }
  return found;
}

/** Scales pictures for a raster page. */
export async function placeImages(
  images: readonly FoundImage[],
  lease: ImageLease,
  density: Density,
  limits: { readonly maxInputPixels: number; readonly maxPixels: number },
): Promise<Map<SceneImage, PlacedImage>> {
  const placed = new Map<SceneImage, PlacedImage>();
  for (const image of images) {
    const { element, info, corner } = image;
    const placement = scaleForBox(element, info, density, limits.maxPixels, corner);
    if (placement === null) continue;
    const pixels = await loadPixels(image, placement, lease, limits.maxInputPixels);
    const transform = rectTransform(placement);
    placed.set(element, {
      source: pixels.canvas,
      transform,
      pixels,
      pixelsTransform: transform,
      opaque: pixels.opaque,
      overflows: false,
    });
  }
  return placed;
}

/** The scaled and filtered pixels of a picture, from the cache or decoded now. */
export function loadPixels(
  image: FoundImage,
  placement: ScaledPlacement,
  lease: ImageLease,
  maxInputPixels: number,
): Promise<Pixels> {
  const filter = filterFunctions(image.element.filters);
  const key = `${image.source.reference.hash} ${JSON.stringify(placement.scaling)} ${filter}`;
  return lease.pixels(key, filter, () =>
    decodePixels(image.source, image.info, placement.scaling, maxInputPixels),
  );
}

/** Maps the unit square to a placement's target. */
export function rectTransform({ target }: ScaledPlacement): Transform {
  return { a: target.width, b: 0, c: 0, d: target.height, e: target.x, f: target.y };
}

function* imageElements(
  elements: readonly SceneElement[],
  around: Pick<FoundImage, 'under' | 'corner'>,
): Generator<Pick<FoundImage, 'element' | 'under' | 'corner'>> {
  for (const element of elements) {
    const filters = element.type === 'image' && element.filters.blur > 0;
    const under = {
      blur: around.under.blur || element.blur > 0 || filters,
      shadow: around.under.shadow || element.shadow !== null,
    };
    const corner =
      around.corner === null || element.rotation !== 0
        ? null
        : { x: around.corner.x + element.x, y: around.corner.y + element.y };
    if (element.type === 'group') yield* imageElements(element.elements, { under, corner });
    else if (element.type === 'image') yield { element, under, corner };
  }
}

/** The same bytes are allowed less when a caller sends them than when a template brings them. */
function infoKey(reference: AssetReference): string {
  return `${reference.origin} ${reference.hash}`;
}
