import { readBatchJobsInDetail } from '../../src/domain/batches/manage-jobs.ts';
import { jobBody } from './mapping/job.ts';
import type { Handler } from './operation.ts';

export const listJobs: Handler<'listJobs'> = async ({ caller, query }, { db }) => {
  const { status: statuses, source: origin, templateId, page, size } = query;
  const filter = { statuses, origin, templateId, page, size };
  const { data, pagination } = await readBatchJobsInDetail(db, caller, filter);
  return { status: 200, headers: {}, body: { data: data.map(jobBody), pagination } };
};
