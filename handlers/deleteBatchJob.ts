import { deleteBatch } from '../src/domain/batches/manage-jobs.ts';
import type { Handler } from './operation.ts';

export const deleteBatchJob: Handler<'deleteBatchJob'> = async (call, { db, storage }) => {
  const { caller, path, log } = call;
  await deleteBatch({ db, storage }, { caller, jobId: path.jobId, log });
  return { status: 204, headers: {} };
};
