import { createHash } from 'node:crypto';

import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFStream,
  PDFString,
  ParseSpeeds,
} from 'pdf-lib';
import type { PDFObject, PDFPage } from 'pdf-lib';

import type { CompressedImage } from '../images/image-cache.ts';
import { restoreText } from './text-layer/restore.ts';
import { changeContents, latin1 } from './streams.ts';
import type { DrawnText } from '../text/draw/recorded-text.ts';
import { findStandards } from './conformance.ts';
import { PRINT_DATE, PRODUCER } from './description.ts';
import { addLinks, type PageLink } from './links.ts';
import { addOutputIntents, embedProfile, loadProfiles } from './output-intents.ts';
import { drawCropMarks, pageBoxes, type SheetSettings } from '../page-boxes.ts';
import { tagColors } from './page-colors.ts';
import { isolatePatternOpacity } from './pattern-state.ts';
import { drawMaskedOnce } from './masked-once.ts';
import { findMarks, replaceStandIns } from './replace-stand-ins.ts';
import { shareGlyphs } from './share-glyphs.ts';
import { hasOrderedHeadings } from './tags/headings.ts';
import type { PageStructure } from './tags/structure.ts';
import { tagContent } from './tags/tag-content.ts';
import { writeStructure } from './tags/write-structure.ts';
import { printable } from './text-string.ts';
import { writeFile } from './write-file.ts';
import { writeXmp } from './xmp.ts';

export interface PdfSettings {
  readonly title: string;
  /** BCP 47; null: unknown. */
  readonly language: string | null;
  readonly intent: 'screen' | 'print';
  readonly pages: readonly FinishedPage[];
  /** Whether a character was drawn as a box because no font has it. */
  readonly lacksGlyphs: boolean;
  /** Whether a picture has no alternative text. */
  readonly lacksAlternatives: boolean;
  /** The compressed images, by the numbers of their stand-ins. */
  readonly images: readonly CompressedImage[];
}

/** What is added to a drawn page. */
export interface FinishedPage {
  readonly sheet: SheetSettings;
  /** The drawn texts, in drawing order. */
  readonly texts: readonly DrawnText[];
  /** Left out of a page for print: PDF/X-4 has no annotations on the page. */
  readonly links: readonly PageLink[];
  /** What screen readers read of the page; null: it is not tagged. */
  readonly structure: PageStructure | null;
}

/**
 * Adds what Skia cannot write to drawn pages: compressed images, the text layer, page boxes, colour spaces,
 * output intents, metadata and an id. The file conforms to PDF/A-2b, for print to PDF/X-4 as well. The same
 * pages always give the same bytes.
 */
