import { setImmediate as nextTurn } from 'node:timers/promises';

import { isTagged } from './alternatives.ts';
import { checkInvoice } from './attachments/check-invoice.ts';
import { RenderInputError } from './errors.ts';
import type { FontBook } from './fonts/font-book.ts';
import { EarlyEndError, noteEarlyEnd } from './images/early-end.ts';
import type { ImageCache } from './images/image-cache.ts';
import { infoKey } from './images/place-images.ts';
import type { RenderJob, RenderResult, RenderTimes } from './job.ts';
import type { RenderCaches } from './render-caches.ts';
import { mergeInspections, type Inspection } from './report/inspect.ts';
import { openSceneProfile } from './inks/scene-profile.ts';
import { startPdf } from './pdf/pdf-file.ts';
import { selectElements } from './select-elements.ts';
import type { SceneElement } from './scene/elements.ts';
import {
  checkSize,
  layOutCharts,
  layOutTexts,
  loadFonts,
  placePages,
  readImageHeaders,
  type AssetBytes,
  type OpenedPage,
  type RenderInput,
} from './steps/inputs.ts';
import { choosePages, countPages, orderOfPages } from './steps/choose-pages.ts';
import { discardPixels, discardSvg, inspectLayout, noBytes } from './steps/layout-only.ts';
import { drawPixels, encodePixels, planRasterPage, scaleImages } from './steps/pixels.ts';
import { openAttached, reportAttached, type AttachedPdfs } from './steps/attached.ts';
import { focusPictures } from './steps/focus.ts';
import { seeInks } from './steps/see-inks.ts';
import { listLastTexts } from './steps/last-texts.ts';
import { addTimes, Steps } from './steps/steps.ts';
import { drawSvg, embedFiles, planSvgPage, writeSvg } from './steps/svg.ts';
import {
  drawVectors,
  embedImages,
  finishPage,
  planVectorPage,
  writePdf,
  type PdfInput,
  type PdfPart,
} from './steps/vectors.ts';

/** From a job to its pages, with a box for each element. Each step counts as one part of `RenderTimes`. */
const openingSteps = Steps.of<RenderInput>()
  .step('layout', checkSize)
  .step('layout', loadFonts)
  .step('decode', readImageHeaders)
  .step('layout', placePages)
  .step('decode', focusPictures);

/** From a page to its pixels. */
const pixelSteps = Steps.of<OpenedPage>()
  .step('layout', planRasterPage)
  .step('layout', layOutCharts)
  .step('layout', layOutTexts)
  .step('decode', scaleImages)
  .step('draw', drawPixels);

/** From a page to that of an SVG. */
const svgPageSteps = Steps.of<OpenedPage>()
  .step('layout', planSvgPage)
  .step('layout', layOutCharts)
  .step('layout', layOutTexts)
  .step('decode', embedFiles)
  .step('draw', drawSvg);

/** From a page to a PNG, JPEG, WebP or AVIF file, or to a label in ZPL. */
const rasterSteps = pixelSteps.step('encode', encodePixels);

/** From a page to an SVG file. */
const svgSteps = svgPageSteps.step('encode', writeSvg);

/** From a page to a part of a PDF file, which `writePdf` finishes. */
const pdfPageSteps = Steps.of<PdfInput>()
  .step('layout', planVectorPage)
  .step('layout', layOutCharts)
  .step('layout', layOutTexts)
  .step('decode', embedImages)
  .step('draw', drawVectors)
  .step('encode', finishPage);

/** From a page to its warnings and report. */
const layoutSteps = Steps.of<OpenedPage>()
  .step('layout', layOutCharts)
  .step('layout', layOutTexts)
  .step('draw', inspectLayout);

/** The same for a page with codes. */
const pixelLayoutSteps = pixelSteps.step('draw', discardPixels);
const svgLayoutSteps = svgPageSteps.step('draw', discardSvg);

type OnPlaced = (pages: number) => void;

/**
 * Renders one image or SVG of a page, or the PDF of all pages. `caches` change its speed only, never a byte
 * of the file.
 *
 * @param onPlaced is called with the number of pages once all are placed, before the first is drawn
 * @throws RenderInputError if the job cannot be rendered: an image does not decode, a code cannot hold its
 *   value, the format cannot have this size, the XML of an invoice is not valid. Any other error is a bug.
 */
export async function renderScene(
  given: RenderJob,
  assetBytes: AssetBytes,
  fontBook: FontBook,
  imageCache: ImageCache,
  caches: Partial<RenderCaches> = {},
  onPlaced: OnPlaced = () => undefined,
): Promise<RenderResult> {
  const { elements } = given;
  await requireInvoice(given.output);
  const chosen = elements === undefined ? given : { ...given, scene: selectElements(given.scene, elements) };
  const job = seeInks(chosen, assetBytes);
  const damaged = new Set<string>();
  for (;;) {
    try {
      return await renderJob(job, assetBytes, fontBook, imageCache, caches, onPlaced);
    } catch (error) {
      // What a JPEG lacks shows only when it is decoded. Its header, and what depends on it, are read again.
      if (!(error instanceof EarlyEndError) || damaged.has(error.reference.hash)) throw error;
      damaged.add(error.reference.hash);
      noteEarlyEnd(assetBytes(error.reference.hash));
      imageCache.forgetInfo(infoKey(error.reference));
    }
  }
}

