import { api, data, type Schema } from '../../../api/client.ts';
import { sheetEntry } from '../output/sheet.ts';
import { readStandard } from '../../../parts/template/pdf-standards.ts';
import type { RowSource } from '../row-source.ts';

const size = 100;

/** The rows of a job that failed, as a table whose columns are the variables, and how the job was made. */
export async function readFailedRows(jobId: string): Promise<RowSource> {
  const job = await data(api.GET('/batch-jobs/{jobId}', { params: { path: { jobId } } }));
  const items: Schema<'JobItem'>[] = [];
  let others: Schema<'JobItemPage'>['otherColumns'] = null;
  let columnsOfJob: RowSource['columnsOfJob'] = null;
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const answer = await data(
      api.GET('/batch-jobs/{jobId}/items', {
        params: { path: { jobId }, query: { status: 'FAILED', page, size } },
      }),
    );
    items.push(...answer.data);
    columnsOfJob = answer.columns;
    others = answer.otherColumns;
    pages = answer.pagination.totalPages;
  }
  const columns = [...new Set(items.flatMap(({ values }) => Object.keys(values)))];
  const records = items.map(({ rowIndex, line, values }) => ({
    line: line ?? rowIndex + 1,
    cells: columns.map((name) => values[name] ?? ''),
  }));
  const sheet = job.sheet === null ? {} : { isOnSheets: true, sheet: sheetEntry(job.sheet) };
  const output = {
    format: job.format,
    callbackUrl: job.callback?.url ?? '',
    pdfStandard: readStandard(job.pdfStandard),
    preflight: job.preflight,
    ...sheet,
  };
  return {
    name: jobId,
    kind: 'job',
    columns,
    records,
    faults: [],
    trims: false,
    output,
    columnsOfJob,
    attachmentsOfJob: job.attachments,
    ...(others !== null && { othersOfJob: { ...others, cells: items.map(({ otherCells }) => otherCells) } }),
  };
}
