/** The standards that a request can ask for. */

/**
 * Of archives (ISO 19005-2, -3, -4), of accessible files (ISO 14289-1, -2) and of the press (ISO 15930-7
 * and -4: PDF/X-1a:2003).
 */
export const PDF_STANDARDS = [
  'PDF/A-2b',
  'PDF/A-3b',
  'PDF/A-4',
  'PDF/A-4f',
  'PDF/UA-1',
  'PDF/UA-2',
  'PDF/X-4',
  'PDF/X-1a',
] as const;
export type PdfStandard = (typeof PDF_STANDARDS)[number];
