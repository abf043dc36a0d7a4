import type { Canvas } from '@napi-rs/canvas';
import { createCanvas } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';

import type { DrawnCode } from '../codes/drawn-code.ts';
import { freeMemory } from '../../free-memory.ts';
import type { RenderJob, SceneBarcode, SceneElement, SceneQrCode } from '../scene.ts';
import { BackBounds } from './back-bounds.ts';
import { drawPage } from './draw-page.ts';
import { drawingCost } from './drawing-cost.ts';
import type { Drawing } from './drawing.ts';
import { drawElements } from './element.ts';
import type { Surface } from './surface.ts';

/** A page with some of its elements, drawn before. */
interface Backdrop {
  readonly canvas: Canvas;
  /** The elements on it, by their keys, in the order of drawing. */
  readonly keys: readonly string[];
  /** The codes among them, in that order. */
  readonly codes: readonly (DrawnCode | undefined)[];
}

/** What is remembered of renders of one template at one size. */
interface Memory {
  /** The elements of the last render, by their keys. */
  readonly last: ReadonlySet<string>;
  /** Those that were the same as in the render before it and could be drawn first. */
  readonly still: readonly string[];
  readonly backdrop: Backdrop | null;
}

/** A page's elements in two parts, and whether the first of them is to be kept, or has been. */
interface Split {
  readonly behind: readonly SceneElement[];
  readonly rest: readonly SceneElement[];
  readonly keys: readonly string[];
}

/**
 * Pages as far as they are the same in each render of a template, kept from render to render: photographs, gradients, shadows
 * and logos that no variable changes are drawn once, and each page after that starts with a copy of their pixels. Nothing says
 * which elements these are: they are those that came out of binding unchanged twice in a row. Every pixel is the one that
 * drawing all elements would make.
 */
export class Backdrops {
  readonly #memories: LRUCache<string, Memory>;
  readonly #maxPageBytes: number;

  /** `maxBytes` bounds pixels and keys together. A page of more than half of that is drawn anew each time. */
  constructor(maxBytes: number) {
    this.#memories = new LRUCache<string, Memory>({
      maxSize: maxBytes,
      sizeCalculation: ({ last, still, backdrop }) => {
        const texts = [...last, ...still, ...(backdrop?.keys ?? [])];
        const pixels = backdrop === null ? 0 : backdrop.canvas.width * backdrop.canvas.height * 4;
        return texts.reduce((sum, text) => sum + 2 * text.length, 1 + pixels);
      },
      dispose: ({ backdrop }, _key, reason) => {
        // What is set anew has the same backdrop or gave the other one back.
        if (reason !== 'set' && backdrop !== null) free(backdrop.canvas);
      },
    });
    this.#maxPageBytes = maxBytes / 2;
  }

  /** Draws a page like `drawPage`, what is known of it by copying. The surface is the page's own, of whole pixels. */
  drawPage(drawing: Drawing, surface: Surface, job: RenderJob): void {
    const { scene } = job;
    const { width, height, context } = surface;
    // A copy costs about half as much as a gradient over the whole page.
    const isWorthIt = (elements: readonly SceneElement[]): boolean =>
      drawingCost(elements) >= scene.width * scene.height;
    if (width * height * 4 > this.#maxPageBytes || !isWorthIt(scene.elements)) {
      return drawPage(drawing, surface, scene, 0);
    }
    const place = pageKey(job, surface);
    const keys = scene.elements.map((element) => elementKey(element, job));
    const before = this.#memories.get(place);
    const bounds = new BackBounds(drawing, surface, scene);
    const split = (isStill: (key: string) => boolean): Split =>
      splitPage(scene.elements, keys, bounds, isStill);

    const wanted = split((key) => before?.last.has(key) === true);
    const isSteady = before !== undefined && isSame(wanted.keys, before.still);
    let backdrop = before?.backdrop ?? null;
    let used = backdrop === null ? null : split(inOrder(backdrop.keys));
    if (used !== null && used.keys.length !== backdrop?.keys.length) used = null;
    if (isSteady && wanted.keys.length > (used?.keys.length ?? 0) && isWorthIt(wanted.behind)) {
      if (backdrop !== null) free(backdrop.canvas);
      backdrop = makeBackdrop(drawing, surface, job, wanted);
      used = wanted;
    }
    this.#memories.set(place, { last: new Set(keys), still: wanted.keys, backdrop });
    if (backdrop === null || used === null) return drawPage(drawing, surface, scene, 0);

    const codes = used.behind.flatMap(codesOf);
    backdrop.codes.forEach((code, index) => {
      const element = codes[index];
      if (code !== undefined && element !== undefined) drawing.codes.set(element, code);
    });
    context.save();
    context.resetTransform();
    context.drawImage(backdrop.canvas, 0, 0);
    context.restore();
    drawElements(drawing, surface, used.rest);
  }
}

function makeBackdrop(
  drawing: Drawing,
  surface: Surface,
  { scene }: RenderJob,
  { behind, keys }: Split,
): Backdrop {
  const { width, height } = surface;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.setTransform(surface.context.getTransform());
  drawPage(drawing, { ...surface, context }, { ...scene, elements: behind }, 0);
  // Makes the pixels now: what is recorded would be drawn again at every use. To read only some of them makes later copies slow.
  freeMemory(canvas.data());
  return { canvas, keys, codes: behind.flatMap(codesOf).map((element) => drawing.codes.get(element)) };
}

/**
 * Which of a page's elements can be drawn before all others: those that are still, but for those that would come out from under
 * something that is not.
 */
function splitPage(
  elements: readonly SceneElement[],
  keys: readonly string[],
  bounds: BackBounds,
  isStill: (key: string) => boolean,
): Split {
  const behind: SceneElement[] = [];
  const rest: SceneElement[] = [];
  const kept: string[] = [];
  const passed = bounds.start();
  elements.forEach((element, index) => {
    const key = keys[index] ?? '';
    if (isStill(key) && passed.isClearOf(element)) {
      behind.push(element);
      kept.push(key);
      return;
    }
    rest.push(element);
    passed.add(element);
  });
  return { behind, rest, keys: kept };
}

/** Accepts keys in a given order, others between them refused. */
function inOrder(keys: readonly string[]): (key: string) => boolean {
  let next = 0;
  return (key) => {
    if (key !== keys[next]) return false;
    next++;
    return true;
  };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}

/** All that a page's look depends on beside its elements; the title keeps templates apart that are alike in that. */
function pageKey({ scene, assets }: RenderJob, { width, height }: Surface): string {
  const fonts = scene.fonts.map((font) => [font, assets[font.asset]?.hash]);
  return JSON.stringify([scene.title, scene.width, scene.height, width, height, scene.background, fonts]);
}

/** All that the look of an element depends on. */
function elementKey(element: SceneElement, { assets }: RenderJob): string {
  const files = imageAssets(element).map((asset) => assets[asset]?.hash ?? '');
  return files.length === 0 ? JSON.stringify(element) : `${JSON.stringify(element)} ${files.join(' ')}`;
}

function imageAssets(element: SceneElement): string[] {
  if (element.type === 'group') return element.elements.flatMap(imageAssets);
  return element.type === 'image' && element.asset !== null ? [element.asset] : [];
}

function codesOf(element: SceneElement): (SceneQrCode | SceneBarcode)[] {
  if (element.type === 'group') return element.elements.flatMap(codesOf);
  return element.type === 'qrcode' || element.type === 'barcode' ? [element] : [];
}

/** A canvas gives its memory back at once when it loses its area; waiting for garbage collection takes too long. */
function free(canvas: Canvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
