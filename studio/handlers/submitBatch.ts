import { readBatchJobInDetail } from '../../src/domain/batches/manage-jobs.ts';
import { submitBatch as submit } from '../../src/domain/batches/submit-job.ts';
import { renamePointers } from '../../src/domain/problems/rename-pointers.ts';
import { jobBody } from './mapping/job.ts';
import type { Handler } from './operation.ts';

export const submitBatch: Handler<'submitBatch'> = async (call, { db, submit: parts }) => {
  const { path, header, body, caller, signal } = call;
  const { rows, format = 'png', options = {}, filenamePattern = null, callbackUrl = null } = body;
  const { job } = await submit(
    // The app has one limit for all of its requests.
    { ...parts, limitsRates: false },
    {
      submission: {
        templateId: path.templateId,
        rows,
        format,
        options,
        filenamePattern,
        callbackUrl,
        filenameCharacters: body.filenameCharacters ?? 'unicode',
        ...(body.lines === undefined ? {} : { lines: body.lines }),
        ...(body.columns === undefined ? {} : { columns: body.columns }),
        ...(body.otherColumns === undefined ? {} : { otherColumns: body.otherColumns }),
        includeWarnings: body.includeWarnings ?? false,
        sheet: body.sheet ?? null,
        sizes: body.sizes,
        folders: body.folders,
        pictures: { pictures: body.pictures ?? [], picturesOfJob: body.picturesOfJob ?? null },
        idempotencyKey: header['Idempotency-Key'] ?? null,
        origin: 'DESIGNER',
      },
      caller: { ...caller, keyId: null },
      signal,
    },
  ).catch((error: unknown) => {
    throw renamePointers(error, {
      '/template/options': '/options',
      '/template/sizes': '/sizes',
      '/template/output/folders': '/folders',
      '/template/output/filenamePattern': '/filenamePattern',
    });
  });
  const accepted = await readBatchJobInDetail(db, caller, job.jobId);
  return { status: 202, headers: {}, body: jobBody(accepted) };
};
