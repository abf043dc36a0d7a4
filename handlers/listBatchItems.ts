import type { components } from '../generated/openapi.ts';
import { readBatchItems } from '../src/domain/batches/manage-jobs.ts';
import type { BatchItem } from '../src/store/batches/items.ts';
import type { Handler } from './operation.ts';

export const listBatchItems: Handler<'listBatchItems'> = async ({ caller, path, query }, { db }) => {
  const { data, pagination } = await readBatchItems(db, caller, path.jobId, query);
  return { status: 200, headers: {}, body: { data: data.map(itemBody), pagination } };
};

/** An item in the contract's form. */
function itemBody({ sizeId, ...item }: BatchItem): components['schemas']['BatchItem'] {
  return { ...item, ...(sizeId === null ? {} : { sizeId }), warnings: [...item.warnings] };
}
