/** The steps of a PDF. */
import { drawPage } from '../draw/draw-page.ts';
import type { PageResources } from '../draw/page-resources.ts';
import type { CompressedImage } from '../images/image-cache.ts';
import { drawPdfPage, planPdfPage, type DrawnPdfPage, type PdfPage } from '../pdf/draw-pdf-page.ts';
import { finishPdf } from '../pdf/finish-pdf.ts';
import { findLinks } from '../pdf/links.ts';
import { createPageBitmaps, type PageBitmaps } from '../pdf/page-bitmaps.ts';
import { placeEmbedded } from '../pdf/place-embedded.ts';
import { inspectPage, type Inspection } from '../report/inspect.ts';
import { viewInVectors } from '../report/view-code.ts';
import { DrawingBudget } from '../surface/drawing-budget.ts';
import { POINTS_PER_INCH } from '../units.ts';
import {
  imageLimits,
  type File,
  type FoundImages,
  type Images,
  type RenderInput,
  type Texts,
} from './inputs.ts';

/** The page of a PDF: its sheet and its boxes. */
export interface PdfPlan {
  readonly page: PdfPage;
}

/** The size of the page and its boxes in points. */
export function planVectorPage({ job }: RenderInput): PdfPlan {
  return { page: planPdfPage(job) };
}

/** The images of a PDF: decoded, or compressed as they are embedded. */
export interface EmbeddedFiles extends Images {
  /** Compressed images, by the numbers of the stand-ins that are drawn for them. */
  readonly embedded: readonly CompressedImage[];
}

/** Decodes the images, except those whose files can be embedded. */
export async function embedImages(input: RenderInput & PdfPlan & FoundImages): Promise<EmbeddedFiles> {
  const { job, imageCache, lease, page, found } = input;
  const limits = imageLimits(job, page.bitmapPixels);
  const { placed, embedded } = await placeEmbedded(found, imageCache, lease, page.density, limits, 'pdf');
  return { images: placed, embedded };
}

/** A drawn page, its bitmaps that are not compressed yet, and what was found in it. */
export interface DrawnVectors {
  readonly drawn: DrawnPdfPage;
  readonly bitmaps: PageBitmaps;
  readonly inspection: Inspection;
}

/** Draws the page with Skia's PDF backend, and inspects it. */
export function drawVectors(
  input: RenderInput & PdfPlan & FoundImages & EmbeddedFiles & Texts,
): DrawnVectors {
  const { job, imageCache, page, found, images, embedded, texts, fonts } = input;
  const { scene, output } = job;
  const { maxPixels } = imageLimits(job, page.bitmapPixels);
  const bitmaps = createPageBitmaps(output.dpi, embedded.length, maxPixels, imageCache);
  const resources: PageResources = {
    images,
    texts,
    fonts,
    isRaster: false,
    rasteriser: bitmaps,
    pixelDensity: output.dpi / POINTS_PER_INCH,
    drawnCodes: new Map(),
  };
  const { width, height } = page.sheet;
  let inspection: Inspection = { width, height, warnings: [] };
  const drawn = drawPdfPage(page, new DrawingBudget(output.dpi), (surface) => {
    drawPage(resources, surface, scene, page.bleed);
    const viewCode = viewInVectors(scene, resources);
    inspection = inspectPage(surface.context, job, found, { ...resources, viewCode }, { width, height });
  });
  return { drawn, bitmaps, inspection };
}

/** Adds what Skia cannot write: boxes, output intent, metadata, embedded images. */
export async function writePdf(
  input: RenderInput & PdfPlan & EmbeddedFiles & Texts & DrawnVectors,
): Promise<File> {
  const { job, page, embedded, drawn, bitmaps, inspection, texts } = input;
  const { title, language, intent } = job.scene;
  const data = await finishPdf(drawn.document.close(), {
    title,
    language,
    intent,
    sheet: page.sheet,
    lacksGlyphs: inspection.warnings.some(({ code }) => code === 'GLYPH_MISSING'),
    texts: drawn.texts,
    images: [...embedded, ...(await bitmaps.compress())],
    links: intent === 'print' ? [] : findLinks(job.scene, texts),
  });
  return { data };
}
