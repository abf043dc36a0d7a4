import { createCanvas } from '@napi-rs/canvas';
import type { DrawnCode } from '../codes/draw-code.ts';
import { findQuietZone } from '../codes/symbologies.ts';
import { outerBounds } from '../draw/bounds.ts';
import { drawPage } from '../draw/draw-page.ts';
import type { PageResources } from '../draw/page-resources.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import type { Scene } from '../scene/scene.ts';
import { DrawingBudget } from '../surface/drawing-budget.ts';
import { type Bounds, grow, intersect, type Matrix, transformBounds } from '../geometry.ts';
import { pageElements } from './page-elements.ts';

/** A code as readers see it. */
export interface CodeView {
  readonly code: DrawnCode;
  /** The light that a point of the page reflects, 0 to 1; null outside of the page. In CSS pixels. */
  readonly lightAt: (x: number, y: number) => number | null;
}

/** Looks at a drawn code. Null if it cannot be seen as readers see it. */
export type ViewCode = (
  element: SceneQrCode | SceneBarcode,
  code: DrawnCode,
  matrix: Matrix,
) => CodeView | null;

/** Premultiplied RGBA. */
interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Pixels per module below which samples would mix neighbouring modules. */
const MIN_SAMPLED_PIXELS = { crisp: 1, turned: 2 };
/** Pixels per module, and the longest side, of a code that is drawn again for a look. */
const VIEW_PIXELS = 4;
const MAX_VIEW_SIDE = 2000;

/** Looks at the pixels of a raster page. `density`: pixels of a CSS pixel. */
export function viewOnPixels(page: Pixels, density: { readonly x: number; readonly y: number }): ViewCode {
  const lightAt = (x: number, y: number): number | null =>
    getLight(page, Math.floor(x * density.x), Math.floor(y * density.y));
  return (_element, code) => {
    const least = MIN_SAMPLED_PIXELS[code.crisp ? 'crisp' : 'turned'];
    return (code.modulePixels ?? 0) < least - 1e-6 ? null : { code, lightAt };
  };
}

/**
 * Looks at a code on a page of vectors: draws it and all around it once more, as pixels. Images on such a
 * page are only stand-ins for their files, so a code on or beside one is not looked at.
 */
export function viewInVectors(scene: Scene, resources: PageResources): ViewCode {
  return (element, { area, module }, matrix) => {
    const { left, top, right, bottom } = findQuietZone(element);
    const around = {
      left: area.x - (left + 1) * module,
      top: area.y - (top + 1) * module,
      right: area.x + area.width + (right + 1) * module,
      bottom: area.y + area.height + (bottom + 1) * module,
    };
    const region = grow(transformBounds(around, matrix), 1);
    if (touchesImage(scene, resources, region)) return null;
    const sides = { width: region.right - region.left, height: region.bottom - region.top };
    const density = Math.min(VIEW_PIXELS / module, MAX_VIEW_SIDE / Math.max(sides.width, sides.height));
    if (density * module < MIN_SAMPLED_PIXELS.turned) return null;
    const [width, height] = [Math.ceil(sides.width * density), Math.ceil(sides.height * density)];
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.scale(density, density);
    context.translate(-region.left, -region.top);
    const drawnCodes: PageResources['drawnCodes'] = new Map();
    const elements = scene.elements.filter((each) => overlaps(outerBounds(resources.texts, each), region));
    const kind = { kind: 'pixels', channels: 'all', rasterised: true, shown: null } as const;
    const surface = { context, width, height, ...kind, budget: new DrawingBudget(null) };
    drawPage(
      { ...resources, isRaster: true, rasteriser: null, drawnCodes },
      surface,
      { ...scene, elements },
      1,
    );
    const code = drawnCodes.get(element);
    if (code === undefined) return null;
    const pixels = { data: canvas.data(), width, height };
    // The memory of a canvas is outside the JavaScript heap: garbage collection comes too late.
    [canvas.width, canvas.height] = [0, 0];
    const isOnPage = (x: number, y: number): boolean =>
      x >= 0 && y >= 0 && x <= scene.width && y <= scene.height;
    return {
      code,
      lightAt: (x, y) =>
        isOnPage(x, y)
          ? getLight(pixels, Math.floor((x - region.left) * density), Math.floor((y - region.top) * density))
          : null,
    };
  };
}

function touchesImage(scene: Scene, { images }: PageResources, region: Bounds): boolean {
  for (const { element, matrix } of pageElements(scene.elements)) {
    if (element.type !== 'image') continue;
    const source = images.get(element)?.source;
    if (source === undefined || 'nodes' in source) continue;
    const box = { left: 0, top: 0, right: element.width, bottom: element.height };
    if (overlaps(transformBounds(box, matrix), region)) return true;
  }
  return false;
}

function overlaps(bounds: Bounds | null, region: Bounds): boolean {
  return bounds !== null && intersect(bounds, region) !== null;
}

/** The relative luminance of a pixel on white paper; null outside. */
function getLight({ data, width, height }: Pixels, x: number, y: number): number | null {
  if (x < 0 || y < 0 || x >= width || y >= height) return null;
  const at = (y * width + x) * 4;
  const paper = 255 - (data[at + 3] ?? 0);
  const linear = (channel: number): number => linearLevels[(data[at + channel] ?? 0) + paper] ?? 1;
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
}

/** The light of each sRGB level. */
const linearLevels = Float64Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});
