import type { Schema } from '../../api/client.ts';

/** A standard that a PDF can be asked for. */
export type PdfStandard = NonNullable<Schema<'RenderOptions'>['pdfStandard']>;

/** Of templates for screens. */
export const standardsOfScreens = [
  'PDF/A-2b',
  'PDF/A-3b',
  'PDF/A-4',
  'PDF/A-4f',
  'PDF/UA-1',
  'PDF/UA-2',
] as const;
/** Of templates for print. */
export const standardsOfPrint = ['PDF/X-4', 'PDF/X-1a'] as const;

/** The standard with a name; undefined for any other text. */
export function readStandard(name: string | null): PdfStandard | undefined {
  return [...standardsOfScreens, ...standardsOfPrint].find((each) => each === name);
}
