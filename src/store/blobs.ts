/**
 * What storage holds: contents by their hash, noted before they are written, and what becomes of them once no template
 * version refers to them.
 */
import { queryRows, type Database } from './database.ts';

/** Notes contents that are about to be written, so that a sweep finds them whatever happens next. */
export async function noteBlobs(
  db: Database,
  blobs: readonly { readonly hash: string; readonly bytes: number }[],
): Promise<void> {
  await queryRows(
    db,
    // In one order, so that two imports of the same files cannot wait for each other.
    `insert into blobs (hash, bytes)
     select decode(b.hash, 'hex'), b.bytes
     from jsonb_to_recordset(cast(:blobs as jsonb)) as b (hash text, bytes bigint)
     order by b.hash
     on conflict (hash) do update set touched_at = now()`,
    { blobs: JSON.stringify(blobs) },
  );
}

/**
 * Marks the versions that are no template's current one, and removes those that were marked `graceMs` ago: until then,
 * requests that began with them have ended. Batch jobs may take longer, and keep theirs. Returns how many were removed.
 */
export async function removeRetiredVersions(
  db: Database,
  { graceMs }: { readonly graceMs: number },
): Promise<number> {
  await queryRows(
    db,
    `update template_versions v set retired_at = now()
     where retired_at is null and not exists (select from templates t where t.version_id = v.id)`,
    {},
  );
  const removed = await queryRows(
    db,
    `delete from template_versions v
     where retired_at < now() - :graceMs * interval '1 millisecond'
       and not exists (select from templates t where t.version_id = v.id)
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
 * Removes contents that nothing has referred to for `graceMs`, at most so many in one transaction. The rows stay locked
 * until the files are gone, so that an import of the same content waits and then writes it anew.
 *
 * @returns how many were removed.
 */
export async function removeUnusedBlobs(
  db: Database,
  { graceMs, limit }: { readonly graceMs: number; readonly limit: number },
  deleteFile: (hash: string) => Promise<void>,
): Promise<number> {
  return await db.transaction(async (transaction) => {
    // Files in an object store take a while. Whoever lost the locks meanwhile would delete what an import has written anew.
    await transaction.raw(`set local idle_in_transaction_session_timeout = '2min'`);
    const removed = await queryRows<{ hash: string }>(
      transaction,
      // Materialized, since a plan that looks the contents up once for each row would find others each time.
      `with unused as materialized (
         select hash from blobs b
         where touched_at < now() - :graceMs * interval '1 millisecond'
           and not exists (select from template_files f where f.hash = b.hash)
         limit :limit
         for update skip locked
       )
       delete from blobs b using unused where b.hash = unused.hash
       returning encode(b.hash, 'hex') as hash`,
      { graceMs, limit },
    );
    for (const { hash } of removed) {
      // Keeps the locks however long the files take, and ends this where they are lost: an import may write the file by then.
      await transaction.raw('select 1');
      await deleteFile(hash);
    }
    return removed.length;
  });
}
