import * as templates from '../../src/domain/authoring/templates.ts';
import { templateBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const updateTemplate: Handler<'updateTemplate'> = async ({ caller, path, body }, { authoring }) => {
  const template = await templates.updateTemplate(authoring, caller, path.templateId, body);
  return { status: 200, headers: {}, body: templateBody(template, caller) };
};
