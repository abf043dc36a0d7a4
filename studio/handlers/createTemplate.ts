import type { components } from '../../generated/studio.ts';
import { createTemplate as create, type TemplateSource } from '../../src/domain/authoring/create.ts';
import { templateBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const createTemplate: Handler<'createTemplate'> = async (
  { caller, path, query, body },
  { authoring },
) => {
  const isZip = body instanceof Uint8Array;
  const { name, visibility } = isZip ? query : body;
  const destination = { projectId: path.projectId, name, visibility };
  const source = isZip ? { zip: body } : getSource(body.source);
  const template = await create(authoring, caller, destination, source);
  return { status: 201, headers: {}, body: templateBody(template, caller) };
};

function getSource(source: components['schemas']['TemplateSource']): TemplateSource {
  if ('sample' in source) return source;
  const { width, height, unit = 'px', dpi = 96 } = source;
  return { blank: { width, height, unit, dpi } };
}
