import { PDFDocument } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { Drawing } from '../draw/drawing.ts';
import { drawPage } from '../draw/draw-page.ts';
import { layoutTexts } from '../draw/layout-texts.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { ImageCache, ImageLease } from '../images/image-cache.ts';
import type { FoundImage } from '../images/place-images.ts';
import type { RenderJob, RenderResult, RenderWarning } from '../scene.ts';
import { startRecordingText } from '../text/pdf-text.ts';
import { PX_PER_INCH, POINTS_PER_INCH } from '../units.ts';
import { finishPdf } from './finish-pdf.ts';
import { createPageBitmaps } from './pixel-stamps.ts';
import { placeEmbedded } from './place-embedded.ts';

const POINTS_PER_PX = POINTS_PER_INCH / PX_PER_INCH;
/** A picture may have this many pixels however small the page is. */
const MIN_PICTURE_PIXELS = 4_000_000;

/**
 * Draws a scene as a PDF page of the viewport's size. Shapes and text are vectors; blurs and shadows become bitmaps of the
 * output's dpi, which also bounds the density of pictures. `print` scenes are painted into the bleed.
 */
export async function renderPdf(
  job: RenderJob,
  found: readonly FoundImage[],
  cache: ImageCache,
  lease: ImageLease,
  fonts: FontBook,
): Promise<RenderResult> {
  const { scene, output } = job;
  const bleed = scene.intent === 'print' ? scene.bleed : 0;
  const width = (scene.width + 2 * bleed) * POINTS_PER_PX;
  const height = (scene.height + 2 * bleed) * POINTS_PER_PX;
  const density = output.dpi / PX_PER_INCH;

  const maxPixels = Math.max(MIN_PICTURE_PIXELS, 4 * scene.width * scene.height * density * density);
  const limits = { maxInputPixels: job.imageMaxPixels, maxPixels };
  const images = await placeEmbedded(found, cache, lease, density, limits);
  const texts = layoutTexts(scene.elements, fonts);
  const warnings: RenderWarning[] = [];
  for (const layout of texts.values()) warnings.push(...layout.warnings);
  const bitmaps = createPageBitmaps(output.dpi, images.embedded.length, maxPixels);
  const drawing: Drawing = { images: images.placed, texts, fonts, pixels: bitmaps, warnings };

  const document = new PDFDocument();
  // A page's context can do all that a canvas's can but give its canvas, which nothing here asks for.
  const context = document.beginPage(width, height) as SKRSContext2D;
  context.scale(POINTS_PER_PX, POINTS_PER_PX);
  context.translate(bleed, bleed);
  const drawnTexts = startRecordingText(context);
  drawPage(drawing, { context, width, height, shows: 'picture', rasterised: false }, scene, bleed);
  document.endPage();

  const data = await finishPdf(document.close(), {
    title: scene.title,
    intent: scene.intent,
    width,
    height,
    bleed: bleed * POINTS_PER_PX,
    texts: drawnTexts,
    images: [...images.embedded, ...(await bitmaps.compress())],
  });
  return { data, width: scene.width * POINTS_PER_PX, height: scene.height * POINTS_PER_PX, warnings };
}
