import { readProjectTemplates } from '../src/domain/discovery.ts';
import type { Handler } from './operation.ts';

export const listProjectTemplates: Handler<'listProjectTemplates'> = async (
  { caller, path, query },
  { db },
) => {
  const templates = await readProjectTemplates(db, caller, path.projectId, query);
  return {
    status: 200,
    headers: {},
    body: templates.map((template) => ({ ...template, updatedAt: template.updatedAt.toISOString() })),
  };
};
