/**
 * Files of templates in storage, by the hash of their content. They are recorded before they are written, and
 * removed when neither a version, a draft nor an item of a library refers to them.
 */
import { queryRows, type Database } from './database.ts';

/** Records files before they are written, so that a sweep finds them even after a crash. */
export async function recordBlobs(
  db: Database,
  blobs: readonly { readonly hash: string; readonly bytes: number }[],
): Promise<void> {
  await queryRows(
    db,
    // Sorted, so that two imports of the same files cannot deadlock.
    `insert into blobs (hash, bytes)
     select decode(b.hash, 'hex'), b.bytes
     from jsonb_to_recordset(cast(:blobs as jsonb)) as b (hash text, bytes bigint)
     order by b.hash
     on conflict (hash) do update set touched_at = now()`,
    { blobs: JSON.stringify(blobs) },
  );
}

/**
 * Marks versions whose template was deleted, and removes those that were marked `graceMs` ago: requests that
 * use them have finished by then. Versions of active batch jobs stay. Returns the count of removed versions.
 */
export async function removeRetiredVersions(
  db: Database,
  { graceMs }: { readonly graceMs: number },
): Promise<number> {
  await queryRows(
    db,
    // The previous release also marks replaced versions.
    `update template_versions set retired_at = case when template_id is null then now() end
     where (template_id is null) = (retired_at is null)`,
    {},
  );
  const removed = await queryRows(
    db,
    `delete from template_versions v
     where retired_at < now() - :graceMs * interval '1 millisecond' and template_id is null
       and not exists (
         select from batch_jobs j
         where j.template_version_id = v.id and j.status in ('PENDING', 'PROCESSING')
       )
     returning id`,
    { graceMs },
  );
  return removed.length;
}

/**
 * Removes files that nothing has referred to for `graceMs`, max `limit` in one transaction. The rows stay
 * locked until the files are deleted: an import of the same content waits and then writes it again.
 *
 * @returns the count of removed files
 */
export async function removeUnusedBlobs(
  db: Database,
  { graceMs, limit }: { readonly graceMs: number; readonly limit: number },
  deleteFile: (hash: string) => Promise<void>,
): Promise<number> {
  return await db.transaction(async (transaction) => {
    // Deleting from an object store is slow. Without the locks, it could delete what an import has just
    // written.
    await transaction.raw(`set local idle_in_transaction_session_timeout = '2min'`);
    const removed = await queryRows<{ hash: string }>(
      transaction,
      // Materialized: a plan that evaluates `unused` once per row would find other rows each time.
      `with unused as materialized (
         select hash from blobs b
         where touched_at < now() - :graceMs * interval '1 millisecond'
           and not exists (select from template_files f where f.hash = b.hash)
           and not exists (select from template_draft_files f where f.hash = b.hash)
           and not exists (select from template_versions v where v.thumbnail_hash = b.hash)
           and not exists (select from library_files f where f.hash = b.hash)
           and not exists (select from uploaded_pictures p where p.hash = b.hash)
           and not exists (select from batch_pictures p where p.hash = b.hash)
         limit :limit
         for update skip locked
       )
       delete from blobs b using unused where b.hash = unused.hash
       returning encode(b.hash, 'hex') as hash`,
      { graceMs, limit },
    );
    for (const { hash } of removed) {
      // Keeps the transaction alive, and fails if it has lost its locks: an import may have written the file.
      await transaction.raw('select 1');
      await deleteFile(hash);
    }
    return removed.length;
  });
}
