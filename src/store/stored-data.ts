/** What a workspace stores, for the limits of its plan. */
import type { PlanName } from '../config/plans.ts';
import { queryRow, queryRows, type Database } from './database.ts';

/** What a workspace stores. Members in the bin count, too. */
export interface StoredUse {
  readonly projects: number;
  readonly templates: number;
  readonly libraryItems: number;
  /**
   * Files, each content once, kept results of batches, files at share links, files that are kept for repeated
   * requests, and what the database has of templates and the library: documents of versions and drafts,
   * settings of the designer, example values, items.
   */
  readonly bytes: number;
}

/**
 * Runs last in a transaction that adds data. Throws if it may not; then nothing is added. Whatever the
 * transaction locks besides the workspace, it has locked before: two of them cannot deadlock.
 */
export type Admit = (transaction: Database, workspaceId: string) => Promise<void>;

/**
 * Lets other additions to a workspace wait for the transaction, and reads its plan. Null: there is no such
 * workspace.
 */
export async function lockStoredData(transaction: Database, workspaceId: string): Promise<PlanName | null> {
  const [locked] = await queryRows<{ plan: PlanName }>(
    transaction,
    'select plan from workspaces where id = :workspaceId for no key update',
    { workspaceId },
  );
  return locked?.plan ?? null;
}

/** Reads what a workspace stores. */
export async function readStoredUse(db: Database, workspaceId: string): Promise<StoredUse> {
  return await queryRow<StoredUse>(
    db,
    `select
       (select count(*)::int from projects where workspace_id = :workspaceId) as projects,
       t.count as templates,
       l.count as "libraryItems",
       cast(
         t.bytes + l.bytes
         + coalesce((select sum(bytes) from workspace_files where workspace_id = :workspaceId), 0)
         + coalesce((
             select sum(archive_bytes) from batch_jobs
             where workspace_id = :workspaceId and archive_key is not null
           ), 0)
         + coalesce((select sum(file_bytes) from share_links where workspace_id = :workspaceId), 0)
         + coalesce((select sum(file_bytes) from generate_keys where workspace_id = :workspaceId), 0)
       as float8) as bytes
     from (
       select count(*)::int as count, coalesce(sum(document_bytes), 0) as bytes
       from templates where workspace_id = :workspaceId
     ) t, (
       select count(*)::int as count, coalesce(sum(bytes), 0) as bytes
       from library_items where workspace_id = :workspaceId
     ) l`,
    { workspaceId },
  );
}

/** A file by the hash of its content. */
interface StoredFile {
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly bytes: number;
}

/** Records files of a workspace before they are written. Returns whether it did not have all of them. */
export async function recordWorkspaceFiles(
  transaction: Database,
  workspaceId: string,
  files: readonly StoredFile[],
): Promise<boolean> {
  const given = JSON.stringify(files);
  const added = await queryRows(
    transaction,
    `insert into workspace_files (workspace_id, hash, bytes)
     select :workspaceId, decode(f.hash, 'hex'), f.bytes
     from jsonb_to_recordset(cast(:given as jsonb)) as f (hash text, bytes bigint)
     on conflict do nothing
     returning 1`,
    { workspaceId, given },
  );
  // So that no sweep forgets them before something refers to them.
  await queryRows(
    transaction,
    `update workspace_files set touched_at = now()
     where workspace_id = :workspaceId
       and hash in (select decode(f.hash, 'hex')
                    from jsonb_to_recordset(cast(:given as jsonb)) as f (hash text))`,
    { workspaceId, given },
  );
  return added.length > 0;
}

/**
 * Stops counting files that nothing in their workspace refers to, if they were added `graceMs` ago: something
 * that was added since may be about to refer to them.
 *
 * @param workspaceId null: of all workspaces
 * @returns the number of files
 */
export async function forgetUnusedFiles(
  db: Database,
  { workspaceId, graceMs }: { readonly workspaceId: string | null; readonly graceMs: number },
): Promise<number> {
  const forgotten = await queryRows(
    db,
    `delete from workspace_files w
     where w.touched_at < now() - :graceMs * interval '1 millisecond'
       and (cast(:workspaceId as uuid) is null or w.workspace_id = :workspaceId)
       and not exists (
         select from template_files f join template_versions v on v.id = f.version_id
           join templates t on t.id = v.template_id
         where f.hash = w.hash and t.workspace_id = w.workspace_id
       )
       and not exists (
         select from template_draft_files f join templates t on t.id = f.template_id
         where f.hash = w.hash and t.workspace_id = w.workspace_id
       )
       and not exists (
         select from library_files f join library_items i on i.id = f.item_id
         where f.hash = w.hash and i.workspace_id = w.workspace_id
       )
       and not exists (
         select from uploaded_pictures p join accounts a on a.id = p.account_id
         where p.hash = w.hash and a.workspace_id = w.workspace_id
       )
       and not exists (
         select from batch_pictures p join batch_jobs j on j.id = p.job_id
         where p.hash = w.hash and j.workspace_id = w.workspace_id
       )
       and not exists (
         select from template_versions v join templates t on t.id = v.template_id
         where v.thumbnail_hash = w.hash and t.workspace_id = w.workspace_id
       )
     returning 1`,
    { workspaceId, graceMs },
  );
  return forgotten.length;
}

/**
 * Removes the oldest versions of a template beyond the newest `keep`. The published one stays, and so does
 * what something refers to: an active batch job, the draft that began with it, and a key for image URLs,
 * whose signed addresses may name any number. Returns how many it removed.
 */
export async function thinVersions(transaction: Database, templateId: string, keep: number): Promise<number> {
  const removed = await queryRows(
    transaction,
    `delete from template_versions v using templates t
     where v.template_id = :templateId and t.id = v.template_id
       and v.number <= (
         select number from template_versions where template_id = :templateId
         order by number desc offset :keep limit 1
       )
       and v.id is distinct from t.version_id
       and not exists (
         select from batch_jobs j
         where j.template_version_id = v.id and j.status in ('PENDING', 'PROCESSING')
       )
       and not exists (
         select from template_drafts d where d.template_id = t.id and d.base_version = v.number
       )
       and not exists (
         select from url_keys k
         where k.workspace_id = t.workspace_id
           and (k.template_ids is null or t.id = any (k.template_ids))
       )
     returning 1`,
    { templateId, keep },
  );
  return removed.length;
}
