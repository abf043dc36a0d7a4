/** Projects, templates, drafts and versions as the app's contract has them. */
import type { components } from '../../../generated/studio.ts';
import type { TemplateVariable } from '../../../generated/template.ts';
import { variableBody } from '../../../handlers/mapping/template.ts';
import type { CheckedCopy, CheckedState } from '../../../src/domain/authoring/drafts.ts';
import { readPageSize, readVariables } from '../../../src/domain/authoring/document.ts';
import type { ListedFile } from '../../../src/domain/authoring/files.ts';
import { readDocument } from '../../../src/domain/authoring/publish.ts';
import type { TemplateWithExample } from '../../../src/domain/authoring/templates.ts';
import type { DesignSettings } from '../../../src/store/authoring/design-settings.ts';
import type { ExampleValues } from '../../../src/store/authoring/examples.ts';
import type { AppProject } from '../../../src/store/authoring/projects.ts';
import type { AppTemplate } from '../../../src/store/authoring/templates.ts';
import type { StoredVersion, VersionSummary } from '../../../src/store/authoring/versions.ts';
import type { Viewer } from '../../../src/store/projects.ts';

type Schemas = components['schemas'];

/** A project. */
export function projectBody({ updatedAt, ...project }: AppProject, viewer: Viewer): Schemas['Project'] {
  return {
    ...project,
    isYours: project.owner.id === viewer.accountId,
    updatedAt: updatedAt.toISOString(),
  };
}

/** A template in a list. */
export function templateSummaryBody(template: AppTemplate, viewer: Viewer): Schemas['TemplateSummary'] {
  const { id, name, description, projectId, projectName, visibility, owner, version, draft } = template;
  return {
    id,
    name,
    description,
    projectId,
    projectName,
    visibility,
    owner,
    version,
    isYours: owner.id === viewer.accountId,
    publishedAt: template.publishedAt?.toISOString() ?? null,
    page: readPageSize(template.page),
    draft: draft && { ...draft, savedAt: new Date(draft.savedAt).toISOString() },
    thumbnail: version === null ? null : thumbnailPath(id, version),
    createdAt: template.createdAt.toISOString(),
    updatedAt: template.editedAt.toISOString(),
  };
}

/** A template with its variables. */
export function templateBody(template: TemplateWithExample, viewer: Viewer): Schemas['Template'] {
  const { variables, example } = template;
  return {
    ...templateSummaryBody(template, viewer),
    variables: variableBodies(readVariables({ variables })),
    example,
  };
}

function variableBodies(variables: readonly TemplateVariable[]): Schemas['Variable'][] {
  return variables.map((variable) => {
    const { validation, ...body } = variableBody(variable);
    return validation === undefined ? body : { ...body, validation: { ...validation } };
  });
}

/** A draft that was saved. */
export function savedDraftBody({ copy, findings }: CheckedState): Schemas['SavedDraft'] {
  const { draft, published } = copy;
  return {
    revision: draft?.revision ?? 0,
    isSaved: draft !== null,
    savedAt: draft?.savedAt.toISOString() ?? null,
    savedBy: draft?.savedBy ?? null,
    baseVersion: draft === null ? (published?.number ?? null) : draft.baseVersion,
    problems: [...findings.problems],
    warnings: [...findings.warnings],
  };
}

/** A draft with its document. */
export function draftBody(checked: CheckedCopy & { readonly example: ExampleValues }): Schemas['Draft'] {
  const { document } = checked.copy;
  return {
    ...savedDraftBody(checked),
    document: { ...document },
    variables: variableBodies(readVariables(document)),
    example: checked.example,
  };
}

/** The designer's settings of a template. */
export function designSettingsBody(settings: DesignSettings): Schemas['DesignSettings'] {
  const { guides, margins, locked, dataSets, example, library } = settings;
  const body = {
    guides: { x: [...guides.x], y: [...guides.y] },
    margins,
    locked: [...locked],
    dataSets: [...dataSets],
  };
  return {
    ...body,
    ...(example === undefined ? {} : { example }),
    ...(library === undefined ? {} : { library: library.map((copy) => ({ ...copy, uses: [...copy.uses] })) }),
  };
}

/** A published version. */
export function versionBody(templateId: string, version: VersionSummary): Schemas['Version'] {
  const { number, isPublished, publishedAt, publishedBy } = version;
  const page = readPageSize({ ...version.page });
  if (page === null) throw new Error(`Version ${number} of template ${templateId} has no page.`);
  return {
    number,
    isPublished,
    publishedBy,
    page,
    publishedAt: publishedAt.toISOString(),
    thumbnail: thumbnailPath(templateId, number),
  };
}

/** A published version with its document. */
export function versionDocumentBody(templateId: string, version: StoredVersion): Schemas['VersionDocument'] {
  const document = readDocument(version);
  return {
    ...versionBody(templateId, version),
    document,
    variables: variableBodies(document.variables ?? []),
  };
}

/** A file of a template. */
export function fileBody({ path, hash, bytes, mediaType, isUsed }: ListedFile): Schemas['File'] {
  return { path, id: hash, bytes, mediaType, isUsed };
}

/** A version has a path of its own, so that browsers do not show the picture of an earlier one. */
function thumbnailPath(templateId: string, version: number): string {
  return `/studio/api/v1/templates/${templateId}/thumbnail?version=${version}`;
}
