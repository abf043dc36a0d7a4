import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';

import type { DrawnCode } from '../../codes/draw-code.ts';
import { freeMemory } from '../../free-memory.ts';
import { findLogoImage } from '../../images/logo-image.ts';
import { findMaskImage } from '../../images/mask-image.ts';
import type { RenderJob } from '../../job.ts';
import type { SceneBarcode, SceneQrCode } from '../../scene/codes.ts';
import type { SceneElement } from '../../scene/elements.ts';
import { type PixelSurface, type Surface, releaseCanvas } from '../../surface/layers.ts';
import { drawPage } from '../draw-page.ts';
import { drawElements } from '../element.ts';
import type { PageResources } from '../page-resources.ts';
import { drawingCost } from './drawing-cost.ts';
import { Overlaps } from './overlaps.ts';

/** The pixels of a page's background and of its elements that do not change between renders. */
interface BackgroundLayer {
  readonly canvas: Canvas;
  /** Keys of the elements in the layer, in drawing order. */
  readonly keys: readonly string[];
  /** The codes in the layer, in drawing order. */
  readonly codes: readonly (DrawnCode | undefined)[];
}

/** What the cache stores for one template at one size. */
interface Entry {
  /** Keys of all elements of the last render. */
  readonly lastKeys: ReadonlySet<string>;
  /** Keys of the elements that did not change in the last render and can be drawn first. */
  readonly unchangedKeys: readonly string[];
  readonly layer: BackgroundLayer | null;
}

/** A page's elements: those that can be drawn first, with their keys, and the others. */
interface Split {
  readonly behind: readonly SceneElement[];
  readonly keys: readonly string[];
  readonly rest: readonly SceneElement[];
}

/**
 * Caches the part of a page that is the same in every render of a template (photos, gradients, shadows,
 * logos), so that later renders copy its pixels. An element belongs to the layer if it was the same in two
 * renders in a row and no changed element lies below it. The resulting pixels are exactly those of drawing
 * all elements.
 */
export class BackgroundLayerCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #maxPageBytes: number;

  /** `maxBytes` limits pixels and keys together. A page of more than half of that is not cached. */
  constructor(maxBytes: number) {
    this.#entries = new LRUCache<string, Entry>({
      maxSize: maxBytes,
      sizeCalculation: ({ lastKeys, unchangedKeys, layer }) => {
        const keys = [...lastKeys, ...unchangedKeys, ...(layer?.keys ?? [])];
        const pixelBytes = layer === null ? 0 : layer.canvas.width * layer.canvas.height * 4;
        return keys.reduce((sum, key) => sum + 2 * key.length, 1 + pixelBytes);
      },
      dispose: ({ layer }, _key, reason) => {
        // On `set` nothing is released: the new entry has the same layer, or `drawPage` has released the old
        // one.
        if (reason !== 'set' && layer !== null) releaseCanvas(layer.canvas);
      },
    });
    this.#maxPageBytes = maxBytes / 2;
  }

  /**
   * Draws a page as `drawPage` does, but copies cached pixels. The surface's sides must be whole pixels.
   */
  drawPage(resources: PageResources, surface: PixelSurface, job: RenderJob): void {
    const { scene } = job;
    const { width, height, context } = surface;
    // A layer pays off if drawing it costs at least a gradient over the page. Copying it costs about half of
    // that.
    const isWorthIt = (elements: readonly SceneElement[]): boolean =>
      drawingCost(elements) >= scene.width * scene.height;
    if (width * height * 4 > this.#maxPageBytes || !isWorthIt(scene.elements)) {
      return drawPage(resources, surface, scene, 0);
    }
    const key = pageKey(job, surface);
    const keys = scene.elements.map((element) => elementKey(element, job));
    const previous = this.#entries.get(key);
    const overlaps = new Overlaps(resources, surface, scene);
    const split = (isInLayer: (key: string) => boolean): Split =>
      splitPage(scene.elements, keys, overlaps, isInLayer);

    const unchanged = split((elementKey) => previous?.lastKeys.has(elementKey) === true);
    const isStable = previous !== undefined && isSame(unchanged.keys, previous.unchangedKeys);
    let layer = previous?.layer ?? null;
    let used = layer === null ? null : split(inOrder(layer.keys));
    // If an element of the layer is not on this page, the layer cannot be used.
    if (used !== null && used.keys.length !== layer?.keys.length) used = null;
    if (isStable && unchanged.keys.length > (used?.keys.length ?? 0) && isWorthIt(unchanged.behind)) {
      if (layer !== null) releaseCanvas(layer.canvas);
      layer = drawLayer(resources, surface, job, unchanged);
      used = unchanged;
    }
    this.#entries.set(key, { lastKeys: new Set(keys), unchangedKeys: unchanged.keys, layer });
    if (layer === null || used === null) return drawPage(resources, surface, scene, 0);

    const codes = used.behind.flatMap(getCodes);
    layer.codes.forEach((code, index) => {
      const element = codes[index];
      if (code !== undefined && element !== undefined) resources.drawnCodes.set(element, code);
    });
    context.save();
    context.resetTransform();
    context.drawImage(layer.canvas, 0, 0);
    context.restore();
    drawElements(resources, surface, used.rest);
  }
}

