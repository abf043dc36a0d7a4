import { PDFDocument, PDFName, type PDFRef } from 'pdf-lib';

import type { Scene } from '../scene/scene.ts';
import { FileResources } from './content/file-resources.ts';
import { embedProfile, loadProfiles, type Profiles } from './output-intents.ts';

/** A PDF to which pages are added. */
export interface PdfFile {
  readonly document: PDFDocument;
  readonly resources: FileResources;
  readonly profiles: Profiles;
  /** The sRGB profile in the file. */
  readonly srgb: PDFRef;
}

/** Begins the file of pages. */
export async function startPdf(pages: readonly Scene[]): Promise<PdfFile> {
  const [document, profiles] = await Promise.all([
    PDFDocument.create({ updateMetadata: false }),
    loadProfiles(),
  ]);
  const { context } = document;
  const srgb = embedProfile(document, profiles.srgb);
  const isPrint = pages[0]?.intent === 'print';
  const rgb = isPrint
    ? context.register(context.obj([PDFName.of('ICCBased'), srgb]))
    : PDFName.of('DeviceRGB');
  const resources = new FileResources(context, rgb, isPrint);
  return { document, resources, profiles, srgb };
}
