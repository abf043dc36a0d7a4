import { setImmediate as nextTurn } from 'node:timers/promises';

import type { FontBook } from './fonts/font-book.ts';
import type { ImageCache } from './images/image-cache.ts';
import type { RenderJob, RenderResult } from './job.ts';
import type { RenderCaches } from './render-caches.ts';
import type { SceneElement } from './scene.ts';
import {
  checkSize,
  layOutTexts,
  loadFonts,
  placeElements,
  readImageHeaders,
  type AssetBytes,
  type RenderInput,
} from './steps/inputs.ts';
import { discardPixels, discardSvg, discardVectors, inspectLayout } from './steps/layout-only.ts';
import { drawPixels, encodePixels, planRasterPage, scaleImages } from './steps/pixels.ts';
import { Steps } from './steps/steps.ts';
import { drawSvg, embedFiles, planSvgPage, writeSvg } from './steps/svg.ts';
import { drawVectors, embedImages, planVectorPage, writePdf } from './steps/vectors.ts';

/** From a job to the pixels of its page. Each step counts as one part of `RenderTimes`. */
const pixelSteps = Steps.of<RenderInput>()
  .step('layout', checkSize)
  .step('layout', loadFonts)
  .step('decode', readImageHeaders)
  .step('layout', placeElements)
  .step('layout', planRasterPage)
  .step('layout', layOutTexts)
  .step('decode', scaleImages)
  .step('draw', drawPixels);

/** From a job to the page of a PDF. */
const vectorSteps = Steps.of<RenderInput>()
  .step('layout', checkSize)
  .step('layout', loadFonts)
  .step('decode', readImageHeaders)
  .step('layout', placeElements)
  .step('layout', planVectorPage)
  .step('layout', layOutTexts)
  .step('decode', embedImages)
  .step('draw', drawVectors);

/** From a job to the page of an SVG. */
const svgPageSteps = Steps.of<RenderInput>()
  .step('layout', checkSize)
  .step('layout', loadFonts)
  .step('decode', readImageHeaders)
  .step('layout', placeElements)
  .step('layout', planSvgPage)
  .step('layout', layOutTexts)
  .step('decode', embedFiles)
  .step('draw', drawSvg);

/** From a job to a PNG, JPEG, WebP or AVIF file. */
const rasterSteps = pixelSteps.step('encode', encodePixels);

/** From a job to a PDF file. */
const pdfSteps = vectorSteps.step('encode', writePdf);

/** From a job to an SVG file. */
const svgSteps = svgPageSteps.step('encode', writeSvg);

/** From a job to its warnings and report. */
const layoutSteps = Steps.of<RenderInput>()
  .step('layout', checkSize)
  .step('layout', loadFonts)
  .step('decode', readImageHeaders)
  .step('layout', placeElements)
  .step('layout', layOutTexts)
  .step('draw', inspectLayout);

/** The same for a page with codes. */
const pixelLayoutSteps = pixelSteps.step('draw', discardPixels);
const vectorLayoutSteps = vectorSteps.step('draw', discardVectors);
const svgLayoutSteps = svgPageSteps.step('draw', discardSvg);

/**
 * Renders one image, SVG or PDF page. `caches` change its speed only, never a byte of the file.
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
  return output.format === 'pdf' ? pdfSteps : output.format === 'svg' ? svgSteps : rasterSteps;
}

function layoutStepsFor({ scene, output }: RenderJob) {
  if (!hasCodes(scene.elements)) return layoutSteps;
  if (output.format === 'pdf') return vectorLayoutSteps;
  return output.format === 'svg' ? svgLayoutSteps : pixelLayoutSteps;
}

function hasCodes(elements: readonly SceneElement[]): boolean {
  return elements.some(
    (element) =>
      element.type === 'qrcode' ||
      element.type === 'barcode' ||
      (element.type === 'group' && hasCodes(element.elements)),
  );
}
