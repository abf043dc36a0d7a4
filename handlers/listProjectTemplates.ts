import { readProjectTemplates } from '../src/domain/templates/discovery.ts';
import type { Handler } from './operation.ts';

export const listProjectTemplates: Handler<'listProjectTemplates'> = async (
  { caller, path, query },
  { db },
) => {
  const { page, limit: size } = query;
  const templates = await readProjectTemplates(db, caller, path.projectId, { page, size });
  return {
    status: 200,
    headers: {},
    body: templates.map((template) => ({ ...template, updatedAt: template.updatedAt.toISOString() })),
  };
};
