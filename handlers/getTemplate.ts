import { readTemplate } from '../src/domain/templates/discovery.ts';
import type { Handler } from './operation.ts';
import { templateBody } from './mapping/template.ts';

export const getTemplate: Handler<'getTemplate'> = async ({ caller, path }, { db, templates }) => {
  const found = await readTemplate(db, templates, caller, path.templateId);
  return { status: 200, headers: {}, body: templateBody(found) };
};
