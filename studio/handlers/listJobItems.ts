import { readBatchItemsWithValues } from '../../src/domain/batches/manage-jobs.ts';
import type { Handler } from './operation.ts';

export const listJobItems: Handler<'listJobItems'> = async ({ caller, path, query }, { db }) => {
  const { data, pagination } = await readBatchItemsWithValues(db, caller, path.jobId, query);
  const items = data.map((item) => ({ ...item, warnings: [...item.warnings] }));
  return { status: 200, headers: {}, body: { data: items, pagination } };
};
