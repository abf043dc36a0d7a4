import * as templates from '../../src/domain/authoring/templates.ts';
import { templateSummaryBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const listTemplates: Handler<'listTemplates'> = async ({ caller, query }, { authoring }) => {
  const { data, pagination } = await templates.listTemplates(authoring, caller, query);
  return {
    status: 200,
    headers: {},
    body: { data: data.map((template) => templateSummaryBody(template, caller)), pagination },
  };
};