async function renderJob(
  job: RenderJob,
  assetBytes: AssetBytes,
  fontBook: FontBook,
  imageCache: ImageCache,
  caches: Partial<RenderCaches>,
  onPlaced: OnPlaced,
): Promise<RenderResult> {
  const lease = imageCache.lease();
  try {
    const input = { job, assetBytes, fontBook, imageCache, lease, caches };
    const { pages, counts, times } = await openPages(input);
    onPlaced(pages.length);
    const attached = await openAttached(input);
    const { data, inspections, times: own } = await renderPages(input, pages, attached);
    const inspection = reportAttached(mergeInspections(inspections), attached);
    return { data, ...inspection, ...counts, times: addTimes([times, own]) };
  } finally {
    lease.release();
    // Freed pixels become available again between two turns of the event loop. PNG renders never wait:
    // without this pause each would get fresh memory pages, which take the system longer than the drawing.
    await nextTurn();
  }
}

/** Refuses a file whose XML is no invoice of its profile, before anything is drawn. */
async function requireInvoice({ attachments = [], facturx }: RenderJob['output']): Promise<void> {
  const wrong = facturx === undefined ? null : await checkInvoice(attachments, facturx);
  if (wrong !== null) throw new RenderInputError('attachments', null, wrong);
}

/** The pages that the file has, and how many pages there are in all. */
async function openPages(input: RenderInput) {
  const { pages, fonts, times } = await openingSteps.run(input);
  const pageCounts = countPages(pages);
  const pageOrder = orderOfPages(pages);
  const counts = {
    ...(pages.length === 1 ? {} : { pageCount: pages.length }),
    ...(pageCounts === undefined ? {} : { pageCounts }),
    ...(pageOrder === undefined ? {} : { pageOrder }),
  };
  const chosen = choosePages(pages, input.job);
  const lastTexts = listLastTexts(chosen);
  const shown = chosen.map((page, index): OpenedPage => {
    return { ...input, fonts, ...page, lastTexts: lastTexts[index] ?? [] };
  });
  return { pages: shown, counts, times };
}

interface RenderedPages {
  readonly data: Uint8Array;
  readonly inspections: readonly Inspection[];
  readonly times: RenderTimes;
}

async function renderPages(
  input: RenderInput,
  pages: OpenedPage[],
  attached: AttachedPdfs,
): Promise<RenderedPages> {
  const { job } = input;
  const { output, isLayoutOnly = false } = job;
  // Preflight reads what pictures have become.
  const isDrawn =
    !isLayoutOnly ||
    output.preflight === true ||
    pages.some(({ job: { scene } }) => hasCodes(scene.elements));
  if (output.format === 'pdf' && isDrawn) return await renderPdf(input, pages, attached);
  const results = [];
  for (const page of pages) results.push(await (isDrawn ? pictureSteps(job) : layoutSteps).run(page));
  return {
    // Pictures have one page; ZPL has a label for each.
    data:
      results.length === 1 && results[0] !== undefined
        ? results[0].data
        : Buffer.concat(results.map(({ data }) => data)),
    inspections: results.map(({ inspection }) => inspection),
    times: addTimes(results.map(({ times }) => times)),
  };
}

function pictureSteps({ output, isLayoutOnly = false }: RenderJob) {
  switch (output.format) {
    case 'svg':
      return isLayoutOnly ? svgLayoutSteps : svgSteps;
    case 'png':
    case 'jpeg':
    case 'webp':
    case 'avif':
    case 'zpl':
    case 'pdf':
      return isLayoutOnly ? pixelLayoutSteps : rasterSteps;
  }
}

/**
 * Draws all pages into one file, one after the other. Each is dropped once it is drawn: a file of hundreds of
 * pages would hold a third more memory with them.
 */
async function renderPdf(
  { job, assetBytes }: RenderInput,
  pages: OpenedPage[],
  attached: AttachedPdfs,
): Promise<RenderedPages> {
  const { intent, convertsToInks } = job.scene;
  const press = intent === 'print' ? openSceneProfile(job, assetBytes) : null;
  const { pdfStandard: standard, password = null } = job.output;
  const file = await startPdf(press, {
    converts: convertsToInks === true,
    standard,
    password,
    isTagged: isTagged(job.scene, job.output),
    hasSeveralPages: pages.length > 1,
  });
  const parts: PdfPart['part'][] = [];
  const times: RenderTimes[] = [];
  for (let page = pages.shift(); page !== undefined; page = pages.shift()) {
    const drawn = await drawPart({ ...page, file });
    parts.push(drawn.part);
    times.push(drawn.times);
  }
  const inspections = parts.map(({ inspection }) => inspection);
  const startedAt = performance.now();
  const data = job.isLayoutOnly === true ? noBytes : await writePdf(job, file, parts, attached);
  const encode = performance.now() - startedAt;
  return { data, inspections, times: addTimes([...times, { decode: 0, layout: 0, draw: 0, encode }]) };
}

/** Draws a page. A function of its own: the page would stay in memory while the next one is drawn. */
async function drawPart(input: PdfInput): Promise<PdfPart & { readonly times: RenderTimes }> {
  const { part, times } = await pdfPageSteps.run(input);
  return { part, times };
}

function hasCodes(elements: readonly SceneElement[]): boolean {
  return elements.some(
    (element) =>
      element.type === 'qrcode' ||
      element.type === 'barcode' ||
      (element.type === 'group' && hasCodes(element.elements)),
  );
}
