/** The steps that put PDFs of the template before and after the pages of a document. */
import { hasAllPages } from '../../common/names/output-formats.ts';
import { PDF_LEFT_OUT, describeLeftOut, printAttachedProblem } from '../attached-pdfs.ts';
import { RenderInputError } from '../errors.ts';
import type { ReportedAttachment, RenderWarning } from '../layout-report.ts';
import type { ForeignPdf } from '../foreign-pdfs/read-pdf.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import type { Inspection } from '../report/inspect.ts';
import type { AttachedFile } from '../scene/scene.ts';
import type { RenderInput } from './inputs.ts';

/** A PDF of the template that was read. */
interface OpenedPdf extends AttachedFile {
  readonly pdf: ForeignPdf;
}

/** The PDFs of a job; of a job whose file has none of them, only the warnings. */
export interface AttachedPdfs {
  readonly opened: readonly OpenedPdf[];
  readonly warnings: readonly RenderWarning[];
}

/**
 * Reads the PDFs of a job that makes a PDF.
 *
 * @throws RenderInputError for one that cannot be used
 */
export async function openAttached({
  job,
  assetBytes,
}: Pick<RenderInput, 'job' | 'assetBytes'>): Promise<AttachedPdfs> {
  const { scene, output, assets } = job;
  const { attached = [], intent } = scene;
  if (attached.length === 0) return { opened: [], warnings: [] };
  if (!hasAllPages[output.format]) return { opened: [], warnings: describeMissing(attached, output.format) };
  const [first] = attached;
  if (intent === 'print' && first !== undefined)
    throw new RenderInputError('file', null, printAttachedProblem(first.place));
  // Renders without such files do not load what reads them.
  const { readPdf } = await import('../foreign-pdfs/read-pdf.ts');
  const opened: OpenedPdf[] = [];
  for (const file of attached) {
    const reference = assets[file.asset];
    if (reference === undefined) throw new Error(`the job has no asset ${file.asset}`);
    const pdf = await naming(file, () => readPdf(assetBytes(reference.hash)));
    opened.push({ ...file, pdf });
  }
  const warnings = opened.flatMap(({ place, path, pdf: { leftOut } }) =>
    leftOut.length === 0
      ? []
      : [warnOf('PDF_PART_LEFT_OUT', place, `The file "${path}" ${describeLeftOut(leftOut)}`)],
  );
  return { opened, warnings };
}

/**
 * Copies the pages of the PDFs into a file that has the pages of the document.
 *
 * @throws RenderInputError for a PDF with missing parts
 */
export async function addAttached({ document }: PdfFile, { opened }: AttachedPdfs): Promise<void> {
  if (opened.length === 0) return;
  const { copyPages } = await import('../foreign-pdfs/copy-pages.ts');
  let before = 0;
  for (const file of opened) {
    const { place, pdf } = file;
    await naming(file, () =>
      copyPages(document, pdf, place === 'prepend' ? before : document.getPageCount()),
    );
    if (place === 'prepend') before += pdf.pages.length;
  }
}

/** What a result says, with the warnings and the report of the PDFs. */
export function reportAttached(inspection: Inspection, { opened, warnings: own }: AttachedPdfs): Inspection {
  if (opened.length === 0 && own.length === 0) return inspection;
  const warnings = [...inspection.warnings, ...own];
  if (inspection.report === undefined) return { ...inspection, warnings };
  const attached = opened.map(({ place, path, pdf: { pages, leftOut } }): ReportedAttachment => {
    return { place, file: path, pages: pages.length, leftOut };
  });
  const report = { ...inspection.report, ...(attached.length === 0 ? {} : { attached }), warnings };
  return { ...inspection, warnings, report };
}

function describeMissing(attached: readonly AttachedFile[], format: string): RenderWarning[] {
  const places = new Set(attached.map(({ place }) => place));
  return [...places].map((place) => {
    const files = attached.filter((file) => file.place === place).map(({ path }) => `"${path}"`);
    const detail = `Only a PDF has the pages of ${files.join(', ')}: a ${format} has none of them.`;
    return warnOf(PDF_LEFT_OUT, place, detail);
  });
}

/** Characters of a warning's detail, as the contract has it: paths may be long. */
const MAX_DETAIL = 300;

function warnOf(code: string, place: AttachedFile['place'], detail: string): RenderWarning {
  return { code, elementId: place, detail: detail.slice(0, MAX_DETAIL).toWellFormed() };
}

/** Runs what reads a file. Its refusals become errors that name the file. */
async function naming<T>({ place, path }: AttachedFile, read: () => T | Promise<T>): Promise<T> {
  const [{ PdfError }, { refusing }] = await Promise.all([
    import('../foreign-pdfs/objects.ts'),
    import('../foreign-pdfs/read-pdf.ts'),
  ]);
  try {
    return await refusing(read);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw new RenderInputError('file', null, error.reason, `The file "${path}" of "${place}"`);
  }
}
