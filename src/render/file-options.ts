import type { TemplateDocument } from '../../generated/template.ts';
import type { Attachment, OptionFault } from './attachments/attachment.ts';
import { checkAttachments } from './attachments/check-attachments.ts';
import type { FacturxProfile } from './attachments/facturx.ts';
import type { PdfStandard } from './attachments/standards.ts';
import type { OutputFormat } from './job.ts';
import { checkPassword } from './output-password.ts';
import { checkPreflight } from './output-preflight.ts';

/** The options that only a file as a whole has. */
interface FileOptions {
  readonly format: OutputFormat;
  readonly password?: string | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly facturx?: FacturxProfile | undefined;
  readonly pdfStandard?: PdfStandard | undefined;
  readonly preflight?: boolean | undefined;
}

type Intent = Pick<TemplateDocument, 'viewportOutputIntent' | 'rgbToCmyk'>;

/**
 * What is wrong with the options of a file; null if nothing is. What only the drawn file can tell (characters
 * without a font, pages of other PDFs, the XML of an invoice) the renderer refuses.
 */
export function checkFileOptions(document: Intent, options: FileOptions): OptionFault | null {
  const wrongPassword = checkPassword(document, options);
  if (wrongPassword !== null) return { option: 'password', detail: wrongPassword };
  const noPreflight = checkPreflight(document, options);
  if (noPreflight !== null) return { option: 'preflight', detail: noPreflight };
  const { attachments = [], facturx, pdfStandard } = options;
  return (
    findMisplaced(document, options) ??
    (facturx === undefined || pdfStandard === undefined ? null : checkBoth(facturx, pdfStandard)) ??
    checkStandard(document, pdfStandard, attachments.length > 0) ??
    checkAttachments(attachments, facturx)
  );
}

/** What only a PDF can have, and what a password or a press forbids. */
function findMisplaced(
  { viewportOutputIntent = 'screen' }: Intent,
  { format, password, attachments = [], facturx, pdfStandard }: FileOptions,
): OptionFault | null {
  const given = [
    { option: 'attachments', isGiven: attachments.length > 0, what: 'attached files' },
    { option: 'facturx', isGiven: facturx !== undefined, what: 'an invoice inside' },
    { option: 'pdfStandard', isGiven: pdfStandard !== undefined, what: 'a standard of PDF' },
  ].find(({ isGiven }) => isGiven);
  if (given === undefined) return null;
  const { option, what } = given;
  if (format !== 'pdf')
    return { option, detail: `Only a pdf can have ${what}, but the format is ${format}.` };
  if (password !== undefined) {
    const detail =
      option === 'pdfStandard'
        ? 'A file with a password claims no standard: leave out one of them.'
        : `A pdf with ${what} is PDF/A, which cannot be encrypted: leave out the password.`;
    return { option, detail };
  }
  if (viewportOutputIntent === 'print' && option !== 'pdfStandard')
    return {
      option,
      detail: `A PDF for print is PDF/X-4: a pdf with ${what} needs a template with the intent "screen".`,
    };
  return null;
}

/** Factur-X 1.07 and ZUGFeRD 2.3 name PDF/A-3. */
function checkBoth(facturx: FacturxProfile, pdfStandard: PdfStandard): OptionFault | null {
  if (pdfStandard === 'PDF/A-3b' || pdfStandard === 'PDF/UA-1') return null;
  const detail =
    `An invoice of the profile ${facturx} is PDF/A-3b: "pdfStandard" can be left out, or be PDF/A-3b or ` +
    `PDF/UA-1, but not ${pdfStandard}.`;
  return { option: 'pdfStandard', detail };
}

const ofPrint: readonly PdfStandard[] = ['PDF/A-2b', 'PDF/X-4', 'PDF/X-1a'];

function checkStandard(
  { viewportOutputIntent = 'screen', rgbToCmyk = 'keep' }: Intent,
  standard: PdfStandard | undefined,
  hasAttachments: boolean,
): OptionFault | null {
  const option = 'pdfStandard';
  if (standard === undefined) return null;
  const isPrint = viewportOutputIntent === 'print';
  if (isPrint && !ofPrint.includes(standard)) {
    const detail = `A PDF for print is PDF/X-4 and PDF/A-2b at once, or PDF/X-1a: it cannot be ${standard}.`;
    return { option, detail };
  }
  if (!isPrint && (standard === 'PDF/X-4' || standard === 'PDF/X-1a'))
    return { option, detail: `${standard} needs a template whose "viewportOutputIntent" is "print".` };
  if (standard === 'PDF/X-1a' && rgbToCmyk !== 'convert')
    return { option, detail: 'PDF/X-1a has no RGB: it needs a template with "rgbToCmyk": "convert".' };
  if (hasAttachments && standard === 'PDF/A-2b')
    return { option, detail: 'PDF/A-2b cannot have attached files: choose PDF/A-3b or PDF/A-4f.' };
  if (hasAttachments && standard === 'PDF/A-4')
    return { option, detail: 'PDF/A-4 cannot have attached files: choose PDF/A-4f.' };
  if (!hasAttachments && standard === 'PDF/A-4f')
    return { option, detail: 'PDF/A-4f has attached files, but there are none: choose PDF/A-4.' };
  return null;
}
