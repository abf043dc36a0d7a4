import { setImmediate as nextTurn } from 'node:timers/promises';

import type { PageResources } from './draw/page-resources.ts';
import { drawPage } from './draw/draw-page.ts';
import { encodeRaster } from './encode/encode-raster.ts';
import { rasterise, type RasterPage } from './encode/raster-canvas.ts';
import { DrawingBudget } from './surface/drawing-budget.ts';
import { RenderInputError } from './errors.ts';
import type { FontBook } from './fonts/font-book.ts';
import { freeMemory } from './free-memory.ts';
import type { CompressedImage, ImageCache, ImageLease } from './images/image-cache.ts';
import { findImages, placeImages, type FoundImage, type PlacedImage } from './images/place-images.ts';
import type { RenderJob, RenderResult } from './job.ts';
import { checkOutputSize, outputSize } from './output-size.ts';
import { isOpaque } from './paint.ts';
import { drawPdfPage, planPdfPage, type DrawnPdfPage, type PdfPage } from './pdf/draw-pdf-page.ts';
import { finishPdf } from './pdf/finish-pdf.ts';
import { createPageBitmaps, type PageBitmaps } from './pdf/page-bitmaps.ts';
import { placeEmbedded, type EmbedLimits } from './pdf/place-embedded.ts';
import type { RenderCaches } from './render-caches.ts';
import { viewInPdf, viewOnPixels } from './report/view-code.ts';
import { describePage, inspectPage, type Inspection } from './report/inspect.ts';
import type { SceneElement, SceneImage, SceneText } from './scene.ts';
import { Steps } from './steps.ts';
import { layoutTexts } from './text/layout.ts';
import type { TextLayout } from './text/text-layout.ts';

/** From a job to the pixels of its page. Each step counts as one part of `RenderTimes`. */
const pixelSteps = Steps.of<RenderInput>()
  .step('layout', checkSize)
  .step('layout', loadFonts)
  .step('layout', planRasterPage)
  .step('decode', readImageHeaders)
  .step('decode', scaleImages)
  .step('layout', layOutTexts)
  .step('draw', drawPixels);

/** From a job to the page of a PDF. */
const vectorSteps = Steps.of<RenderInput>()
  .step('layout', checkSize)
  .step('layout', loadFonts)
  .step('layout', planVectorPage)
  .step('decode', readImageHeaders)
  .step('decode', embedImages)
  .step('layout', layOutTexts)
  .step('draw', drawVectors);

/** From a job to a PNG, JPEG or WebP file. */
const rasterSteps = pixelSteps.step('encode', encodePixels);

/** From a job to a PDF file. */
const pdfSteps = vectorSteps.step('encode', writePdf);

/** From a job to its warnings and report. */
const layoutSteps = Steps.of<RenderInput>()
  .step('layout', checkSize)
  .step('layout', loadFonts)
  .step('decode', readImageHeaders)
  .step('layout', layOutTexts)
  .step('draw', inspectLayout);

/** The same for a page with codes. */
const pixelLayoutSteps = pixelSteps.step('draw', discardPixels);
const vectorLayoutSteps = vectorSteps.step('draw', discardVectors);

/** Returns the bytes of an asset by its hash. All of a job's assets are in memory before the job starts. */
export type AssetBytes = (hash: string) => Uint8Array;

interface RenderInput {
  readonly job: RenderJob;
  readonly assetBytes: AssetBytes;
  readonly fontBook: FontBook;
  readonly imageCache: ImageCache;
  readonly lease: ImageLease;
  readonly caches: Partial<RenderCaches>;
}

/**
 * Renders one image or PDF page. `caches` change its speed only, never a byte of the file.
 *
 * @throws RenderInputError if the job cannot be rendered: an image does not decode, a code cannot hold its
 *   value, the format cannot have this size. Any other error is a bug.
 */