export async function finishPdf(drawn: Uint8Array, settings: PdfSettings): Promise<Uint8Array> {
  const document = await PDFDocument.load(drawn, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
  const { intent, lacksGlyphs } = settings;
  const isTagged = settings.pages.some(({ structure }) => structure !== null);
  const marks = isTagged ? findMarks(document) : null;
  replaceStandIns(document, settings.images);

  const drawnPages = document.getPages();
  const pages = settings.pages.map((page, index) => {
    const drawnPage = drawnPages[index];
    if (drawnPage === undefined) throw new Error('the drawn file lacks a page');
    return { ...page, page: drawnPage, boxes: pageBoxes(page.sheet) };
  });
  drawMaskedOnce(document);
  restoreText(document, pages);
  shareGlyphs(document);
  isolatePatternOpacity(document, drawnPages);
  const sheets = pages.map(({ page, boxes }) => {
    const [, , width, height] = boxes.media;
    page.setMediaBox(...boxes.media);
    return { width, height };
  });
  const profiles = await loadProfiles();
  const srgb = embedProfile(document, profiles.srgb);
  const links =
    intent === 'print' ? [] : pages.map((page) => addLinks(document, page.page, page.sheet, page.links));
  const isReadable = marks !== null && tagPages(document, pages, links, marks) && !lacksWords(settings);
  const standards = findStandards({ intent, sheets, lacksGlyphs, isReadable });
  if (intent === 'print') {
    for (const { page, boxes } of pages) {
      page.setBleedBox(...boxes.bleed);
      page.setTrimBox(...boxes.trim);
    }
    tagColors(document, drawnPages, srgb);
    for (const { page, sheet } of pages) if (sheet.cropMarks) addCropMarks(document, page, sheet);
    addOutputIntents(document, 'coated', embedProfile(document, profiles.coated), standards);
  } else {
    addOutputIntents(document, 'srgb', srgb, standards);
  }
  describe(document, settings, standards, createHash('sha256').update(drawn));
  removeUnused(document);
  const file = isTagged ? writeFile(document) : await document.save(asItIs);
  if (intent === 'print') setVersion(file, '1.6');
  return file;
}

/** pdf-lib adds nothing, and writes without pauses. */
const asItIs = {
  useObjectStreams: false,
  addDefaultPage: false,
  updateFieldAppearances: false,
  objectsPerTick: Infinity,
};

interface OpenPage extends FinishedPage {
  readonly page: PDFPage;
}

/** Adds tags to the pages and their links. Returns whether the headings are in order. */
function tagPages(
  document: PDFDocument,
  pages: readonly OpenPage[],
  links: readonly ReadonlyMap<PageLink, PDFRef>[],
  marks: ReadonlyMap<PDFRef, number | null>,
): boolean {
  const tagged = pages.flatMap(({ page, structure }, index) => {
    if (structure === null) return [];
    const content = tagContent(document, page, structure.parts, marks);
    return [{ page, structure, content, links: links[index] ?? new Map<PageLink, PDFRef>() }];
  });
  return hasOrderedHeadings(writeStructure(document, tagged));
}

/** Whether screen readers lack what the template has to say. */
function lacksWords({ lacksAlternatives, language, title }: PdfSettings): boolean {
  return lacksAlternatives || language === null || title.trim() === '';
}

/** Sets the version in the file's header. pdf-lib writes 1.7; PDF/X-4 is based on 1.6 (ISO 15930-7). */
function setVersion(file: Uint8Array, version: '1.6'): void {
  file.set(latin1(`%PDF-${version}`));
}

/** Draws the crop marks before the page's content, which may change the coordinate system. */
function addCropMarks(document: PDFDocument, page: PDFPage, sheet: SheetSettings): void {
  const { context } = document;
  const resources = page.node.Resources();
  if (resources === undefined) throw new Error('the drawn page has no resources');
  const allInks = context.obj([
    'Separation',
    'All',
    'DeviceCMYK',
    { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [1, 1, 1, 1], N: 1 },
  ]);
  resources.lookup(PDFName.of('ColorSpace'), PDFDict).set(PDFName.of('AllInks'), allInks);
  changeContents(page, (content) => `${drawCropMarks(sheet, 'AllInks')}\n${content}`);
}

function describe(
  document: PDFDocument,
  { title: given, language, intent, pages }: PdfSettings,
  standards: ReturnType<typeof findStandards>,
  hash: ReturnType<typeof createHash>,
): void {
  const { context } = document;
  const title = printable(given);
  const id = hash
    .update(
      JSON.stringify([
        title,
        language,
        intent,
        ...pages.flatMap(({ sheet, links, structure }) => [
          sheet,
          ...(links.length > 0 ? [links.map(({ href, area, parts }) => ({ href, area, parts }))] : []),
          ...(structure === null ? [] : [structure.kids]),
        ]),
      ]),
    )
    .digest('hex')
    .slice(0, 32);
  const date = intent === 'print' ? PRINT_DATE : null;
  document.setTitle(title, { showInWindowTitleBar: true });
  // Screen readers use it for the pronunciation (ISO 32000-1, 14.9.2).
  if (language !== null) document.setLanguage(language);
  document.setProducer(PRODUCER);
  document.setCreator(PRODUCER);
  if (date !== null) {
    document.setCreationDate(new Date(date));
    document.setModificationDate(new Date(date));
    const info = context.lookup(context.trailerInfo.Info, PDFDict);
    info.set(PDFName.of('Trapped'), PDFName.of('False'));
    // PDF/X-4 requires it in the XMP only, but many programs read it here.
    info.set(PDFName.of('GTS_PDFXVersion'), PDFString.of('PDF/X-4'));
  }
  const xmp = new TextEncoder().encode(writeXmp({ title, producer: PRODUCER, id, standards, date }));
  const metadata = context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' });
  document.catalog.set(PDFName.of('Metadata'), context.register(metadata));

  const ids = PDFArray.withContext(context);
  ids.push(PDFHexString.of(id));
  ids.push(PDFHexString.of(id));
  context.trailerInfo.ID = ids;
}

/** Removes the objects that nothing refers to: pdf-lib would write them too. */
function removeUnused({ context }: PDFDocument): void {
  const used = new Set<PDFRef>();
  const visit = (object: PDFObject | undefined): void => {
    if (object instanceof PDFRef) {
      if (used.has(object)) return;
      used.add(object);
      visit(context.lookup(object));
    } else if (object instanceof PDFArray) object.asArray().forEach(visit);
    else if (object instanceof PDFDict) object.values().forEach(visit);
    else if (object instanceof PDFStream) visit(object.dict);
  };
  visit(context.trailerInfo.Root);
  visit(context.trailerInfo.Info);
  for (const [ref] of context.enumerateIndirectObjects()) if (!used.has(ref)) context.delete(ref);
}
