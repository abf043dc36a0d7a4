/** The standards that a file may conform to. */
export type PageStandard = 'PDF/A-2b' | 'PDF/UA-1' | 'PDF/X-4';

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
}: PageFacts): readonly PageStandard[] {
  const standards: PageStandard[] = [];
  const isAllowed = (side: number) => side >= MIN_SIDE && side <= MAX_SIDE;
  const isArchivable =
    !lacksGlyphs && sheets.every(({ width, height }) => isAllowed(width) && isAllowed(height));
  if (isArchivable) standards.push('PDF/A-2b');
  if (isReadable && !lacksGlyphs) standards.push('PDF/UA-1');
  if (intent === 'print') standards.push('PDF/X-4');
  return standards;
}
