import { readBatchItemsWithValues } from '../../src/domain/batches/manage-jobs.ts';
import { asString } from '../../src/common/values/lists.ts';
import type { Handler } from './operation.ts';

export const listJobItems: Handler<'listJobItems'> = async ({ caller, path, query }, { db }) => {
  const { data, pagination, columns, otherColumns } = await readBatchItemsWithValues(
    db,
    caller,
    path.jobId,
    query,
  );
  const items = data.map(({ values, warnings, otherCells, sizeId, metadata: _, ...item }) => ({
    ...item,
    ...(sizeId === null ? {} : { sizeId }),
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asString(value)])),
    warnings: [...warnings],
    otherCells: [...otherCells],
  }));
  return {
    status: 200,
    headers: {},
    body: {
      data: items,
      pagination,
      columns: columns === null ? null : [...columns],
      otherColumns:
        otherColumns === null ? null : { names: [...otherColumns.names], leftOut: [...otherColumns.leftOut] },
    },
  };
};
