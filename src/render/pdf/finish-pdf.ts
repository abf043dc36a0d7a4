import { createHash, randomBytes } from 'node:crypto';

import { PDFStream, type PDFContext, type PDFPage } from 'pdf-lib';

import type { Attachment } from '../attachments/attachment.ts';
import { addEmbeddedFiles } from '../attachments/embedded-files.ts';
import { findStandards, isOfPdf2 } from '../standards/conformance.ts';
import { toPrintable, writeMetadata, type MetadataSettings } from '../standards/metadata.ts';
import { addOutputIntents, embedPress } from '../standards/output-intents.ts';
import { pageBoxes, type SheetSettings } from '../page-boxes.ts';
import type { Heading } from '../headings.ts';
import { writeOutline } from '../outline/write-outline.ts';
import type { PdfFile } from './pdf-file.ts';
import { requireStandards } from '../standards/required-standards.ts';
import { endFile } from './write-file.ts';

export interface PdfSettings extends MetadataSettings {
  readonly pages: readonly FinishedPage[];
  /** The files that it carries. */
  readonly attachments: readonly Attachment[];
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
  writeMetadata(document, settings, standards, id);
  endFile(document, writer);
  return concatenate([...written, ...writer.take()]);
}

/** Whether screen readers lack what the template has to say. */
function lacksWords({ lacksAlternatives, language, description }: PdfSettings): boolean {
  return lacksAlternatives || language === null || description.title.trim() === '';
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

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
