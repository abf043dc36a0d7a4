import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFString,
  type PDFContext,
  type PDFDocument,
} from 'pdf-lib';

import type { FacturxProfile } from '../attachments/facturx.ts';
import type { PdfStandard } from '../attachments/standards.ts';
import { FILE_DATE, PRODUCER } from '../producer.ts';
import type { FileDescription } from '../scene/scene.ts';
import { printable } from '../text-string.ts';
import { isOfPdf2, type PageStandard } from './conformance.ts';
import { writeXmp } from './xmp.ts';

/** What a file says of itself. */
export interface MetadataSettings {
  /** Its title, and what else is known of it. */
  readonly description: FileDescription & { readonly title: string };
  /** BCP 47; null: unknown. */
  readonly language: string | null;
  readonly intent: 'screen' | 'print';
  /** The profile of the invoice among the files that it carries. */
  readonly facturx: FacturxProfile | undefined;
  /** The standard that was asked for. */
  readonly standard: PdfStandard | undefined;
}

/** Says what a file is, to which standards it conforms, and its id: in its dictionary, and as XMP. */
export function writeMetadata(
  document: PDFDocument,
  settings: MetadataSettings,
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

/** A description whose texts strings of a PDF can hold. */
export function toPrintable({
  title,
  ...others
}: MetadataSettings['description']): MetadataSettings['description'] {
  const texts = Object.entries(others).map(([key, text]) => [key, printable(text)] as const);
  return { ...(Object.fromEntries(texts) as FileDescription), title: printable(title) };
}
