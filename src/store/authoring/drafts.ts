/**
 * Drafts: what will be published next. A template has at most one, and one that was never published always
 * has it. Every change locks the template's row first, so that changes of one template follow each other.
 */
import { writeOnce } from '../../common/text/written-json.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import { publishVersion, type VersionContent, type TemplateFile } from './versions.ts';
import type { WorkingCopy, WorkingState, JsonDocument } from './working-copies.ts';

/** A new draft of a template that has none. */
export interface NewDraft {
  readonly document: JsonDocument;
  readonly files: readonly Omit<TemplateFile, 'bytes'>[];
  readonly savedBy: string;
  readonly isBaseDocument: boolean;
  readonly baseVersion: number | null;
  readonly baseName: string;
  readonly baseDescription: string;
  readonly problemCount: number;
}

/** Adds a draft in a transaction that has locked or inserted the template. Returns its revision. */
export async function insertDraft(
  transaction: Database,
  templateId: string,
  { document, files, ...draft }: NewDraft,
): Promise<number> {
  const revision = await nextRevision(transaction, templateId);
  await queryRows(
    transaction,
    `insert into template_drafts (
       template_id, document, revision, is_base_document, saved_by, base_version, base_name,
       base_description, problem_count
     )
     values (
       :templateId, cast(:document as json), :revision, :isBaseDocument, :savedBy, :baseVersion, :baseName,
       :baseDescription, :problemCount
     )`,
    { ...draft, templateId, revision, document: writeOnce(document).text },
  );
  await queryRows(
    transaction,
    `insert into template_draft_files (template_id, path, hash, media_type)
     select :templateId, f.path, decode(f.hash, 'hex'), f."mediaType"
     from jsonb_to_recordset(cast(:files as jsonb)) as f (path text, hash text, "mediaType" text)`,
    { templateId, files: JSON.stringify(files) },
  );
  return revision;
}

async function nextRevision(transaction: Database, templateId: string): Promise<number> {
  const { revision } = await queryRow<{ revision: number }>(
    transaction,
    `update templates set draft_revision = draft_revision + 1, edited_at = now() where id = :templateId
     returning draft_revision as revision`,
    { templateId },
  );
  return revision;
}

/** What a save stores. */
export interface DraftSave {
  readonly document: JsonDocument;
  readonly savedBy: string;
  readonly problemCount: number;
}

/**
 * Saves a draft in the transaction of `changeWorkingCopy`, where there is one: see `beginDraft`. Returns
 * whether its document has become longer.
 */
export async function saveDraft(
  transaction: Database,
  templateId: string,
  { document, savedBy, problemCount }: DraftSave,
): Promise<boolean> {
  const revision = await nextRevision(transaction, templateId);
  const { isLonger } = await queryRow<{ isLonger: boolean }>(
    transaction,
    // What is selected here is the draft before the update.
    `update template_drafts d
     set document = cast(:document as json), revision = :revision, is_base_document = false,
         saved_at = now(), saved_by = :savedBy, problem_count = :problemCount
     where template_id = :templateId
     returning octet_length(cast(d.document as text)) > (
       select octet_length(cast(document as text)) from template_drafts where template_id = :templateId
     ) as "isLonger"`,
    { templateId, revision, document: writeOnce(document).text, savedBy, problemCount },
  );
  return isLonger;
}

/** Makes the draft of a working copy that has none, with the files of the published version. */
export async function beginDraft(
  transaction: Database,
  { templateId, published, document: base, files }: WorkingCopy,
  draft: DraftSave & { readonly isBaseDocument: boolean },
): Promise<void> {
  const { name, description } = base;
  await insertDraft(transaction, templateId, {
    ...draft,
    files,
    baseVersion: published?.number ?? null,
    baseName: typeof name === 'string' ? name : '',
    baseDescription: typeof description === 'string' ? description : '',
  });
}

/** Removes the draft of a working copy with its files, in the transaction of `changeWorkingCopy`. */
export async function removeDraft(transaction: Database, { templateId }: WorkingState): Promise<void> {
  await queryRows(transaction, 'delete from template_drafts where template_id = :templateId', { templateId });
  await queryRows(transaction, 'update templates set edited_at = now() where id = :templateId', {
    templateId,
  });
}

/** Publishes the draft of a working copy, in the transaction of `changeWorkingCopy`. Returns the number. */
export async function publishWorkingCopy(
  transaction: Database,
  copy: WorkingState,
  content: VersionContent,
): Promise<number> {
  await removeDraft(transaction, copy);
  return await publishVersion(transaction, copy.templateId, content);
}

/** Records how many problems a draft has, unless it was saved again. */
export async function recordProblemCount(
  db: Database,
  templateId: string,
  revision: number,
  problemCount: number,
): Promise<void> {
  await queryRows(
    db,
    `update template_drafts set problem_count = :problemCount
     where template_id = :templateId and revision = :revision and problem_count <> :problemCount`,
    { templateId, revision, problemCount },
  );
}
