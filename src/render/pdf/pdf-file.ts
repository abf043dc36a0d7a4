import { PDFDocument, PDFName, type PDFRef } from 'pdf-lib';

import { separatorOf } from '../inks/separator.ts';
import type { SceneProfile } from '../inks/scene-profile.ts';
import type { PdfStandard } from '../attachments/standards.ts';
import { isOfPdf2 } from '../standards/conformance.ts';
import { FileResources } from './content/file-resources.ts';
import { encryptWithPassword } from '../encryption/standard-security.ts';
import { embedProfile, loadSrgb } from '../standards/output-intents.ts';
import { StructureWriter } from './tags/write-structure.ts';
import { FileWriter, type PdfVersion } from './write-file.ts';

/** A PDF to which pages are added. */
export interface PdfFile {
  readonly document: PDFDocument;
  readonly resources: FileResources;
  /** Writes what is not needed any more while pages are added. */
  readonly writer: FileWriter;
  /** What screen readers read; null: the file is not tagged. */
  readonly structure: StructureWriter | null;
  /** The printing condition; null: the file is for screens. */
  readonly press: SceneProfile | null;
  /** The sRGB profile in the file; null: it has no colours of sRGB. */
  readonly srgb: PDFRef | null;
}

export interface FileNeeds {
  /** It has no colours of sRGB. */
  readonly converts?: boolean;
  /** The standard that was asked for. */
  readonly standard?: PdfStandard | undefined;
  /** Opens the file; null: it is not encrypted. */
  readonly password?: string | null;
  readonly isTagged?: boolean;
  readonly hasSeveralPages?: boolean;
}

/**
 * Begins a file.
 *
 * @param press its printing condition; null: it is for screens
 */
export async function startPdf(
  press: SceneProfile | null,
  { converts = false, standard, password = null, isTagged = false, hasSeveralPages = false }: FileNeeds = {},
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
  // PDF/X-1a has no transparency.
  const resources = new FileResources(context, rgb, isPrint, { separator, isFlat: standard === 'PDF/X-1a' });
  const encryption = password === null ? null : encryptWithPassword(password);
  const version = encryption === null ? findVersion(standard, isPrint) : '2.0';
  const writer = new FileWriter(version, context, encryption);
  const structure = isTagged ? new StructureWriter(document, writer, hasSeveralPages) : null;
  return { document, resources, writer, structure, press, srgb };
}

function findVersion(standard: PdfStandard | undefined, isPrint: boolean): PdfVersion {
  if (isOfPdf2(standard)) return '2.0';
  if (standard === 'PDF/X-1a') return '1.4';
  return isPrint ? '1.6' : '1.7';
}
