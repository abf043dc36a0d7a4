import * as templates from '../../src/domain/authoring/templates.ts';
import { templateBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const moveTemplate: Handler<'moveTemplate'> = async ({ caller, path, body }, { authoring }) => {
  const template = await templates.moveTemplate(authoring, caller, path.templateId, body.projectId);
  return { status: 200, headers: {}, body: templateBody(template, caller) };
};
