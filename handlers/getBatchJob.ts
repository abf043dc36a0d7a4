import { readBatchJob } from '../src/domain/batches/manage-jobs.ts';
import type { Handler } from './operation.ts';

export const getBatchJob: Handler<'getBatchJob'> = async ({ caller, path }, { results }) => {
  const job = await readBatchJob(results, caller, path.jobId);
  const { jobId, status, totalItems, completedItems, failedItems, processedItems, callback } = job;
  return {
    status: 200,
    headers: {},
    body: {
      jobId,
      status,
      totalItems,
      completedItems,
      failedItems,
      processedItems,
      createdAt: job.createdAt.toISOString(),
      startedAt: job.startedAt?.toISOString() ?? null,
      completedAt: job.completedAt?.toISOString() ?? null,
      renderTimeMs: job.renderTimeMs,
      downloadUrl: job.download?.url ?? null,
      downloadUrlExpiresAt: job.download?.expiresAt.toISOString() ?? null,
      errors: [...job.errors],
      completionCallback:
        callback === null ? null : { ...callback, deliveredAt: callback.deliveredAt?.toISOString() ?? null },
      metadata: job.metadata,
    },
  };
};
