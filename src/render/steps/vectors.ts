/** The steps of a PDF. */
import { findModuleStep } from '../codes/module-size.ts';
import type { Canvas } from '@napi-rs/canvas';
import { PDFNumber } from 'pdf-lib';

import { isTagged } from '../alternatives.ts';
import { drawPage } from '../draw/draw-page.ts';
import type { PageResources } from '../draw/page-resources.ts';
import type { CompressedImage } from '../images/image-cache.ts';
import { openSceneProfile } from '../inks/scene-profile.ts';
import type { RenderJob } from '../job.ts';
import {
  DOTS_KEY,
  drawPdfPage,
  getDotGrid,
  planPdfPage,
  type PdfPage,
  type WrittenPage,
} from '../pdf/draw-pdf-page.ts';
import { finishPdf, type FinishedPage } from '../pdf/finish-pdf.ts';
import { findHeadings } from '../headings.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import { addLinks, findLinks } from '../pdf/links.ts';
import { createPageBitmaps, type PageBitmaps } from '../pdf/page-bitmaps.ts';
import { placeEmbedded } from '../images/embed/place-embedded.ts';
import { pictureMarker } from '../pdf/tags/marks.ts';
import { buildStructure, type PageStructure } from '../pdf/tags/structure.ts';
import { describeFile } from '../report/describe-file.ts';
import { inspectPage, type Inspection } from '../report/inspect.ts';
import { viewInVectors } from '../report/view-code.ts';
import { DrawingBudget } from '../surface/drawing-budget.ts';
import { POINTS_PER_INCH } from '../../common/lengths/units.ts';
import { addAttached, type AttachedPdfs } from './attached.ts';
import { imageLimits, type FoundImages, type Images, type OpenedPage, type Texts } from './inputs.ts';

/** A page and the file that it becomes a part of. */
export interface PdfInput extends OpenedPage {
  readonly file: PdfFile;
}

/** The page of a PDF: its sheet and its boxes. */
export interface PdfPlan {
  readonly page: PdfPage;
}

/** The size of the page and its boxes in points. */
export function planVectorPage({ job }: Pick<OpenedPage, 'job'>): PdfPlan {
  return { page: planPdfPage(job) };
}

/** The images of a PDF: decoded, or compressed as they are embedded. */
export interface EmbeddedFiles extends Images {
  /** Compressed images, by the stand-ins that are drawn for them. */
  readonly pictures: ReadonlyMap<Canvas, CompressedImage>;
}

/** Decodes the images, except those whose files can be embedded. */
export async function embedImages(input: PdfInput & PdfPlan & FoundImages): Promise<EmbeddedFiles> {
  const { job, imageCache, lease, page, found } = input;
  const { separator } = input.file.resources;
  const limits = { ...imageLimits(job, page.bitmapPixels), separator };
  const { placed, pictures } = await placeEmbedded(found, imageCache, lease, page.density, limits, 'pdf');
  return { images: placed, pictures };
}

/** A drawn page: its bitmaps that are not compressed yet, and what was found in it. */
export interface DrawnVectors {
  readonly written: WrittenPage;
  readonly bitmaps: PageBitmaps;
  readonly inspection: Inspection;
  /** What screen readers read; null: the page is not tagged. */
  readonly structure: PageStructure | null;
}

/** Draws the page, and inspects it. */
export function drawVectors(input: PdfInput & PdfPlan & FoundImages & EmbeddedFiles & Texts): DrawnVectors {
  const { job, imageCache, page, found, images, pictures, texts, charts, fonts, file } = input;
  const { scene, output } = job;
  const { maxPixels } = imageLimits(job, page.bitmapPixels);
  const dotGrid = getDotGrid(page);
  const bitmaps = createPageBitmaps(output.dpi, file.resources, maxPixels, imageCache);
  const structure = isTagged(scene, output) ? buildStructure(scene, texts) : null;
  const resources: PageResources = {
    images,
    texts,
    charts,
    fonts,
    isRaster: false,
    dotGrid,
    moduleStep: findModuleStep(output),
    rasteriser: bitmaps,
    pixelDensity: output.dpi / POINTS_PER_INCH,
    drawnCodes: new Map(),
    ...(structure === null ? {} : { markPicture: pictureMarker(structure) }),
  };
  const { width, height } = page.sheet;
  let inspection: Inspection = { width, height, warnings: [] };
  const budget = new DrawingBudget(output.dpi);
  const written = drawPdfPage(file, page, { pictures, structure }, budget, (surface) => {
    drawPage(resources, surface, scene, page.bleed);
    const viewCode = viewInVectors(scene, resources);
    const drawing =
      output.preflight === true ? { viewCode, press: openSceneProfile(job, input.assetBytes) } : { viewCode };
    inspection = inspectPage(surface.context, job, found, { ...resources, ...drawing }, { width, height });
  });
  if (dotGrid !== null && resources.drawnCodes.size > 0)
    written.page.node.set(DOTS_KEY, PDFNumber.of(output.dpi));
  return { written, bitmaps, inspection, structure };
}

/** A page as the file needs it, without what was used to draw it. */
export interface PdfPart {
  readonly part: FinishedPage & { readonly inspection: Inspection };
}

/** Compresses the bitmaps of a drawn page, and writes its links and its structure. */
export async function finishPage(
  input: PdfInput & PdfPlan & EmbeddedFiles & Texts & DrawnVectors,
): Promise<PdfPart> {
  const { job, file, bitmaps, written, inspection, structure, texts } = input;
  const { page, tags } = written;
  const { sheet } = input.page;
  await bitmaps.compress();
  // PDF/X-4 has no annotations on the page.
  const found = job.scene.intent === 'print' ? [] : findLinks(job.scene, texts);
  const links = addLinks(file.document, page, sheet, found);
  if (structure !== null && tags !== null) file.structure?.addPage({ page, structure, content: tags, links });
  const headings = structure === null ? [] : findHeadings(job.scene);
  return { part: { page, sheet, headings, inspection } };
}

/** Adds the PDFs of the template and what belongs to the whole file, and writes it. */
export async function writePdf(
  { scene, output }: RenderJob,
  file: PdfFile,
  parts: readonly PdfPart['part'][],
  attached: AttachedPdfs,
): Promise<Uint8Array> {
  await addAttached(file, attached);
  const { language, intent } = scene;
  const warnings = parts.flatMap(({ inspection }) => inspection.warnings);
  return finishPdf(file, {
    description: describeFile(scene, 'pdf'),
    language,
    intent,
    attachments: output.attachments ?? [],
    facturx: output.facturx,
    standard: output.pdfStandard,
    pages: parts,
    hasForeignPages: attached.opened.length > 0,
    lacksGlyphs: warnings.some(({ code }) => code === 'GLYPH_MISSING'),
    lacksAlternatives: warnings.some(({ code }) => code === 'ALT_MISSING'),
  });
}
