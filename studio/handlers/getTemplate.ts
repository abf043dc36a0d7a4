import * as templates from '../../src/domain/authoring/templates.ts';
import { templateBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const getTemplate: Handler<'getTemplate'> = async ({ caller, path }, { authoring }) => {
  const template = await templates.getTemplate(authoring, caller, path.templateId);
  return { status: 200, headers: {}, body: templateBody(template, caller) };
};
