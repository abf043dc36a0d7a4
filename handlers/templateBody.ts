import type { components } from '../generated/openapi.ts';
import type { readTemplate } from '../src/domain/templates/discovery.ts';

/** A template as the API returns it. */
export function templateBody({
  template,
  version,
}: Awaited<ReturnType<typeof readTemplate>>): components['schemas']['Template'] {
  const { id, name, description, projectId, visibility, createdAt, updatedAt } = template;
  const { document } = version;
  const { width, height } = document.viewport;
  return {
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
  };
}

/** A side of the page for clients that expect integers. */
function roundSide(length: number): number {
  return Math.max(1, Math.round(length));
}
