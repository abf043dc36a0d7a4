import { readBatchItems } from '../src/domain/batches/manage-jobs.ts';
import type { Handler } from './operation.ts';

export const listBatchItems: Handler<'listBatchItems'> = async ({ caller, path, query }, { db }) => {
  const { data, pagination } = await readBatchItems(db, caller, path.jobId, query);
  return { status: 200, headers: {}, body: { data: [...data], pagination } };
};
