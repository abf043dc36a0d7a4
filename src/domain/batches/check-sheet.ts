import type { TemplateDocument } from '../../../generated/template.ts';
import type { OutputFormat } from '../../render/job.ts';
import { isPageGroup, pagesOf } from '../../common/pages/page-groups.ts';
import { outputSize } from '../../render/output-size.ts';
import type { SheetGrid } from '../../common/sheets/sheet-grid.ts';
import { checkSheet } from '../../common/sheets/sheet-layout.ts';
import type { FieldError } from '../problems/problem.ts';

/** A submission whose rows go on sheets. */
interface SheetSubmission {
  readonly sheet: SheetGrid | null;
  readonly format: OutputFormat;
  readonly includeWarnings: boolean;
  readonly options: {
    readonly pdfStandard?: string | undefined;
    readonly attachments?: readonly object[] | undefined;
    readonly facturx?: string | undefined;
  };
}

/** Checks whether the rows of a template can be laid out on the sheets of a submission. */
export function checkSheetSubmission(
  document: TemplateDocument,
  { sheet, format, includeWarnings, options }: SheetSubmission,
): FieldError | null {
  if (sheet === null) return null;
  if (format !== 'pdf') {
    return { pointer: '/sheet', detail: `Sheets are for the format pdf, but the format is ${format}.` };
  }
  if (includeWarnings) {
    const detail = 'Sheets are one PDF, without warnings.csv. The items of the job list the warnings.';
    return { pointer: '/includeWarnings', detail };
  }
  if (options.pdfStandard !== undefined) {
    const detail = `Sheets are PDF/A-2b where all rows are, but cannot be asked for ${options.pdfStandard}.`;
    return { pointer: '/template/options/pdfStandard', detail };
  }
  for (const key of ['attachments', 'facturx'] as const) {
    const given = options[key];
    if (given === undefined || given.length === 0) continue;
    const detail = 'Sheets are one PDF for all rows: it cannot carry files of each row.';
    return { pointer: `/template/options/${key}`, detail };
  }
  const misfit = checkPages(document, sheet);
  if (misfit !== null) return misfit;
  const places = (['prepend', 'append'] as const).filter((key) => (document[key] ?? []).length > 0);
  if (places.length > 0) {
    const keys = places.map((key) => `"${key}"`).join(' and ');
    const detail = `A cell of a sheet is one page, but the template has pages of other PDFs, too (${keys}).`;
    return { pointer: '/sheet', detail };
  }
  const viewports = [document.viewport, ...pagesOf(document.pages ?? []).map((page) => page.viewport)];
  if (viewports.some((viewport) => typeof viewport?.height === 'object')) {
    const detail =
      'The cells of a sheet have one size, but the page of the template is as tall as its content ' +
      '("viewport.height").';
    return { pointer: '/sheet', detail };
  }
  const fault = checkSheet(sheet, outputSize(document, { format, dpi: 0, scale: 1 }));
  return fault === null ? null : { pointer: `/sheet/${fault.key}`, detail: fault.detail };
}

/** Checks whether a row has the pages that a cell takes: one, or a front and a back. */
function checkPages({ pages, viewport }: TemplateDocument, { backs }: SheetGrid): FieldError | null {
  if (backs === undefined) {
    if (pages === undefined) return null;
    const hint = pages.length === 2 ? ' For cards with a back, give "backs".' : '';
    const detail = `A cell of a sheet is one page, but the template has a list of pages ("pages").${hint}`;
    return { pointer: '/sheet', detail };
  }
  const [front, back, ...more] = pages ?? [];
  const pointer = '/sheet/backs';
  if (front === undefined || back === undefined || more.length > 0) {
    const given = pages === undefined ? 'one page' : `${pages.length} entries in its list of pages`;
    const detail = `A cell with a back is two pages, but the template has ${given}.`;
    return { pointer, detail };
  }
  for (const page of [front, back]) {
    if (!isPageGroup(page) && page.repeat === undefined && page.flow !== true) continue;
    const detail =
      `A cell with a back is two pages, but "${page.id}" of the template can become more or fewer ` +
      '("pages", "repeat" or "flow").';
    return { pointer, detail };
  }
  const [first, second] = [front, back].map((page) =>
    isPageGroup(page) ? viewport : (page.viewport ?? viewport),
  );
  if (first?.width === second?.width && first?.height === second?.height) return null;
  const detail =
    'The back of a cell has the size of its front, but the pages of the template differ in size.';
  return { pointer, detail };
}
