import { deleteBatch } from '../../src/domain/batches/manage-jobs.ts';
import type { Handler } from './operation.ts';

export const deleteJob: Handler<'deleteJob'> = async ({ caller, path, log }, { db, storage }) => {
  await deleteBatch({ db, storage }, { caller, jobId: path.jobId, log });
  return { status: 204, headers: {} };
};
