import * as templates from '../../src/domain/authoring/templates.ts';
import { templateBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const duplicateTemplate: Handler<'duplicateTemplate'> = async (
  { caller, path, body },
  { authoring },
) => {
  const copy = await templates.duplicateTemplate(authoring, caller, path.templateId, body);
  return { status: 201, headers: {}, body: templateBody(copy, caller) };
};
