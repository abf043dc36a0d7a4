/**
 * Drafts: what will be published next. A template has at most one, and one that was never published always
 * has it. Every change locks the template's row first, so that changes of one template follow each other.
 */
import { writeOnce } from '../../common/text/written-json.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { Viewer } from '../projects.ts';
import { visibleTo } from '../templates.ts';
import {
  filesOfVersion,
  selectPerson,
  publishVersion,
  type Person,
  type VersionContent,
} from './versions.ts';
import type { TemplateFile } from './versions.ts';

/** A JSON object. */
export type JsonDocument = Readonly<Record<string, unknown>>;

/** What is known of a draft, or in its place of the published version, without its document. */
export interface WorkingState {
  readonly templateId: string;
  /** Of the template. */
  readonly name: string;
  readonly description: string;
  readonly published: {
    readonly number: number;
    readonly at: Date;
    readonly by: Person | null;
    /** Whether the order of keys in its document is known. */
    readonly isInOrder: boolean;
  } | null;
  readonly draft: Draft | null;
  readonly files: readonly TemplateFile[];
}

/** A draft, or in its place the published version. */
export interface WorkingCopy extends WorkingState {
  readonly document: JsonDocument;
}

/** A draft without its content. */
export interface Draft {
  readonly revision: number;
  /** The document is that of `baseVersion`. */
  readonly isBaseDocument: boolean;
  readonly savedAt: Date;
  readonly savedBy: Person | null;
  readonly baseVersion: number | null;
  /** Of the document that the draft began with. */
  readonly baseName: string;
  readonly baseDescription: string;
}

/** Finds the working copy of a template that a viewer sees. Null: there is no such template. */
export async function readWorkingCopy(
  db: Database,
  viewer: Viewer,
  templateId: string,
): Promise<WorkingCopy | null> {
  const document = 'coalesce(d.document, v.source, cast(v.document as json)) as document';
  return await selectState<WorkingCopy>(db, viewer, templateId, `, ${document}`);
}

/** As `readWorkingCopy`, without the document: reading one of 2 MB holds the event loop for 20 ms. */
export async function readWorkingState(
  db: Database,
  viewer: Viewer,
  templateId: string,
): Promise<WorkingState | null> {
  return await selectState<WorkingState>(db, viewer, templateId, '');
}

async function selectState<State extends WorkingState>(
  db: Database,
  viewer: Viewer,
  templateId: string,
  columns: string,
): Promise<State | null> {
  const [found] = await readRows<
    Omit<WorkingState, 'draft' | 'published'> & {
      published: (Omit<NonNullable<WorkingCopy['published']>, 'at'> & { at: string }) | null;
      draft: (Omit<Draft, 'savedAt'> & { savedAt: string }) | null;
    }
  >(
    db,
    `select t.id as "templateId", t.name, t.description,
            case when v.id is not null then jsonb_build_object(
              'number', v.number, 'at', v.created_at, 'by', ${selectPerson('publisher')},
              'isInOrder', v.source is not null
            ) end as published,
            case when d.template_id is not null then jsonb_build_object(
              'revision', d.revision, 'isBaseDocument', d.is_base_document, 'savedAt', d.saved_at,
              'savedBy', ${selectPerson('saver')}, 'baseVersion', d.base_version, 'baseName', d.base_name,
              'baseDescription', d.base_description
            ) end as draft,
            case when d.template_id is null then ${filesOfVersion('v.id')} else ${filesOfDraft('t.id')} end
              as files${columns}
     from templates t
       left join template_versions v on v.id = t.version_id
       left join accounts publisher on publisher.id = v.published_by
       left join template_drafts d on d.template_id = t.id
       left join accounts saver on saver.id = d.saved_by
     where t.id = :templateId and ${visibleTo(':workspaceId', ':accountId')}`,
    { templateId, workspaceId: viewer.workspaceId, accountId: viewer.accountId },
  );
  if (found === undefined) return null;
  const { published, draft, ...rest } = found;
  return {
    ...rest,
    published: published && { ...published, at: new Date(published.at) },
    draft: draft && { ...draft, savedAt: new Date(draft.savedAt) },
  } as unknown as State;
}

function filesOfDraft(templateId: string): string {
  return `coalesce(
    (select jsonb_agg(jsonb_build_object('path', f.path, 'hash', encode(f.hash, 'hex'), 'bytes', b.bytes,
                                         'mediaType', f.media_type) order by f.path)
     from template_draft_files f join blobs b on b.hash = f.hash where f.template_id = ${templateId}),
    '[]')`;
}

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

/**
 * Locks a template that a viewer sees, reads the state of its working copy and changes it, in one
 * transaction. Null: there is no such template.
 */
export async function changeWorkingCopy<Result>(
  db: Database,
  viewer: Viewer,
  templateId: string,
  change: (transaction: Database, state: WorkingState) => Promise<Result>,
): Promise<Result | null> {
  return await db.transaction(async (transaction) => {
    if (!(await lockTemplate(transaction, viewer, templateId))) return null;
    // Another statement: it sees what was committed before the lock was granted.
    const state = await readWorkingState(transaction, viewer, templateId);
    return state === null ? null : await change(transaction, state);
  });
}

/** Lets other changes of a template wait for the transaction. False: the viewer sees no such template. */
export async function lockTemplate(
  transaction: Database,
  viewer: Viewer,
  templateId: string,
): Promise<boolean> {
  const locked = await queryRows(
    transaction,
    `select from templates t where t.id = :templateId and ${visibleTo(':workspaceId', ':accountId')}
     for no key update`,
    { templateId, workspaceId: viewer.workspaceId, accountId: viewer.accountId },
  );
  return locked.length > 0;
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
