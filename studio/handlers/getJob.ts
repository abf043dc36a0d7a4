import { readBatchJobInDetail } from '../../src/domain/batches/manage-jobs.ts';
import { jobBody } from './mapping/job.ts';
import type { Handler } from './operation.ts';

export const getJob: Handler<'getJob'> = async ({ caller, path }, { db }) => {
  return { status: 200, headers: {}, body: jobBody(await readBatchJobInDetail(db, caller, path.jobId)) };
};
