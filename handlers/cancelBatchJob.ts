import { cancelBatch } from '../src/domain/batch/change.ts';
import type { Handler } from './operation.ts';

export const cancelBatchJob: Handler<'cancelBatchJob'> = async ({ caller, path }, { db }) => {
  await cancelBatch(db, caller, path.jobId);
  return { status: 204, headers: {} };
};
