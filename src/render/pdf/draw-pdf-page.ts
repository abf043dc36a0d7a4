import type { PDFDocument, SKRSContext2D } from '@napi-rs/canvas';

import type { RenderJob } from '../job.ts';
import { sheetMargin, type SheetSettings } from '../page-boxes.ts';
import type { DrawingBudget } from '../surface/drawing-budget.ts';
import type { Surface } from '../surface/layers.ts';
import { startRecordingText, type DrawnText } from '../text/draw/recorded-text.ts';
import { PX_PER_INCH, POINTS_PER_INCH } from '../../common/lengths/units.ts';

const pointsPerPx = POINTS_PER_INCH / PX_PER_INCH;

/** The geometry of a PDF page. */
export interface PdfPage {
  /** The trimmed page, its bleed and its crop marks, in points. */
  readonly sheet: SheetSettings;
  /** The viewport and the bleed around it, in CSS pixels. The bleed is 0 unless the intent is `print`. */
  readonly viewport: { readonly width: number; readonly height: number };
  readonly bleed: number;
  /** Pixels that a bitmap may have for one CSS pixel, and for the whole viewport. */
  readonly density: number;
  readonly bitmapPixels: number;
}

export function planPdfPage({ scene, output }: Pick<RenderJob, 'scene' | 'output'>): PdfPage {
  const { width, height } = scene;
  const isPrint = scene.intent === 'print';
  const bleed = isPrint ? scene.bleed : 0;
  const density = output.dpi / PX_PER_INCH;
  const sheet = {
    width: width * pointsPerPx,
    height: height * pointsPerPx,
    bleed: bleed * pointsPerPx,
    cropMarks: isPrint && scene.cropMarks,
  };
  return {
    sheet,
    viewport: { width, height },
    bleed,
    density,
    bitmapPixels: width * height * density * density,
  };
}

/**
 * Draws the next page of a document. Returns the texts on it in drawing order. The transform that `draw`
 * gets has its origin at the viewport's top left corner; its unit is the CSS pixel.
 */
export function drawPdfPage(
  document: PDFDocument,
  { sheet, viewport, bleed }: PdfPage,
  budget: DrawingBudget,
  draw: (surface: Surface) => void,
): readonly DrawnText[] {
  const margin = sheetMargin(sheet);
  const exactHeight = sheet.height + 2 * margin;
  // Skia cuts the sides of a page to whole points and measures heights from the cut side. So its page is
  // rounded up here, the content is moved down by the difference, and finishPdf sets the exact size.
  const width = Math.ceil(sheet.width + 2 * margin);
  const height = Math.ceil(exactHeight);
  // The context of a PDF page lacks only `canvas`, which drawing does not use.
  const context = document.beginPage(width, height) as SKRSContext2D;
  context.translate(margin, margin + height - exactHeight);
  context.scale(pointsPerPx, pointsPerPx);
  if (sheet.cropMarks) {
    context.beginPath();
    context.rect(-bleed, -bleed, viewport.width + 2 * bleed, viewport.height + 2 * bleed);
    context.clip();
  }
  const texts = startRecordingText(context);
  draw({ context, width, height, channels: 'all', rasterised: false, shown: null, budget });
  document.endPage();
  return texts;
}