export async function renderScene(
  job: RenderJob,
  assetBytes: AssetBytes,
  fontBook: FontBook,
  imageCache: ImageCache,
  caches: Partial<RenderCaches> = {},
): Promise<RenderResult> {
  const lease = imageCache.lease();
  const steps = job.isLayoutOnly === true ? layoutStepsFor(job) : fileSteps(job);
  try {
    const input = { job, assetBytes, fontBook, imageCache, lease, caches };
    const { data, inspection, times } = await steps.run(input);
    return { data, ...inspection, times };
  } finally {
    lease.release();
    // Freed pixels become available again between two turns of the event loop. PNG renders never wait:
    // without this pause each would get fresh memory pages, which take the system longer than the drawing.
    await nextTurn();
  }
}

function fileSteps({ output }: RenderJob) {
  return output.format === 'pdf' ? pdfSteps : rasterSteps;
}

function layoutStepsFor({ scene, output }: RenderJob) {
  if (!hasCodes(scene.elements)) return layoutSteps;
  return output.format === 'pdf' ? vectorLayoutSteps : pixelLayoutSteps;
}

function hasCodes(elements: readonly SceneElement[]): boolean {
  return elements.some(
    (element) =>
      element.type === 'qrcode' ||
      element.type === 'barcode' ||
      (element.type === 'group' && hasCodes(element.elements)),
  );
}

/** The pixel limit was checked before the job was made. This checks what the format can hold. */
function checkSize({ job }: RenderInput): object {
  const problem = checkOutputSize({ viewport: job.scene }, job.output, Infinity);
  if (problem !== null) throw new RenderInputError('output', null, problem, '');
  return {};
}

function loadFonts({ job, assetBytes, fontBook }: RenderInput): Fonts {
  const templateFonts = job.scene.fonts.map(({ family, weight, style, asset }) => {
    const reference = job.assets[asset];
    if (reference === undefined) throw new Error(`the job has no asset ${asset} (font ${family})`);
    return { family, weight, style, hash: reference.hash, bytes: assetBytes(reference.hash) };
  });
  return { fonts: fontBook.forScene(templateFonts) };
}

interface FoundImages {
  readonly found: readonly FoundImage[];
}

async function readImageHeaders({ job, assetBytes, imageCache }: RenderInput): Promise<FoundImages> {
  return { found: await findImages(job, assetBytes, imageCache) };
}

/** A raster page in pixels. `density`: pixels of one CSS pixel. */
interface RasterPlan {
  readonly page: {
    readonly width: number;
    readonly height: number;
    readonly density: { readonly x: number; readonly y: number };
  };
}

function planRasterPage({ job }: RenderInput): RasterPlan {
  const { width, height } = outputSize({ viewport: job.scene }, job.output);
  return { page: { width, height, density: { x: width / job.scene.width, y: height / job.scene.height } } };
}

interface PdfPlan {
  readonly page: PdfPage;
}

function planVectorPage({ job }: RenderInput): PdfPlan {
  return { page: planPdfPage(job) };
}

interface Images {
  readonly images: ReadonlyMap<SceneImage, PlacedImage>;
}

async function scaleImages(input: RenderInput & RasterPlan & FoundImages): Promise<Images> {
  const { job, lease, page, found } = input;
  const limits = imageLimits(job, page.width * page.height);
  return { images: await placeImages(found, lease, page.density, limits) };
}

interface EmbeddedFiles extends Images {
  /** Compressed images, by the numbers of the stand-ins that are drawn for them. */
  readonly embedded: readonly CompressedImage[];
}

async function embedImages(input: RenderInput & PdfPlan & FoundImages): Promise<EmbeddedFiles> {
  const { job, imageCache, lease, page, found } = input;
  const limits = imageLimits(job, page.bitmapPixels);
  const { placed, embedded } = await placeEmbedded(found, imageCache, lease, page.density, limits);
  return { images: placed, embedded };
}

/** However small the page is, an image may have this many pixels: a blur may enlarge a small part of it. */
const minImagePixels = 4_000_000;

function imageLimits({ imageMaxPixels }: RenderJob, pagePixels: number): EmbedLimits {
  return { maxInputPixels: imageMaxPixels, maxPixels: Math.max(minImagePixels, 4 * pagePixels) };
}

