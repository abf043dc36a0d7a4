import { createHash, randomBytes } from 'node:crypto';

import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFDocument,
  type PDFPage,
} from 'pdf-lib';

import { RenderInputError } from '../errors.ts';
import type { SceneProfile } from '../inks/scene-profile.ts';
import { findStandards, isOfPdf2, type PageStandard } from './conformance.ts';
import { FILE_DATE, PRODUCER } from './description.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { FacturxProfile } from '../attachments/facturx.ts';
import type { PdfStandard } from '../attachments/standards.ts';
import { addEmbeddedFiles } from './embedded-files.ts';
import { addOutputIntents, CUSTOM, embedProfile, packProfile } from './output-intents.ts';
import { pageBoxes, type SheetSettings } from '../page-boxes.ts';
import type { Heading } from '../headings.ts';
import { writeOutline } from './outline/write-outline.ts';
import type { PdfFile } from './pdf-file.ts';
import { requireStandards } from './required-standards.ts';
import type { FileDescription } from '../scene/scene.ts';
import { printable } from './text-string.ts';
import { endFile } from './write-file.ts';
import { writeXmp } from './xmp.ts';

export interface PdfSettings {
  /** Its title, and what else is known of it. */
  readonly description: FileDescription & { readonly title: string };
  /** BCP 47; null: unknown. */
  readonly language: string | null;
  readonly intent: 'screen' | 'print';
  readonly pages: readonly FinishedPage[];
  /** The files that it carries. */
  readonly attachments: readonly Attachment[];
  /** The profile of the invoice among them. */
  readonly facturx: FacturxProfile | undefined;
  /** The standard that was asked for. */
  readonly standard: PdfStandard | undefined;
  /** Whether pages of other files are among its pages: then it conforms to no standard. */
  readonly hasForeignPages: boolean;
  /** Whether a character was drawn as a box because no font has it. */
  readonly lacksGlyphs: boolean;
  /** Whether a picture has no alternative text. */
  readonly lacksAlternatives: boolean;
}

/** A page with its links and its structure. */
export interface FinishedPage {
  readonly page: PDFPage;
  readonly sheet: SheetSettings;
  /** Its bookmarks. */
  readonly headings: readonly Heading[];
}

/**
 * Adds what belongs to the whole file, and writes it: fonts, bookmarks, output intents, attached files,
 * metadata and an id. The file conforms to PDF/A-2b, with attached files to PDF/A-3b, for
 * print to PDF/X-4 as well; with a password or with foreign pages to no standard. The same pages always give
 * the same bytes, unless there is a password.
 *
 * @throws RenderInputError if it cannot conform to a standard that was asked for
 */
export function finishPdf(file: PdfFile, settings: PdfSettings): Uint8Array {
  const { document, resources, writer, structure, press, srgb } = file;
  const { intent, lacksGlyphs, pages, attachments, facturx, standard, hasForeignPages } = settings;
  resources.finish();
  const isPdf2 = isOfPdf2(standard);
  const tree = structure?.end(isPdf2) ?? null;
  const isReadable = tree !== null && tree.hasOrderedHeadings && !lacksWords(settings);
  writeOutline(document, pages, isPdf2 ? tree : null);
  addEmbeddedFiles(document, attachments);
  const sheets = pages.map(({ sheet }) => {
    const [, , width, height] = pageBoxes(sheet).media;
    return { width, height };
  });
  // PDF/A forbids encryption (ISO 19005-2, 6.1.3), and PDF/UA-1 is of PDF 1.7. What foreign pages have is
  // unknown.
  const claims = !writer.isEncrypted && !hasForeignPages;
  const hasAttachments = attachments.length > 0;
  const facts = { intent, sheets, lacksGlyphs, isReadable, standard, hasAttachments };
  const standards = claims ? findStandards(facts) : [];
  requireStandards(standards, { ...facts, facturx, hasForeignPages });
  if (press !== null) {
    for (const { page, sheet } of pages) {
      const boxes = pageBoxes(sheet);
      page.setBleedBox(...boxes.bleed);
      page.setTrimBox(...boxes.trim);
    }
    addOutputIntents(document, press.condition, embedPress(document, press, standards), standards);
  } else if (srgb !== null) {
    addOutputIntents(document, null, srgb, standards);
  }
  writer.pack();
  const written = writer.take();
  // The id stands beside what is encrypted: the hash of what is in the file would confirm guesses of it.
  const id = writer.isEncrypted
    ? randomBytes(ID_DIGITS / 2).toString('hex')
    : hashContent(document.context, written, settings);
  describe(document, settings, standards, id);
  endFile(document, writer);
  return concatenate([...written, ...writer.take()]);
}

