import { cancelBatch } from '../../src/domain/batches/manage-jobs.ts';
import type { Handler } from './operation.ts';

export const cancelJob: Handler<'cancelJob'> = async ({ caller, path }, { cancel }) => {
  await cancelBatch(cancel, caller, path.jobId);
  return { status: 204, headers: {} };
};
