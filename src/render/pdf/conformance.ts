/** The standards that a page may keep to. */
export type PageStandard = 'PDF/A-2b' | 'PDF/X-4';

/** Sides of a page, in points, that PDF/A allows (ISO 19005-2, 6.1.13). */
const LEAST_SIDE = 3;
const LONGEST_SIDE = 14_400;

export interface PageFacts {
  readonly intent: 'screen' | 'print';
  /** The sheet, in points. */
  readonly width: number;
  readonly height: number;
  /** Whether a character was drawn as the box that stands for what no font has. */
  readonly lacksGlyphs: boolean;
}

/**
 * The standards that a page's file may claim. All files are made to keep to them; what is asked here is what no way of
 * writing could mend: a character that no font has, or a page of no size.
 */
export function standardsOf({ intent, width, height, lacksGlyphs }: PageFacts): readonly PageStandard[] {
  const standards: PageStandard[] = [];
  const isArchivable =
    !lacksGlyphs && Math.min(width, height) >= LEAST_SIDE && Math.max(width, height) <= LONGEST_SIDE;
  if (isArchivable) standards.push('PDF/A-2b');
  if (intent === 'print') standards.push('PDF/X-4');
  return standards;
}
