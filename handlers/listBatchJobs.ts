import { readBatchJobs } from '../src/domain/batches/manage-jobs.ts';
import type { Handler } from './operation.ts';

export const listBatchJobs: Handler<'listBatchJobs'> = async ({ caller, query }, { db }) => {
  const { status: statuses, source: origin, page, size } = query;
  const { data, pagination } = await readBatchJobs(db, caller, { statuses, origin, page, size });
  return {
    status: 200,
    headers: {},
    body: {
      data: data.map((job) => ({
        ...job,
        createdAt: job.createdAt.toISOString(),
        completedAt: job.completedAt?.toISOString() ?? null,
      })),
      pagination,
    },
  };
};
