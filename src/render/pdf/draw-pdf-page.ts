import type { Canvas } from '@napi-rs/canvas';
import { PDFName, type PDFPage } from 'pdf-lib';
import { deflateSync } from 'node:zlib';

import type { DotGrid } from '../codes/code-space.ts';
import { MIN_PRINTER_DPI } from '../codes/module-size.ts';
import type { CompressedImage } from '../images/image-cache.ts';
import type { RenderJob } from '../job.ts';
import { drawCropMarks, pageBoxes, sheetMargin, type SheetSettings } from '../page-boxes.ts';
import type { DrawingBudget } from '../surface/drawing-budget.ts';
import type { Surface } from '../surface/layers.ts';
import { PX_PER_INCH, POINTS_PER_INCH } from '../../common/lengths/units.ts';
import { ContentStream } from './content/content-stream.ts';
import { PageTags } from './content/page-tags.ts';
import { PdfContext, type PdfPageContent } from './content/pdf-context.ts';
import type { PdfFile } from './pdf-file.ts';
import { findPart, type PageStructure } from './tags/structure.ts';

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
 * Programs that print black and white paint every dot that a shape touches, and numbers of a PDF are rounded:
 * a rectangle that ends exactly at the edge of a dot may paint the next one, too. In dots.
 */
const DOT_INSET = 0.02;

/** The dots of a printer of the page's density, from its top left corner; null: it is a page for screens. */
export function getDotGrid({ sheet, density }: PdfPage): DotGrid | null {
  const dpi = density * PX_PER_INCH;
  if (dpi < MIN_PRINTER_DPI) return null;
  const [, , , height] = pageBoxes(sheet).media;
  return { dot: POINTS_PER_INCH / dpi, x: 0, y: height, inset: DOT_INSET };
}

/**
 * The key of a page whose codes are on a grid: the dots per inch. Sheets, which are made of finished files,
 * keep the grid. Private keys begin with a prefix (ISO 32000-1, annex E).
 */
export const DOTS_KEY = PDFName.of('PLTN_DotsPerInch');

/** A page in its file. */
export interface WrittenPage {
  readonly page: PDFPage;
  /** Null: it is not tagged. */
  readonly tags: PageTags | null;
}

/**
 * Draws the next page of a file. The transform that `draw` gets has its origin at the viewport's top left
 * corner; its unit is the CSS pixel.
 *
 * @param structure what screen readers read; null: the page is not tagged
 */
export function drawPdfPage(
  file: PdfFile,
  { sheet, viewport, bleed }: PdfPage,
  {
    pictures,
    structure,
  }: {
    readonly pictures: ReadonlyMap<Canvas, CompressedImage>;
    readonly structure: PageStructure | null;
  },
  budget: DrawingBudget,
  draw: (surface: Surface) => void,
): WrittenPage {
  const { document, resources } = file;
  const { context } = document;
  const boxes = pageBoxes(sheet);
  const [, , width, height] = boxes.media;
  const margin = sheetMargin(sheet);
  const tags = structure === null ? null : new PageTags(structure.parts);
  const content = new ContentStream(tags, null);
  if (sheet.cropMarks) content.paint(drawCropMarks(sheet, useAllInks(file, content)));
  const matrix = { a: pointsPerPx, b: 0, c: 0, d: -pointsPerPx, e: margin, f: height - margin };
  const shared: PdfPageContent = {
    file: resources,
    tags,
    pictures,
    budget,
    keepsInks: resources.drawsInks,
    partOf: (drawn) => (structure === null ? null : findPart(structure, drawn)),
  };
  const drawing = new PdfContext(shared, matrix, content);
  const whole = { width, height, budget };
  drawing.save();
  if (sheet.cropMarks) {
    drawing.rect(-bleed, -bleed, viewport.width + 2 * bleed, viewport.height + 2 * bleed);
    drawing.clip();
  }
  draw(getSurface(drawing, whole));
  drawing.restore();
  const page = document.addPage([width, height]);
  page.setMediaBox(...boxes.media);
  const stream = context.stream(deflateSync(Buffer.from(drawing.end(), 'latin1')), { Filter: 'FlateDecode' });
  page.node.set(PDFName.of('Contents'), context.register(stream));
  resources.addUser(page.node, content);
  return { page, tags };
}

function getSurface(
  context: PdfContext,
  whole: { readonly width: number; readonly height: number; readonly budget: DrawingBudget },
): Surface {
  return {
    ...whole,
    kind: 'pdf',
    context,
    drawObject: (ref, place) => context.drawObject(ref, place),
    drawPart: (part, draw) => context.drawPart(part, draw),
    channels: 'all',
    rasterised: false,
    shown: null,
    drawBlended: (bounds, drawInside) => {
      context.drawBlended(bounds, (inside) => drawInside(getSurface(inside, whole)));
    },
    drawGroup: (effects, bounds, drawInside) => {
      context.drawGroup(effects, bounds, (inside) => drawInside(getSurface(inside, whole)));
    },
    drawMasked: (bounds, drawMask, drawInside) => {
      context.drawMasked(
        bounds,
        (inside) => drawMask(getSurface(inside, whole)),
        (inside) => drawInside(getSurface(inside, whole)),
      );
    },
  };
}

/** The colour space of all inks, so that the marks appear on every plate. */
function useAllInks({ document: { context } }: PdfFile, content: ContentStream): string {
  const allInks = context.obj([
    'Separation',
    'All',
    'DeviceCMYK',
    { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [1, 1, 1, 1], N: 1 },
  ]);
  return content.use('ColorSpace', 'AllInks', context.register(allInks));
}