function drawLayer(
  resources: PageResources,
  surface: PixelSurface,
  { scene }: RenderJob,
  { behind, keys }: Split,
): BackgroundLayer {
  const { width, height } = surface;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.setTransform(surface.context.getTransform());
  drawPage(resources, { ...surface, context }, { ...scene, elements: behind }, 0);
  // Reading the pixels draws the layer once, not at every use. After reading only a part, copies are slow.
  freeMemory(canvas.data());
  const codes = behind.flatMap(getCodes).map((element) => resources.drawnCodes.get(element));
  return { canvas, keys, codes };
}

/** Splits a page. An element that overlaps an earlier element of `rest` belongs to `rest` as well. */
function splitPage(
  elements: readonly SceneElement[],
  keys: readonly string[],
  overlaps: Overlaps,
  isInLayer: (key: string) => boolean,
): Split {
  const behind: SceneElement[] = [];
  const rest: SceneElement[] = [];
  const behindKeys: string[] = [];
  const restArea = overlaps.emptyArea();
  elements.forEach((element, index) => {
    const key = keys[index] ?? '';
    if (isInLayer(key) && !restArea.overlaps(element)) {
      behind.push(element);
      behindKeys.push(key);
      return;
    }
    rest.push(element);
    restArea.add(element);
  });
  return { behind, rest, keys: behindKeys };
}

/** Accepts the given keys in their order, and refuses other keys between them. */
function inOrder(keys: readonly string[]): (key: string) => boolean {
  let next = 0;
  return (key) => {
    if (key !== keys[next]) return false;
    next++;
    return true;
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

/** Everything that a page's pixels depend on, except its elements. The series separates similar templates. */
function pageKey({ scene, assets, series = scene.title }: RenderJob, { width, height }: Surface): string {
  const fonts = scene.fonts.map((font) => [font, assets[font.asset]?.hash]);
  return JSON.stringify([series, scene.width, scene.height, width, height, scene.background, fonts]);
}

/** Everything that an element's pixels depend on. */
function elementKey(element: SceneElement, { assets }: RenderJob): string {
  const files = imageAssets(element).map((asset) => assets[asset]?.hash ?? '');
  return files.length === 0 ? JSON.stringify(element) : `${JSON.stringify(element)} ${files.join(' ')}`;
}

function imageAssets(element: SceneElement): string[] {
  const mask = findMaskImage(element)?.asset ?? findLogoImage(element)?.asset ?? [];
  if (element.type === 'group') return element.elements.flatMap(imageAssets).concat(mask);
  const images = element.type === 'text' ? element.runs.flatMap(({ icon = [] }) => icon) : [element];
  return images.flatMap((image) => (image.type === 'image' ? (image.asset ?? []) : [])).concat(mask);
}

function getCodes(element: SceneElement): (SceneQrCode | SceneBarcode)[] {
  if (element.type === 'group') return element.elements.flatMap(getCodes);
  return element.type === 'qrcode' || element.type === 'barcode' ? [element] : [];
}
