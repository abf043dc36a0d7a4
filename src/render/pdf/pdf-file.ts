import { PDFDocument, PDFName, type PDFRef } from 'pdf-lib';

import type { SceneProfile } from '../inks/scene-profile.ts';
import { FileResources } from './content/file-resources.ts';
import { embedProfile, loadSrgb } from './output-intents.ts';

/** A PDF to which pages are added. */
export interface PdfFile {
  readonly document: PDFDocument;
  readonly resources: FileResources;
  /** The printing condition; null: the file is for screens. */
  readonly press: SceneProfile | null;
  /** The sRGB profile in the file. */
  readonly srgb: PDFRef;
}

/** Begins a file. `press`: its printing condition; null: it is for screens. */
export async function startPdf(press: SceneProfile | null): Promise<PdfFile> {
  const [document, packed] = await Promise.all([PDFDocument.create({ updateMetadata: false }), loadSrgb()]);
  const { context } = document;
  const srgb = embedProfile(document, packed);
  const isPrint = press !== null;
  const rgb = isPrint
    ? context.register(context.obj([PDFName.of('ICCBased'), srgb]))
    : PDFName.of('DeviceRGB');
  const resources = new FileResources(context, rgb, isPrint);
  return { document, resources, press, srgb };
}
