import { readRenders } from '../src/domain/batches/manage-renders.ts';
import { renderSummary } from './mapping/render.ts';
import type { Handler } from './operation.ts';

export const listRenders: Handler<'listRenders'> = async ({ caller, query }, { db }) => {
  const { status: statuses, templateId, page, size } = query;
  const { data, pagination } = await readRenders(db, caller, { statuses, templateId, page, size });
  return { status: 200, headers: {}, body: { data: data.map(renderSummary), pagination } };
};
