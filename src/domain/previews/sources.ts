import type { TemplateDocument } from '../../../generated/template.ts';
import type { JsonDocument } from '../../store/authoring/working-copies.ts';
import type { Viewer } from '../../store/projects.ts';
import { requireStorable } from '../authoring/document.ts';
import { findWorkingCopy, findWorkingState } from '../authoring/drafts.ts';
import { partsForWorkspace } from '../authoring/parts.ts';
import { needsPublication } from '../authoring/published.ts';
import { getVersion } from '../authoring/versions.ts';
import { findPictures, withPictures, type GivenPictures } from '../batches/pictures.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import type { RenderSource } from '../renders/output-options.ts';
import { readTemplate } from '../templates/discovery.ts';
import type { PreviewParts } from './parts.ts';

/**
 * A document with the files of a template's draft, or without a draft of its published version.
 *
 * @param document default: that of the draft
 * @throws Problem TEMPLATE_NOT_FOUND, TEMPLATE_INVALID, VALIDATION_ERROR, PAYLOAD_TOO_LARGE
 */
export async function findDraftSource(
  { authoring, checkedDocuments }: PreviewParts,
  viewer: Viewer,
  templateId: string,
  document?: JsonDocument,
): Promise<RenderSource> {
  if (document !== undefined) requireStorable(document);
  const { files, ...copy } =
    document === undefined
      ? await findWorkingCopy(authoring.db, viewer, templateId)
      : { ...(await findWorkingState(authoring.db, viewer, templateId)), document };
  const parts = partsForWorkspace(authoring, viewer);
  const checked = await checkedDocuments.check(parts, copy.document, files);
  if (checked.problems.length > 0) throw studioProblems.templateInvalid(checked.problems);
  return { document: checked.document as unknown as TemplateDocument, files };
}

/**
 * A document without files, which belongs to no template (yet).
 *
 * @throws Problem TEMPLATE_INVALID, VALIDATION_ERROR, PAYLOAD_TOO_LARGE
 */
export async function findDocumentSource(
  { authoring, checkedDocuments }: PreviewParts,
  viewer: Viewer,
  document: JsonDocument,
): Promise<RenderSource> {
  requireStorable(document);
  const checked = await checkedDocuments.check(partsForWorkspace(authoring, viewer), document, []);
  if (checked.problems.length > 0) throw studioProblems.templateInvalid(checked.problems);
  return { document: checked.document as unknown as TemplateDocument, files: [] };
}

/**
 * A published version.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, NOT_FOUND
 */
export async function findVersionSource(
  { authoring }: PreviewParts,
  viewer: Viewer,
  templateId: string,
  number: number,
): Promise<RenderSource> {
  return await getVersion(authoring, viewer, templateId, number);
}

/**
 * The version that the API renders.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, NEVER_PUBLISHED
 */
export async function findPublishedSource(
  { authoring, templates }: PreviewParts,
  viewer: Viewer,
  templateId: string,
): Promise<RenderSource> {
  const { db } = authoring;
  const read = readTemplate(db, templates, viewer, templateId);
  return (await needsPublication(db, viewer, templateId, read)).version;
}

/**
 * A version with the pictures of a batch.
 *
 * @throws Problem VALIDATION_ERROR
 */
export async function withGivenPictures(
  { authoring }: PreviewParts,
  caller: { readonly accountId: string },
  source: RenderSource,
  given: GivenPictures,
): Promise<RenderSource> {
  return withPictures(source, await findPictures(authoring.db, caller, given));
}
