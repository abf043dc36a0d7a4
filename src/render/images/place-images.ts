import type { Canvas } from '@napi-rs/canvas';

import type { AssetReference, RenderJob } from '../job.ts';
import { hasBackdrop } from '../has-backdrop.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneImage } from '../scene/image.ts';
import type { Scene } from '../scene/scene.ts';
import {
  type ImageSource,
  type RawPixels,
  checkPixels,
  decodePixels,
  inspectImage,
  type ImageInfo,
} from './decode.ts';
import type { Pixels, ImageCache, ImageLease } from './image-cache.ts';
import { filterFunctions } from './filters.ts';
import { findLogoImage } from './logo-image.ts';
import { findMaskImage, toMask } from './mask-image.ts';
import { type Corner, type Density, type ScaledPlacement, scaleForBox } from './scaling.ts';
import { isSlanted, type Matrix, type Rect, type Size } from '../geometry.ts';
import { exchangeColors } from '../vector/prepare/exchange-colors.ts';
import type { VectorImage } from '../vector/vector-image.ts';

/** An image ready to be drawn into its element's box. Coordinates are CSS pixels of the box. */
export interface PlacedImage {
  /** Pixels, vectors, or on a page of vectors a stand-in for its file. */
  readonly source: Canvas | VectorImage;
  /** Maps the unit square to the position of `source` in the box. */
  readonly transform: Matrix;
  /** Pixels for layers that are rasterised; null if `source` is enough. */
  readonly pixels: Pixels | null;
  readonly pixelsTransform: Matrix;
  /** No pixel is translucent. */
  readonly opaque: boolean;
  /** The box must clip it. */
  readonly overflows: boolean;
  /** The size of a tile, if the picture is repeated; `transform` is that of the first one. */
  readonly tile?: Size;
  /** The part of the box in which the picture is shown, where `source` has more of it than is used. */
  readonly clip?: Rect;
}

/** An image element with its file and header. */
export interface FoundImage {
  readonly element: SceneImage;
  readonly source: ImageSource;
  readonly info: ImageInfo;
  /** Whether the element or a group around it has a blur or a shadow, and whether backdrops are blurred. */
  readonly effects: { readonly blur: boolean; readonly shadow: boolean; readonly backdrop: boolean };
  /** The top left corner of its box on the page; null if it is rotated. */
  readonly corner: Corner | null;
  /** It is the picture of a mask. */
  readonly isMask: boolean;
}

/** Where an image stands. */
type ImagePlace = Pick<FoundImage, 'element' | 'effects' | 'corner' | 'isMask'>;

/** Where the search for images begins. */
function getPage({ elements }: Scene): Pick<FoundImage, 'effects' | 'corner'> {
  const effects = { blur: false, shadow: false, backdrop: hasBackdrop(elements) };
  return { effects, corner: { x: 0, y: 0 } };
}

/** Finds the images of a scene and reads their headers. Throws RenderInputError for an unusable image. */
export async function findImages(
  job: RenderJob,
  bytes: (hash: string) => Uint8Array,
  cache: ImageCache,
): Promise<FoundImage[]> {
  const found: FoundImage[] = [];
  for (const { element, ...place } of imageElements(job.scene)) {
    if (element.asset === null) continue;
    if (element.sizing === undefined && (element.width <= 0 || element.height <= 0)) continue;
    const reference = job.assets[element.asset];
    if (reference === undefined)
      throw new Error(`the job has no asset ${element.asset} (element ${element.id})`);
    const source = { bytes: bytes(reference.hash), reference, key: element.asset };
    const info = await cache.info(infoKey(reference), () => inspectImage(source, job.imageMaxPixels));
    checkPixels(source, info, job.imageMaxPixels);
    found.push({ element, source: withColors(source, element, info), info, ...place });
  }
  return found;
}