interface Fonts {
  readonly fonts: FontBook;
}

interface Texts extends Fonts {
  readonly texts: ReadonlyMap<SceneText, TextLayout>;
}

function layOutTexts({ job, fonts }: RenderInput & Fonts): Texts {
  return { fonts, texts: layoutTexts(job.scene.elements, fonts) };
}

interface DrawnPixels {
  readonly pixels: RasterPage;
  readonly inspection: Inspection;
}

function drawPixels(input: RenderInput & RasterPlan & FoundImages & Images & Texts): DrawnPixels {
  const { job, caches, page, found, images, texts, fonts } = input;
  const { scene } = job;
  const { width, height, density } = page;
  const resources: PageResources = { images, texts, fonts, rasteriser: null, drawnCodes: new Map() };
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
      const kind = { channels: 'all', rasterised: false, shown: null } as const;
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

interface File {
  readonly data: Uint8Array;
}

async function encodePixels({ job, caches, pixels }: RenderInput & DrawnPixels): Promise<File> {
  const { compressedStrips } = caches;
  const name = job.series ?? job.scene.title;
  const series = compressedStrips === undefined ? null : { name, cache: compressedStrips };
  try {
    return { data: await encodeRaster(pixels, job.output, series) };
  } finally {
    freeMemory(pixels.data);
  }
}

interface DrawnVectors {
  readonly drawn: DrawnPdfPage;
  readonly bitmaps: PageBitmaps;
  readonly inspection: Inspection;
}

function drawVectors(input: RenderInput & PdfPlan & FoundImages & EmbeddedFiles & Texts): DrawnVectors {
  const { job, imageCache, page, found, images, embedded, texts, fonts } = input;
  const { scene, output } = job;
  const { maxPixels } = imageLimits(job, page.bitmapPixels);
  const bitmaps = createPageBitmaps(output.dpi, embedded.length, maxPixels, imageCache);
  const resources: PageResources = { images, texts, fonts, rasteriser: bitmaps, drawnCodes: new Map() };
  const { width, height } = page.sheet;
  let inspection: Inspection = { width, height, warnings: [] };
  const drawn = drawPdfPage(page, new DrawingBudget(output.dpi), (surface) => {
    drawPage(resources, surface, scene, page.bleed);
    const viewCode = viewInPdf(scene, resources);
    inspection = inspectPage(surface.context, job, found, { ...resources, viewCode }, { width, height });
  });
  return { drawn, bitmaps, inspection };
}

async function writePdf(input: RenderInput & PdfPlan & EmbeddedFiles & DrawnVectors): Promise<File> {
  const { job, page, embedded, drawn, bitmaps, inspection } = input;
  const { title, language, intent } = job.scene;
  const data = await finishPdf(drawn.document.close(), {
    title,
    language,
    intent,
    sheet: page.sheet,
    lacksGlyphs: inspection.warnings.some(({ code }) => code === 'GLYPH_MISSING'),
    texts: drawn.texts,
    images: [...embedded, ...(await bitmaps.compress())],
  });
  return { data };
}

/** Inspects a page without codes, whose warnings do not depend on what is drawn. */
function inspectLayout(input: RenderInput & FoundImages & Texts): File & { readonly inspection: Inspection } {
  const { job, found, texts, fonts } = input;
  const { sheet } = planPdfPage(job);
  const size = job.output.format === 'pdf' ? sheet : outputSize({ viewport: job.scene }, job.output);
  const { width, height } = size;
  const drawing = { images: new Map(), texts, fonts, rasteriser: null, drawnCodes: new Map() };
  const report = describePage(job, found, { ...drawing, viewCode: () => null }, { width, height });
  return { data: noBytes, inspection: report };
}

const noBytes = new Uint8Array();

function discardPixels({ pixels }: DrawnPixels): File {
  freeMemory(pixels.data);
  return { data: noBytes };
}

function discardVectors({ drawn }: DrawnVectors): File {
  drawn.document.close();
  return { data: noBytes };
}
