import type { PdfStandard } from '../attachments/standards.ts';

/** The standards that a file may conform to. */
export type PageStandard = PdfStandard;

/** The sides of a page, in points, that PDF/A allows (ISO 19005-2, 6.1.13). */
const MIN_SIDE = 3;
const MAX_SIDE = 14_400;

export interface PageFacts {
  readonly intent: 'screen' | 'print';
  /** The sheets, in points. */
  readonly sheets: readonly { readonly width: number; readonly height: number }[];
  /** Whether a character was drawn as a box because no font has it. */
  readonly lacksGlyphs: boolean;
  /** Whether it is tagged, and screen readers lack nothing. */
  readonly isReadable: boolean;
  /** The standard that was asked for. Default: the oldest that it can have. */
  readonly standard?: PdfStandard | undefined;
  /** Whether files are attached to it. */
  readonly hasAttachments?: boolean;
}

/**
 * The standards that a file may claim. Every file is written to conform; this checks what the writer cannot
 * change: characters that no font has, and sizes that PDF/A does not allow.
 */
export function findStandards({
  intent,
  sheets,
  lacksGlyphs,
  isReadable,
  standard,
  hasAttachments = false,
}: PageFacts): readonly PageStandard[] {
  // It is of PDF 1.4, which PDF/A-2 is not.
  if (standard === 'PDF/X-1a') return [standard];
  const standards: PageStandard[] = [];
  if (!lacksGlyphs && sheets.every(isAllowedSheet)) standards.push(getArchive(standard, hasAttachments));
  if (isReadable && !lacksGlyphs) standards.push(isOfPdf2(standard) ? 'PDF/UA-2' : 'PDF/UA-1');
  if (intent === 'print') standards.push('PDF/X-4');
  return standards;
}

/** Whether PDF/A allows the sides of a page. */
export function isAllowedSheet({ width, height }: PageFacts['sheets'][number]): boolean {
  return [width, height].every((side) => side >= MIN_SIDE && side <= MAX_SIDE);
}

/** Whether a standard is of PDF 2.0. Others are of PDF 1.7. */
export function isOfPdf2(standard: PdfStandard | undefined): boolean {
  return standard === 'PDF/A-4' || standard === 'PDF/A-4f' || standard === 'PDF/UA-2';
}

/** Only PDF/A-3 and PDF/A-4f allow attached files of any kind. */
function getArchive(standard: PdfStandard | undefined, hasAttachments: boolean): PageStandard {
  if (isOfPdf2(standard)) return hasAttachments ? 'PDF/A-4f' : 'PDF/A-4';
  return hasAttachments || standard === 'PDF/A-3b' ? 'PDF/A-3b' : 'PDF/A-2b';
}
