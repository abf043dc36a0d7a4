import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { Viewer } from '../projects.ts';
import { readDocument } from '../read-document.ts';
import { visibleTo } from '../templates.ts';
import { filesOfVersion, selectPerson, type Person, type TemplateFile } from './versions.ts';

/** Finds the working copy of a template that a viewer sees. Null: there is no such template. */
export async function readWorkingCopy(
  db: Database,
  viewer: Viewer,
  templateId: string,
): Promise<WorkingCopy | null> {
  const columns = ', cast(coalesce(d.document, v.source, cast(v.document as json)) as text) as document';
  const found = await selectState<WorkingState & { readonly document: string }>(
    db,
    viewer,
    templateId,
    columns,
  );
  return found && { ...found, document: await readDocument(viewer.workspaceId, found.document) };
}

/** As `readWorkingCopy`, without the document: reading one of 2 MB holds the event loop for 20 ms. */
export async function readWorkingState(
  db: Database,
  viewer: Viewer,
  templateId: string,
): Promise<WorkingState | null> {
  return await selectState<WorkingState>(db, viewer, templateId, '');
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

/** A draft, or in its place the published version. */
export interface WorkingCopy extends WorkingState {
  readonly document: JsonDocument;
}

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

/** A JSON object. */
export type JsonDocument = Readonly<Record<string, unknown>>;
