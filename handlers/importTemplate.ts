import { importZip } from '../src/domain/templates/import-zip.ts';
import type { Handler } from './operation.ts';
import { templateBody } from './mapping/template.ts';

export const importTemplate: Handler<'importTemplate'> = async (call, { imports }) => {
  const { caller, path, query, body } = call;
  const { templateId, visibility } = query;
  const { projectId } = path;
  const imported = await importZip(imports, { caller, projectId, templateId, visibility, zip: body });
  const reply = { headers: {}, body: templateBody(imported) };
  return templateId === undefined ? { status: 201, ...reply } : { status: 200, ...reply };
};
