import type { TemplateDocument } from '../../../generated/template.ts';
import {
  beginDraft,
  removeDraft,
  saveDraft as updateDraft,
  type DraftSave,
} from '../../store/authoring/drafts.ts';
import {
  changeWorkingCopy,
  readWorkingCopy,
  readWorkingState,
  type JsonDocument,
  type WorkingCopy,
  type WorkingState,
} from '../../store/authoring/working-copies.ts';
import { readExampleValues, type ExampleValues } from '../../store/authoring/examples.ts';
import type { Database } from '../../store/database.ts';
import type { Viewer } from '../../store/projects.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { requireRoom } from '../quota/stored-data.ts';
import { fitExample } from '../templates/example.ts';
import { orderKeys } from '../templates/key-order.ts';
import { checkDraftLeniently, inspectDraft, type DraftFindings } from './check-draft.ts';
import { requireStorable } from './document.ts';
import { parseIfMatch, requireMatch, computeTag } from './etag.ts';
import { partsForWorkspace, type AuthoringParts } from './parts.ts';

/** The state of a working copy with what was found in it. */
export interface CheckedState {
  readonly copy: WorkingState;
  readonly findings: DraftFindings;
  /** With its quotes. */
  readonly etag: string;
}

/** A working copy with what was found in it. */
export interface CheckedCopy extends CheckedState {
  readonly copy: WorkingCopy;
}

/**
 * The draft of a template, or without one the published document, with the example values that fit it.
 *
 * @throws Problem TEMPLATE_NOT_FOUND
 */
export async function getDraft(
  parts: AuthoringParts,
  viewer: Viewer,
  templateId: string,
): Promise<CheckedCopy & { readonly example: ExampleValues }> {
  const copy = inAuthorsOrder(await findWorkingCopy(parts.db, viewer, templateId));
  const findings = await inspectDraft(partsForWorkspace(parts, viewer), copy.document, copy.files);
  const example = findings.problems.length > 0 ? {} : await readExample(parts.db, viewer, copy);
  return { copy, findings, example, etag: computeTag(copy) };
}

/** The example values of a template that fit a working copy without problems. */
export async function readExample(
  db: Database,
  { workspaceId }: Pick<Viewer, 'workspaceId'>,
  { templateId, document, files }: Pick<WorkingCopy, 'templateId' | 'files'> & { readonly document: object },
): Promise<ExampleValues> {
  const template = { document: document as TemplateDocument, files };
  const example = await readExampleValues(db, templateId);
  return (await fitExample(template, example, workspaceId)).values;
}

/**
 * Saves the draft of a template, also one with problems. Of two saves at the same time one wins. A document
 * that is not longer than the draft is saved also beyond the limit of stored data.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, DRAFT_CHANGED, STORAGE_LIMIT_REACHED, VALIDATION_ERROR,
 *   PAYLOAD_TOO_LARGE
 */
export async function saveDraft(
  parts: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  { document, ifMatch }: { readonly document: JsonDocument; readonly ifMatch: string },
): Promise<CheckedState> {
  requireStorable(document);
  const { plans } = parts;
  const { workspaceId } = viewer;
  const tags = parseIfMatch(ifMatch);
  const before = await findWorkingState(parts.db, viewer, templateId);
  requireMatch(before, tags);
  const findings = await checkDraftLeniently(partsForWorkspace(parts, viewer), document, before.files);
  const copy = await changeWorkingCopy(parts.db, viewer, templateId, async (transaction, current) => {
    requireMatch(current, tags);
    const save = { document, savedBy: viewer.accountId, problemCount: findings.problems.length };
    const isLonger = await storeDraft(transaction, viewer, current, save);
    const saved = await readWorkingState(transaction, viewer, templateId);
    if (isLonger) await requireRoom(transaction, { plans, workspaceId }, ['bytes']);
    return saved;
  });
  if (copy === null) throw problems.templateNotFound(templateId);
  return { copy, findings, etag: computeTag(copy) };
}

/**
 * Saves the draft of a template in the transaction that has locked it; makes it if there is none. Returns
 * whether the template has a longer draft than before.
 */
async function storeDraft(
  transaction: Database,
  viewer: Viewer,
  { templateId, draft }: WorkingState,
  save: DraftSave,
): Promise<boolean> {
  if (draft !== null) return await updateDraft(transaction, templateId, save);
  const published = await findWorkingCopy(transaction, viewer, templateId);
  await beginDraft(transaction, published, { ...save, isBaseDocument: false });
  return true;
}

/**
 * Removes the draft of a template with its files.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, DRAFT_CHANGED, NEVER_PUBLISHED
 */
export async function discardDraft(
  { db }: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  ifMatch: string,
): Promise<void> {
  const tags = parseIfMatch(ifMatch);
  const changed = await changeWorkingCopy(db, viewer, templateId, async (transaction, copy) => {
    requireMatch(copy, tags);
    if (copy.published === null) throw studioProblems.neverPublished();
    if (copy.draft !== null) await removeDraft(transaction, copy);
    return true;
  });
  if (changed === null) throw problems.templateNotFound(templateId);
}

/**
 * Finds the working copy of a template.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, also if the account may not see the template
 */
export async function findWorkingCopy(
  db: Database,
  viewer: Viewer,
  templateId: string,
): Promise<WorkingCopy> {
  const copy = await readWorkingCopy(db, viewer, templateId);
  if (copy === null) throw problems.templateNotFound(templateId);
  return copy;
}

/** As `findWorkingCopy`, without the document. */
export async function findWorkingState(
  db: Database,
  viewer: Viewer,
  templateId: string,
): Promise<WorkingState> {
  const state = await readWorkingState(db, viewer, templateId);
  if (state === null) throw problems.templateNotFound(templateId);
  return state;
}

/** Versions of earlier releases have lost the order of their keys; that of the schema replaces it. */
export function inAuthorsOrder(copy: WorkingCopy): WorkingCopy {
  if (copy.draft !== null || copy.published?.isInOrder !== false) return copy;
  return { ...copy, document: orderKeys(copy.document) as JsonDocument };
}
