import { readTemplate } from '../src/domain/templates/discovery.ts';
import type { Handler } from './operation.ts';

export const getTemplate: Handler<'getTemplate'> = async (call, { db, templates }) => {
  const { caller, path } = call;
  const { template, version } = await readTemplate(db, templates, caller, path.templateId);
  const { id, name, description, projectId, visibility, createdAt, updatedAt } = template;
  const { document } = version;
  const { width, height } = document.viewport;
  return {
    status: 200,
    headers: {},
    body: {
      id,
      name,
      description,
      projectId,
      version: version.number,
      viewport: { width: roundSide(width), height: roundSide(height) },
      viewportSize: { width, height },
      viewportUnit: document.viewportUnit ?? 'px',
      viewportExportDpi: document.viewportExportDpi ?? 96,
      viewportOutputIntent: document.viewportOutputIntent ?? 'screen',
      visibility,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      variables: (document.variables ?? []).map((variable) => ({
        name: variable.name,
        type: variable.type,
        label: variable.label ?? variable.name,
        required: variable.required ?? false,
        ...(variable.defaultValue === undefined ? {} : { defaultValue: variable.defaultValue }),
        ...(variable.validation === undefined ? {} : { validation: variable.validation }),
      })),
    },
  };
};

/** A side of the page for clients that expect integers. */
function roundSide(length: number): number {
  return Math.max(1, Math.round(length));
}
