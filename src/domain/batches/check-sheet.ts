import type { TemplateDocument } from '../../../generated/template.ts';
import type { OutputFormat } from '../../render/job.ts';
import { outputSize } from '../../render/output-size.ts';
import { checkSheet, type SheetGrid } from '../../common/lengths/sheet-layout.ts';
import type { FieldError } from '../problems/problem.ts';

/** A submission whose rows go on sheets. */
interface SheetSubmission {
  readonly sheet: SheetGrid | null;
  readonly format: OutputFormat;
  readonly includeWarnings: boolean;
}

/** Checks whether the rows of a template can be laid out on the sheets of a submission. */
export function checkSheetSubmission(
  document: TemplateDocument,
  { sheet, format, includeWarnings }: SheetSubmission,
): FieldError | null {
  if (sheet === null) return null;
  if (format !== 'pdf') {
    return { pointer: '/sheet', detail: `Sheets are for the format pdf, but the format is ${format}.` };
  }
  if (includeWarnings) {
    const detail = 'Sheets are one PDF, without warnings.csv. The items of the job list the warnings.';
    return { pointer: '/includeWarnings', detail };
  }
  if (document.pages !== undefined) {
    const detail = 'A cell of a sheet is one page, but the template has a list of pages ("pages").';
    return { pointer: '/sheet', detail };
  }
  const places = (['prepend', 'append'] as const).filter((key) => (document[key] ?? []).length > 0);
  if (places.length > 0) {
    const keys = places.map((key) => `"${key}"`).join(' and ');
    const detail = `A cell of a sheet is one page, but the template has pages of other PDFs, too (${keys}).`;
    return { pointer: '/sheet', detail };
  }
  if (typeof document.viewport.height === 'object') {
    const detail =
      'The cells of a sheet have one size, but the page of the template is as tall as its content ' +
      '("viewport.height").';
    return { pointer: '/sheet', detail };
  }
  const fault = checkSheet(sheet, outputSize(document, { format, dpi: 0, scale: 1 }));
  return fault === null ? null : { pointer: `/sheet/${fault.key}`, detail: fault.detail };
}
