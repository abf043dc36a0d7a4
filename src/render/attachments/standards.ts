/** The standards that a request can ask for. */

/** Of archives (ISO 19005-2, -3 and -4) and of accessible files (ISO 14289-1 and -2). */
export const PDF_STANDARDS = ['PDF/A-2b', 'PDF/A-3b', 'PDF/A-4', 'PDF/A-4f', 'PDF/UA-1', 'PDF/UA-2'] as const;
export type PdfStandard = (typeof PDF_STANDARDS)[number];
