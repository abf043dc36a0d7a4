import type { components } from '../../generated/openapi.ts';
import type {
  ListField,
  TemplateDocument,
  TemplateSize,
  TemplateVariable,
} from '../../generated/template.ts';
import { defaultText } from '../../src/common/values/lists.ts';
import { findLeastSize, type readTemplate } from '../../src/domain/templates/discovery.ts';

/** A template as the API returns it. */
export function templateBody({
  template,
  version,
}: Awaited<ReturnType<typeof readTemplate>>): components['schemas']['Template'] {
  const { id, name, description, projectId, visibility, createdAt, updatedAt } = template;
  const { document } = version;
  const { width, height } = findLeastSize(document);
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
    ...(document.sizes === undefined || document.sizes.length === 0
      ? {}
      : { sizes: document.sizes.map((size) => sizeBody(size, document)) }),
    visibility,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    variables: (document.variables ?? []).map(variableBody),
  };
}

type FieldBody = NonNullable<components['schemas']['ListField']['fields']>[number];

/** A variable, or a field of a list, as both contracts have it. */
export function variableBody(
  variable: TemplateVariable | ListField,
): components['schemas']['Variable'] & components['schemas']['ListField'] {
  const {
    name,
    type,
    label = name,
    required = false,
    defaultIsNeutral = false,
    validation,
    fields,
  } = variable;
  const defaultValue = defaultText(variable);
  return {
    name,
    type,
    label,
    required,
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(defaultIsNeutral ? { defaultIsNeutral } : {}),
    ...(validation === undefined ? {} : { validation }),
    // The import refuses lists that are four deep.
    ...(fields === undefined ? {} : { fields: fields.map(variableBody) as FieldBody[] }),
  };
}

function sizeBody(
  { id, name, viewport, viewportUnit }: TemplateSize,
  document: TemplateDocument,
): components['schemas']['TemplateSize'] {
  const unit = viewportUnit ?? document.viewportUnit ?? 'px';
  return { id, name, viewportSize: findLeastSize({ viewport }), viewportUnit: unit };
}

/** A side of the page for clients that expect integers. */
function roundSide(length: number): number {
  return Math.max(1, Math.round(length));
}
