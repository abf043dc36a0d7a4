import type { FacturxProfile } from '../attachments/facturx.ts';
import type { PdfStandard } from '../attachments/standards.ts';
import { RenderInputError } from '../errors.ts';
import { isAllowedSheet, type PageFacts, type PageStandard } from './conformance.ts';

/** What a request asks of a file, and what is known of the file. */
interface StandardRequest extends PageFacts {
  readonly facturx: FacturxProfile | undefined;
  /** Whether pages of other files are among its pages. */
  readonly hasForeignPages: boolean;
}

/**
 * Checks that a file conforms to what was asked for. Without such a request a file that cannot conform claims
 * no standard.
 *
 * @throws RenderInputError with the reasons
 */
export function requireStandards(found: readonly PageStandard[], request: StandardRequest): void {
  const { standard, facturx } = request;
  if (standard !== undefined && !found.includes(standard))
    throw new RenderInputError('pdfStandard', null, explain(standard, request));
  if (facturx !== undefined && !found.includes('PDF/A-3b'))
    throw new RenderInputError('facturx', null, explain('PDF/A-3b', request));
}

function explain(standard: PdfStandard, request: StandardRequest): string {
  const { hasForeignPages, lacksGlyphs, sheets } = request;
  const reasons: string[] = [];
  if (hasForeignPages) reasons.push('pages of other PDFs cannot be promised to conform');
  if (lacksGlyphs) reasons.push('it has a character that no font has (GLYPH_MISSING)');
  if (!sheets.every(isAllowedSheet)) reasons.push('a side of a page is below 3 pt or above 14,400 pt');
  if (standard.startsWith('PDF/UA') && !request.isReadable)
    reasons.push(
      'screen readers need the name and the "language" of the template, "alt" for every picture ' +
        '(ALT_MISSING), and headings that skip no level',
    );
  return `The file cannot be ${standard}: ${reasons.join('; ')}.`;
}
