import * as templates from '../../src/domain/authoring/templates.ts';
import type { Handler } from './operation.ts';

export const deleteTemplate: Handler<'deleteTemplate'> = async ({ caller, path }, { authoring }) => {
  await templates.deleteTemplate(authoring, caller, path.templateId);
  return { status: 204, headers: {} };
};
