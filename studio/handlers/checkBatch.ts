import { checkBatch as check } from '../../src/domain/previews/check-batch.ts';
import type { Handler } from './operation.ts';

export const checkBatch: Handler<'checkBatch'> = async (call, { previews }) => {
  const { path, body } = call;
  const { rows, firstRow = 0, format = 'png', options = {} } = body;
  const pictures = { pictures: body.pictures ?? [], picturesOfJob: body.picturesOfJob ?? null };
  const checked = await check(previews, path.templateId, { rows, format, options, pictures }, call);
  const { limit, used, remaining, resetsAt } = checked.quota;
  return {
    status: 200,
    headers: {},
    body: {
      rows: checked.rows.map(({ errors, warnings }, index) => ({
        rowIndex: firstRow + index,
        errors: [...errors],
        warnings: [...warnings],
      })),
      cost: checked.cost,
      quota: { limit, used, remaining, resetsAt: resetsAt.toISOString() },
    },
  };
};