/** The source with the colours of its SVG exchanged, at the first use of its bytes. */
function withColors(source: ImageSource, { colors }: SceneImage, { type }: ImageInfo): ImageSource {
  if (colors === undefined || type !== 'svg') return source;
  let bytes: Uint8Array | null = null;
  return {
    ...source,
    reference: { ...source.reference, hash: `${source.reference.hash} ${JSON.stringify(colors)}` },
    get bytes() {
      return (bytes ??= exchangeColors(source.bytes, colors));
    },
  };
}

/** The images of a scene whose elements have been placed since they were found. */
export function findAgain(scene: Scene, found: readonly FoundImage[]): FoundImage[] {
  const known = new Map(found.map((image) => [image.element.id, image]));
  return imageElements(scene).flatMap(({ element, corner, effects }) => {
    const image = known.get(element.id);
    const isShown = element.width > 0 && element.height > 0;
    return image === undefined || !isShown ? [] : [{ ...image, element, corner, effects }];
  });
}

/** Scales images for a raster page. */
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
      ...(element.fit === 'tile' ? { tile: placement.target } : {}),
    });
  }
  return placed;
}

/** The scaled and filtered pixels of an image, from the cache or newly decoded. */
export function loadPixels(
  image: FoundImage,
  placement: ScaledPlacement,
  lease: ImageLease,
  maxInputPixels: number,
): Promise<Pixels> {
  const filter = filterFunctions(image.element.filters);
  const kind = image.isMask ? 'mask' : filter;
  const key = `${image.source.reference.hash} ${JSON.stringify(placement.scaling)} ${kind}`;
  return lease.pixels(key, filter, () => decodeImage(image, placement, maxInputPixels));
}

/** Decodes an image, or the opacity of a mask. */
export async function decodeImage(
  { source, info, isMask }: FoundImage,
  { scaling }: ScaledPlacement,
  maxInputPixels: number,
): Promise<RawPixels> {
  const pixels = await decodePixels(source, info, scaling, maxInputPixels);
  return isMask ? toMask(pixels) : pixels;
}

/** The transform from the unit square to a placement's target. */
export function rectTransform({ target }: ScaledPlacement): Matrix {
  return { a: target.width, b: 0, c: 0, d: target.height, e: target.x, f: target.y };
}

function imageElements(scene: Scene): ImagePlace[] {
  const found: ImagePlace[] = [];
  addImages(scene.elements, getPage(scene), found);
  return found;
}

function addImages(
  elements: readonly SceneElement[],
  around: Pick<FoundImage, 'effects' | 'corner'>,
  found: ImagePlace[],
): void {
  for (const element of elements) {
    if (element.type === 'text' && element.runs.every(({ icon }) => icon === undefined)) continue;
    const filters = element.type === 'image' && element.filters.blur > 0;
    const effects = {
      blur: around.effects.blur || element.blur > 0 || filters,
      shadow: around.effects.shadow || element.shadow !== null,
      backdrop: around.effects.backdrop,
    };
    const corner =
      around.corner === null || element.rotation !== 0 || (isSlanted(element) && !isMirroredImage(element))
        ? null
        : { x: around.corner.x + element.x, y: around.corner.y + element.y };
    const mask = findMaskImage(element);
    const logo = findLogoImage(element);
    if (logo !== null) found.push({ element: logo, effects, corner: null, isMask: false });
    if (mask !== null) found.push({ element: mask, effects, corner, isMask: true });
    if (element.type === 'group') addImages(element.elements, { effects, corner }, found);
    else if (element.type === 'text')
      for (const { icon } of element.runs)
        if (icon !== undefined) found.push({ element: icon, effects, corner, isMask: false });
    if (element.type === 'image') found.push({ element, effects, corner, isMask: false });
  }
}

/** A mirrored picture covers the same pixels of the page. */
function isMirroredImage({ type, skewX = 0, skewY = 0 }: SceneElement): boolean {
  return type === 'image' && skewX === 0 && skewY === 0;
}

/** The origin is part of the key, because an SVG is accepted from a template but not from a client. */
/** The key of a picture's header in the cache. */
export function infoKey(reference: AssetReference): string {
  return `${reference.origin} ${reference.hash}`;
}
