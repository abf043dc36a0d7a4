import { PDFDocument } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';

import type { Drawing } from '../draw/drawing.ts';
import { drawPage } from '../draw/draw-page.ts';
import { layoutTexts } from '../draw/layout-texts.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { ImageCache, ImageLease } from '../images/image-cache.ts';
import type { FoundImage } from '../images/place-images.ts';
import { inspectPage } from '../report/inspect.ts';
import type { RenderJob, RenderResult } from '../scene.ts';
import type { StageClock } from '../stage-clock.ts';
import { startRecordingText } from '../text/pdf-text.ts';
import { PX_PER_INCH, POINTS_PER_INCH } from '../units.ts';
import { finishPdf } from './finish-pdf.ts';
import { sheetMargin } from './page-boxes.ts';
import type { SheetSettings } from './page-boxes.ts';
import { createPageBitmaps } from './pixel-stamps.ts';
import { placeEmbedded } from './place-embedded.ts';

const POINTS_PER_PX = POINTS_PER_INCH / PX_PER_INCH;
/** A picture may have this many pixels however small the page is. */
const MIN_PICTURE_PIXELS = 4_000_000;

/**
 * Draws a scene as a PDF page of the viewport's size. Shapes and text are vectors; blurs and shadows become bitmaps of the
 * output's dpi, which also bounds the density of pictures. `print` scenes are painted into the bleed, with crop marks beyond.
 */
export async function renderPdf(
  job: RenderJob,
  found: readonly FoundImage[],
  cache: ImageCache,
  lease: ImageLease,
  fonts: FontBook,
  clock: StageClock,
): Promise<RenderResult> {
  const { scene, output } = job;
  const isPrint = scene.intent === 'print';
  const bleed = isPrint ? scene.bleed : 0;
  const sheet: SheetSettings = {
    width: scene.width * POINTS_PER_PX,
    height: scene.height * POINTS_PER_PX,
    bleed: bleed * POINTS_PER_PX,
    cropMarks: isPrint && scene.cropMarks,
  };
  const margin = sheetMargin(sheet);
  const exactHeight = sheet.height + 2 * margin;
  // Skia cuts a page's sides to whole points, from which it measures all heights: it gets whole ones, and the page's lower
  // edge is where it would be without the rest. The finished file says how large the page is.
  const width = Math.ceil(sheet.width + 2 * margin);
  const height = Math.ceil(exactHeight);
  const density = output.dpi / PX_PER_INCH;

  const maxPixels = Math.max(MIN_PICTURE_PIXELS, 4 * scene.width * scene.height * density * density);
  const limits = { maxInputPixels: job.imageMaxPixels, maxPixels };
  const images = await placeEmbedded(found, cache, lease, density, limits);
  clock.end('decode');
  const texts = layoutTexts(scene.elements, fonts);
  clock.end('layout');
  const bitmaps = createPageBitmaps(output.dpi, images.embedded.length, maxPixels, cache);
  const drawing: Drawing = { images: images.placed, texts, fonts, pixels: bitmaps, codes: new Map() };

  const document = new PDFDocument();
  // A page's context can do all that a canvas's can but give its canvas, which nothing here asks for.
  const context = document.beginPage(width, height) as SKRSContext2D;
  context.translate(margin, margin + height - exactHeight);
  context.scale(POINTS_PER_PX, POINTS_PER_PX);
  if (sheet.cropMarks) {
    context.beginPath();
    context.rect(-bleed, -bleed, scene.width + 2 * bleed, scene.height + 2 * bleed);
    context.clip();
  }
  const drawnTexts = startRecordingText(context);
  drawPage(drawing, { context, width, height, shows: 'picture', rasterised: false }, scene, bleed);
  const inspected = inspectPage(context, job, found, drawing, { width: sheet.width, height: sheet.height });
  document.endPage();
  clock.end('draw');

  const data = await finishPdf(document.close(), {
    title: scene.title,
    language: scene.language,
    intent: scene.intent,
    sheet,
    lacksGlyphs: inspected.warnings.some(({ code }) => code === 'GLYPH_MISSING'),
    texts: drawnTexts,
    images: [...images.embedded, ...(await bitmaps.compress())],
  });
  clock.end('encode');
  return { data, ...inspected, times: clock.times };
}
