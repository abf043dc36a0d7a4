/** The steps of a raster picture. */
import { findModuleStep } from '../codes/module-size.ts';
import { drawPage } from '../draw/draw-page.ts';
import type { PageResources } from '../draw/page-resources.ts';
import { encodeRaster } from '../encode/encode-raster.ts';
import { rasterise, type RasterPage } from '../encode/raster-canvas.ts';
import { freeMemory } from '../free-memory.ts';
import { placeImages } from '../images/place-images.ts';
import { outputSize } from '../output-size.ts';
import { isOpaque } from '../paint.ts';
import { inspectPage, type Inspection } from '../report/inspect.ts';
import { viewOnPixels } from '../report/view-code.ts';
import { DrawingBudget } from '../surface/drawing-budget.ts';
import {
  imageLimits,
  type File,
  type FoundImages,
  type Images,
  type OpenedPage,
  type Texts,
} from './inputs.ts';

/** A raster page in pixels. `density`: pixels of one CSS pixel. */
export interface RasterPlan {
  readonly page: {
    readonly width: number;
    readonly height: number;
    readonly density: { readonly x: number; readonly y: number };
  };
}

/** The size of the picture in pixels. */
export function planRasterPage({ job }: OpenedPage): RasterPlan {
  const { width, height } = outputSize({ viewport: job.scene }, job.output);
  return { page: { width, height, density: { x: width / job.scene.width, y: height / job.scene.height } } };
}

/** Decodes the images in the size in which they are drawn. */
export async function scaleImages(input: OpenedPage & RasterPlan & FoundImages): Promise<Images> {
  const { job, lease, page, found } = input;
  const limits = imageLimits(job, page.width * page.height);
  return { images: await placeImages(found, lease, page.density, limits) };
}

/** The pixels of a page, and what was found in it. */
export interface DrawnPixels {
  readonly pixels: RasterPage;
  readonly inspection: Inspection;
}

/** Draws the page, reads its pixels, and inspects them. */
export function drawPixels(input: OpenedPage & RasterPlan & FoundImages & Images & Texts): DrawnPixels {
  const { job, caches, page, found, images, texts, charts, fonts } = input;
  const { scene } = job;
  const { width, height, density } = page;
  const resources: PageResources = {
    images,
    texts,
    charts,
    fonts,
    isRaster: true,
    dotGrid: null,
    moduleStep: findModuleStep(job.output),
    rasteriser: null,
    drawnCodes: new Map(),
  };
  // No element can make an opaque background translucent.
  const isPageOpaque = scene.background !== null && isOpaque(scene.background);
  let inspection: Inspection = { width, height, warnings: [] };
  const pixels = rasterise(
    width,
    height,
    isPageOpaque,
    (canvas) => {
      const context = canvas.getContext('2d');
      context.scale(density.x, density.y);
      const budget = new DrawingBudget(null);
      const kind = { kind: 'pixels', channels: 'all', rasterised: false, shown: null } as const;
      const surface = { context, width, height, ...kind, budget };
      if (caches.backgroundLayers === undefined) drawPage(resources, surface, scene, 0);
      else caches.backgroundLayers.drawPage(resources, surface, job);
    },
    (canvas, data) => {
      const viewCode = viewOnPixels({ data, width, height }, density);
      inspection = inspectPage(
        canvas.getContext('2d'),
        job,
        found,
        { ...resources, viewCode },
        { width, height },
      );
      return job.inspect?.boxes === true;
    },
  );
  return { pixels, inspection };
}

/** Compresses the pixels, and frees them. */
export async function encodePixels({ job, caches, pixels }: OpenedPage & DrawnPixels): Promise<File> {
  const { compressedStrips } = caches;
  const name = job.series ?? job.scene.title;
  const series = compressedStrips === undefined ? null : { name, cache: compressedStrips };
  try {
    return { data: await encodeRaster(pixels, job.output, series) };
  } finally {
    freeMemory(pixels.data);
  }
}
