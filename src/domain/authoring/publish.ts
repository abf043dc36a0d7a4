import type { TemplateDocument } from '../../../generated/template.ts';
import { publishWorkingCopy } from '../../store/authoring/drafts.ts';
import {
  changeWorkingCopy,
  type JsonDocument,
  type WorkingCopy,
  type WorkingState,
} from '../../store/authoring/working-copies.ts';
import {
  findEqualPublished,
  findVersion,
  publishVersion,
  type StoredVersion,
} from '../../store/authoring/versions.ts';
import type { Viewer } from '../../store/projects.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { namedFilesInWorker } from '../templates/check/in-worker.ts';
import { orderKeys } from '../templates/key-order.ts';
import { requireRoomForVersion } from '../quota/stored-data.ts';
import { checkDraft } from './check-draft.ts';
import { namesIn } from './document.ts';
import { findWorkingCopy } from './drafts.ts';
import { parseIfMatch, requireMatch } from './etag.ts';
import { partsForWorkspace, type AuthoringParts } from './parts.ts';

/** How often a draft is checked again whose files changed while it was checked. */
const maxAttempts = 5;

/**
 * Publishes the draft of a template as its next version, with the files that the document names.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, DRAFT_CHANGED, NO_DRAFT, TEMPLATE_INVALID,
 *   STORAGE_LIMIT_REACHED, SERVICE_UNAVAILABLE
 */
export async function publishDraft(
  parts: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  ifMatch: string,
): Promise<StoredVersion> {
  const { workspaceId } = viewer;
  const tags = parseIfMatch(ifMatch);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const checked = await findWorkingCopy(parts.db, viewer, templateId);
    requireMatch(checked, tags);
    if (checked.draft === null) throw studioProblems.noDraft();
    const { problems: found } = await checkDraft(
      partsForWorkspace(parts, viewer),
      checked.document,
      checked.files,
    );
    if (found.length > 0) throw studioProblems.templateInvalid(found);
    // Before the transaction, which holds a connection: a large document waits for its thread.
    const named = await namedFilesInWorker(
      checked.document,
      checked.files.map(({ path }) => path),
      workspaceId,
    );
    const outcome = await changeWorkingCopy(parts.db, viewer, templateId, async (transaction, current) => {
      requireMatch(current, tags);
      if (current.draft === null) throw studioProblems.noDraft();
      // Files do not count in the revision.
      if (!isSameContent(checked, current)) return 'changed';
      // The name may have changed, the document has not.
      const document = publishedDocument({ ...current, document: checked.document });
      const files = current.files.filter(({ path }) => named.has(path));
      const content = { document, files, publishedBy: viewer.accountId };
      const number = await publishWorkingCopy(transaction, current, content);
      await requireRoomForVersion(transaction, { plans: parts.plans, workspaceId }, templateId);
      return number;
    });
    if (outcome === null) throw problems.templateNotFound(templateId);
    if (outcome !== 'changed') return await readPublished(parts, templateId, outcome);
  }
  throw problems.serviceUnavailable('the files of the draft change all the time');
}

function isSameContent(a: WorkingState, b: WorkingState): boolean {
  const getKey = ({ draft, files }: WorkingState) =>
    JSON.stringify([draft?.revision, files.map(({ path, hash }) => [path, hash])]);
  return getKey(a) === getKey(b);
}

/**
 * The document of a draft as it is published. If the template was renamed and the draft did not change the
 * name, the document gets the template's name; otherwise the template gets that of the document. The same
 * holds for the description.
 */
function publishedDocument({ document, draft, name, description }: WorkingCopy): TemplateDocument {
  const own = namesIn(document);
  const changes: Record<string, string> = {};
  if (own.name === draft?.baseName && own.name !== name) changes['name'] = name;
  if (own.description === draft?.baseDescription && own.description !== description)
    changes['description'] = description;
  return { ...document, ...changes } as unknown as TemplateDocument;
}

/**
 * Publishes an earlier version again, as the next one. A draft stays. If the published version has the same
 * content, it stays the published one.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, NOT_FOUND, ALREADY_PUBLISHED, STORAGE_LIMIT_REACHED
 */
export async function restoreVersion(
  parts: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  number: number,
): Promise<StoredVersion> {
  const { workspaceId } = viewer;
  const published = await changeWorkingCopy(parts.db, viewer, templateId, async (transaction) => {
    const version = await findVersion(transaction, templateId, number);
    if (version === null) throw studioProblems.versionNotFound(number);
    if (version.isPublished) throw studioProblems.alreadyPublished(number);
    const { files } = version;
    const equal = await findEqualPublished(transaction, templateId, number);
    if (equal !== null) return equal;
    const restored = await publishVersion(transaction, templateId, {
      document: readDocument(version),
      files,
      publishedBy: viewer.accountId,
    });
    await requireRoomForVersion(transaction, { plans: parts.plans, workspaceId }, templateId);
    return restored;
  });
  if (published === null) throw problems.templateNotFound(templateId);
  return await readPublished(parts, templateId, published);
}

/** The document of a version, with its keys in the author's order, or else in the schema's. */
export function readDocument({ document, isInOrder }: StoredVersion): TemplateDocument & JsonDocument {
  return (isInOrder ? document : orderKeys(document)) as TemplateDocument & JsonDocument;
}

async function readPublished(
  { db }: AuthoringParts,
  templateId: string,
  number: number,
): Promise<StoredVersion> {
  const version = await findVersion(db, templateId, number);
  // Deleted in the meantime.
  if (version === null) throw problems.templateNotFound(templateId);
  return version;
}
