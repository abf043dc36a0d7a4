import { setImmediate as nextTurn } from 'node:timers/promises';

import { freeMemory } from '../free-memory.ts';
import type { Drawing } from './draw/drawing.ts';
import { drawPage } from './draw/draw-page.ts';
import { layoutTexts } from './draw/layout-texts.ts';
import { encodeRaster } from './encode/encode-raster.ts';
import { rasterise } from './encode/raster-canvas.ts';
import { RenderInputError } from './errors.ts';
import type { FontBook } from './fonts/font-book.ts';
import type { TemplateFont } from './fonts/known-faces.ts';
import type { ImageCache, ImageLease } from './images/image-cache.ts';
import type { FoundImage } from './images/place-images.ts';
import { findImages, placeImages } from './images/place-images.ts';
import { checkOutputSize, outputSize } from './output-size.ts';
import { isOpaque } from './paint.ts';
import { renderPdf } from './pdf/render-pdf.ts';
import type { RenderMemory } from './render-memory.ts';
import { inspectPage } from './report/inspect.ts';
import type { RenderJob, RenderResult, SceneFont } from './scene.ts';
import { startStageClock, type StageClock } from './stage-clock.ts';

/** A picture may have this many pixels however small the page is: what is enlarged by a blur needs some. */
const MIN_PICTURE_PIXELS = 4_000_000;

/** The bytes of an asset by its hash. The process that renders has them before the job starts. */
export type AssetBytes = (hash: string) => Uint8Array;

/**
 * Makes one picture or page: reads the pictures' headers, scales them, lays out the texts, draws, compresses. Throws
 * `RenderInputError` where the job itself cannot be drawn (a picture that does not decode, a value that its code
 * cannot hold, a size that the format cannot hold); anything else is a fault here. With `memory` what does not change from render to
 * render is drawn, and compressed, once; the file is the same without it.
 */
export async function renderScene(
  job: RenderJob,
  bytes: AssetBytes,
  fonts: FontBook,
  images: ImageCache,
  memory: Partial<RenderMemory> = {},
): Promise<RenderResult> {
  const lease = images.lease();
  const clock = startStageClock();
  try {
    // The ceiling on all pixels was checked before the job was made; here only what the format can hold.
    const tooLarge = checkOutputSize({ viewport: job.scene }, job.output, Infinity);
    if (tooLarge !== null) throw new RenderInputError('output', null, tooLarge, '');
    const sceneFonts = fonts.forScene(job.scene.fonts.map((font) => readFont(job, font, bytes)));
    clock.end('layout');
    const found = await findImages(job, bytes, images);
    return job.output.format === 'pdf'
      ? await renderPdf(job, found, images, lease, sceneFonts, clock)
      : await renderRaster(job, job.output.format, found, lease, sceneFonts, memory, clock);
  } finally {
    lease.release();
  }
}

async function renderRaster(
  job: RenderJob,
  format: 'png' | 'jpeg' | 'webp',
  found: readonly FoundImage[],
  lease: ImageLease,
  fonts: FontBook,
  { backdrops, strips }: Partial<RenderMemory>,
  clock: StageClock,
): Promise<RenderResult> {
  const { scene, output } = job;
  const { width, height } = outputSize({ viewport: scene }, output);
  const scaleX = width / scene.width;
  const scaleY = height / scene.height;

  const images = await placeImages(
    found,
    lease,
    { x: scaleX, y: scaleY },
    {
      maxInputPixels: job.imageMaxPixels,
      maxPixels: Math.max(MIN_PICTURE_PIXELS, 4 * width * height),
    },
  );
  clock.end('decode');
  const texts = layoutTexts(scene.elements, fonts);
  clock.end('layout');
  const drawing: Drawing = { images, texts, fonts, pixels: null, codes: new Map() };

  // Nothing that elements do takes an opaque background's opacity away.
  const opaque = scene.background !== null && isOpaque(scene.background);
  let inspected: Omit<RenderResult, 'data' | 'times'> = { width, height, warnings: [] };
  const page = rasterise(width, height, opaque, (canvas) => {
    const context = canvas.getContext('2d');
    context.scale(scaleX, scaleY);
    const surface = { context, width, height, shows: 'picture', rasterised: false } as const;
    if (backdrops === undefined) drawPage(drawing, surface, scene, 0);
    else backdrops.drawPage(drawing, surface, job);
    inspected = inspectPage(context, job, found, drawing, { width, height });
  });
  clock.end('draw');
  try {
    const series = strips === undefined ? null : { name: scene.title, memory: strips };
    const data = await encodeRaster(page, format, output, series);
    clock.end('encode');
    return { data, ...inspected, times: clock.times };
  } finally {
    freeMemory(page.data);
    // Freed they are between two turns of the event loop. Renders that follow each other within one, as PNGs may, which wait for
    // nothing, would each get fresh pages of memory, which cost the system more than all of the drawing.
    await nextTurn();
  }
}

function readFont(
  job: RenderJob,
  { family, weight, style, asset }: SceneFont,
  bytes: AssetBytes,
): TemplateFont {
  const reference = job.assets[asset];
  if (reference === undefined) throw new Error(`the job has no asset ${asset} (font ${family})`);
  return { family, weight, style, hash: reference.hash, bytes: bytes(reference.hash) };
}
