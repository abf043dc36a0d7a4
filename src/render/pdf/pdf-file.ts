import { PDFDocument, PDFName, type PDFRef } from 'pdf-lib';

import { separatorOf } from '../inks/separator.ts';
import type { SceneProfile } from '../inks/scene-profile.ts';
import { FileResources } from './content/file-resources.ts';
import { embedProfile, loadSrgb } from './output-intents.ts';

/** A PDF to which pages are added. */
export interface PdfFile {
  readonly document: PDFDocument;
  readonly resources: FileResources;
  /** The printing condition; null: the file is for screens. */
  readonly press: SceneProfile | null;
  /** The sRGB profile in the file; null: it has no colours of sRGB. */
  readonly srgb: PDFRef | null;
}

export interface FileNeeds {
  /** It has no colours of sRGB. */
  readonly converts?: boolean;
  /** It has no transparency, as PDF/X-1a. */
  readonly isFlat?: boolean;
}

/**
 * Begins a file.
 *
 * @param press its printing condition; null: it is for screens
 */
export async function startPdf(
  press: SceneProfile | null,
  { converts = false, isFlat = false }: FileNeeds = {},
): Promise<PdfFile> {
  const [document, packed] = await Promise.all([PDFDocument.create({ updateMetadata: false }), loadSrgb()]);
  const { context } = document;
  const separator = press !== null && converts ? separatorOf(press) : null;
  const srgb = separator === null ? embedProfile(document, packed) : null;
  const isPrint = press !== null;
  const rgb =
    srgb === null
      ? PDFName.of('DeviceCMYK')
      : isPrint
        ? context.register(context.obj([PDFName.of('ICCBased'), srgb]))
        : PDFName.of('DeviceRGB');
  const resources = new FileResources(context, rgb, isPrint, { separator, isFlat });
  return { document, resources, press, srgb };
}
