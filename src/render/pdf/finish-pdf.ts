import { createHash } from 'node:crypto';

import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, ParseSpeeds } from 'pdf-lib';
import type { PDFPage } from 'pdf-lib';

import type { CompressedImage } from '../images/picture.ts';
import { restoreText } from '../text/pdf-restore.ts';
import { latin1 } from '../text/pdf-streams.ts';
import type { DrawnText } from '../text/pdf-text.ts';
import { standardsOf } from './conformance.ts';
import { dropUnused } from './drop-unused.ts';
import { addOutputIntents, embedProfile, loadProfiles } from './output-intents.ts';
import { drawCropMarks, pageBoxes } from './page-boxes.ts';
import type { SheetSettings } from './page-boxes.ts';
import { changeContents } from './page-contents.ts';
import { tagColors } from './page-colors.ts';
import { settlePatternOpacity } from './pattern-opacity.ts';
import { replaceStandIns } from './replace-stand-ins.ts';
import { writeXmp } from './xmp.ts';

export interface PdfSettings {
  readonly title: string;
  /** BCP 47; null leaves it to the reader. */
  readonly language: string | null;
  readonly intent: 'screen' | 'print';
  readonly sheet: SheetSettings;
  /** Whether a character was drawn that no font has. */
  readonly lacksGlyphs: boolean;
  /** What was drawn as text, in drawing order. */
  readonly texts: readonly DrawnText[];
  /** By the numbers of their stand-ins. */
  readonly images: readonly CompressedImage[];
}

const PRODUCER = 'Platen';
/**
 * PDF/X wants a date. The same page is to give the same bytes whenever it is made, so that all files have this one.
 */
const PRINT_DATE = '2000-01-01T00:00:00Z';
/** What XML cannot hold, and no title needs. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g;
/** PDF/A's strings have at most 32,767 bytes; UTF-16 takes two for a unit, and two for the mark before them. */
const LONGEST_TITLE = 16_000;

/**
 * Adds to a drawn page what Skia cannot: the pictures' own bytes, page boxes, colour spaces, output intent, metadata and id,
 * so that the file keeps to PDF/A-2b, and for print to PDF/X-4 as well. Nothing in it depends on when it was made: the
 * same page gives the same bytes.
 */
export async function finishPdf(drawn: Uint8Array, settings: PdfSettings): Promise<Uint8Array> {
  const document = await PDFDocument.load(drawn, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
  replaceStandIns(document, settings.images);

  const [page] = document.getPages();
  if (page === undefined) throw new Error('the drawn file has no page');
  restoreText(document, page, settings.texts);
  settlePatternOpacity(document, page);
  const { intent, sheet } = settings;
  const boxes = pageBoxes(sheet);
  const [, , width, height] = boxes.media;
  page.setMediaBox(...boxes.media);
  const standards = standardsOf({ intent, width, height, lacksGlyphs: settings.lacksGlyphs });
  const profiles = await loadProfiles();
  const srgb = embedProfile(document, profiles.srgb);
  if (intent === 'print') {
    page.setBleedBox(...boxes.bleed);
    page.setTrimBox(...boxes.trim);
    tagColors(document, page, srgb);
    if (sheet.cropMarks) addCropMarks(document, page, sheet);
    addOutputIntents(document, 'coated', embedProfile(document, profiles.coated), standards);
  } else {
    addOutputIntents(document, 'srgb', srgb, standards);
  }
  describe(document, settings, standards, createHash('sha256').update(drawn));
  dropUnused(document);
  const file = await document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  });
  if (intent === 'print') setVersion(file, '1.6');
  return file;
}

/** Says at the head of a file which version of PDF it is. pdf-lib always writes 1.7; PDF/X-4 is made of 1.6 (ISO 15930-7). */
function setVersion(file: Uint8Array, version: '1.6'): void {
  file.set(latin1(`%PDF-${version}`));
}

/** Draws the marks before the page, whose content may leave another coordinate system behind. */
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
  { title: given, language, intent, sheet }: PdfSettings,
  standards: ReturnType<typeof standardsOf>,
  hash: ReturnType<typeof createHash>,
): void {
  const { context } = document;
  const title = given.replaceAll(UNPRINTABLE, ' ').toWellFormed().slice(0, LONGEST_TITLE).toWellFormed();
  const id = hash
    .update(JSON.stringify([title, language, intent, sheet]))
    .digest('hex')
    .slice(0, 32);
  const date = intent === 'print' ? PRINT_DATE : null;
  document.setTitle(title, { showInWindowTitleBar: true });
  // What screen readers pronounce the page by (ISO 32000-1, 14.9.2).
  if (language !== null) document.setLanguage(language);
  document.setProducer(PRODUCER);
  document.setCreator(PRODUCER);
  if (date !== null) {
    document.setCreationDate(new Date(date));
    document.setModificationDate(new Date(date));
    const info = context.lookup(context.trailerInfo.Info, PDFDict);
    info.set(PDFName.of('Trapped'), PDFName.of('False'));
    // PDF/X-4 itself asks for it in the XMP only; many programs look here.
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