/**
 * Adds the profile of the printing condition. PDF 1.4 knows version 2 of profiles only: PDF/X-1a names a
 * registered condition without its profile then (ISO 15930-4, 6.3).
 *
 * @throws RenderInputError for a condition that is not registered
 */
function embedPress(
  document: PDFDocument,
  { bytes, condition }: SceneProfile,
  standards: readonly PageStandard[],
): PDFRef | null {
  const isNewer = (bytes[PROFILE_VERSION] ?? 0) > 2;
  if (!standards.includes('PDF/X-1a') || !isNewer) return embedProfile(document, packProfile(bytes));
  if (condition.identifier !== CUSTOM) return null;
  const detail =
    'PDF/X-1a cannot contain the profile of the template, which is of version 4: use one of version 2.';
  throw new RenderInputError('pdfStandard', null, detail);
}

/** Where a profile says its version (ICC.1, 7.2.4). */
const PROFILE_VERSION = 8;

/** Whether screen readers lack what the template has to say. */
function lacksWords({ lacksAlternatives, language, description }: PdfSettings): boolean {
  return lacksAlternatives || language === null || description.title.trim() === '';
}

function describe(
  document: PDFDocument,
  settings: PdfSettings,
  standards: readonly PageStandard[],
  id: string,
): void {
  const { language, intent, facturx, standard } = settings;
  const { context } = document;
  const description = toPrintable(settings.description);
  const { title } = description;
  const date = intent === 'print' ? FILE_DATE : null;
  document.setTitle(title, { showInWindowTitleBar: true });
  if (description.author !== undefined) document.setAuthor(description.author);
  if (description.subject !== undefined) document.setSubject(description.subject);
  if (description.keywords !== undefined) document.setKeywords([description.keywords]);
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
    const version = standard === 'PDF/X-1a' ? 'PDF/X-1a:2003' : 'PDF/X-4';
    info.set(PDFName.of('GTS_PDFXVersion'), PDFString.of(version));
  }
  // PDF/A-4 has all of it in the XMP only (ISO 19005-4, 6.1.3).
  if (isOfPdf2(standard)) removeInfo(context);
  const said = { ...description, producer: PRODUCER, id, standards, facturx, date };
  const xmp = new TextEncoder().encode(writeXmp(said));
  const metadata = context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' });
  document.catalog.set(PDFName.of('Metadata'), context.register(metadata));

  const ids = PDFArray.withContext(context);
  ids.push(PDFHexString.of(id));
  ids.push(PDFHexString.of(id));
  context.trailerInfo.ID = ids;
}

function removeInfo(context: PDFContext): void {
  const { Info } = context.trailerInfo;
  if (Info instanceof PDFRef) context.delete(Info);
  delete context.trailerInfo.Info;
}

/** Digits of a file's id. */
const ID_DIGITS = 32;

/** The same content has the same id. `written`: the part of the file that is written. */
function hashContent(
  context: PDFContext,
  written: readonly Uint8Array[],
  { language, intent, attachments, facturx, standard, ...settings }: PdfSettings,
): string {
  const { title, ...description } = toPrintable(settings.description);
  const hash = createHash('sha256');
  for (const piece of written) hash.update(piece);
  for (const [, object] of context.enumerateIndirectObjects())
    hash.update(object instanceof PDFStream ? object.getContents() : object.toString());
  return hash
    .update(
      JSON.stringify([
        title,
        language,
        intent,
        ...(['author', 'subject', 'keywords'] as const).flatMap((key) =>
          description[key] === undefined ? [] : [{ [key]: description[key] }],
        ),
        ...attachments.map(({ mediaType }) => ({ mediaType })),
        ...(facturx === undefined ? [] : [{ facturx }]),
        ...(standard === undefined ? [] : [{ standard }]),
      ]),
    )
    .digest('hex')
    .slice(0, ID_DIGITS);
}

function toPrintable({ title, ...others }: PdfSettings['description']): PdfSettings['description'] {
  const texts = Object.entries(others).map(([key, text]) => [key, printable(text)] as const);
  return { ...(Object.fromEntries(texts) as FileDescription), title: printable(title) };
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
