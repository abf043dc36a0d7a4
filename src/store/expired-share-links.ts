import { type Database, queryRows } from './database.ts';
import type { SharedFile } from './share-links.ts';

/**
 * Expires a link before its file is deleted: if the process dies in between, a sweep finishes the removal.
 * Returns the previous expiry, or null if there is no such link.
 */
export async function expireShareLink(db: Database, id: string): Promise<Date | null> {
  const [expired] = await queryRows<{ expiresAt: Date }>(
    db,
    `with link as (select id, expires_at from share_links where id = :id for update)
     update share_links l set expires_at = least(l.expires_at, greatest(l.created_at, now()))
     from link where l.id = link.id
     returning link.expires_at as "expiresAt"`,
    { id },
  );
  return expired?.expiresAt ?? null;
}

/** Restores the expiry of a link whose file could not be deleted. */
export async function restoreShareLink(db: Database, id: string, expiresAt: Date): Promise<void> {
  await queryRows(db, 'update share_links set expires_at = :expiresAt where id = :id', { id, expiresAt });
}

/** Links that expired `graceMs` ago, longest expired first. */
export async function listExpiredShareLinks(
  db: Database,
  { graceMs, limit }: { readonly graceMs: number; readonly limit: number },
): Promise<SharedFile[]> {
  return await queryRows(
    db,
    `select id, file_key as "fileKey" from share_links
     where expires_at <= now() - cast(:graceMs as float8) * interval '1 millisecond'
     order by expires_at limit :limit`,
    { graceMs, limit },
  );
}

/** Deletes links after their files were deleted. */
export async function deleteShareLinks(db: Database, ids: readonly string[]): Promise<void> {
  await queryRows(db, 'delete from share_links where id = any(cast(:ids as uuid[]))', { ids });
}

/** Keys of those files that have no link and never will: their charges are not RESERVED. */
export async function findUnsharedFiles(
  db: Database,
  files: readonly { readonly fileKey: string; readonly chargeId: string }[],
): Promise<string[]> {
  const rows = await queryRows<{ fileKey: string }>(
    db,
    `select f.file_key as "fileKey"
     from unnest(cast(:keys as text[]), cast(:chargeIds as uuid[])) f (file_key, charge_id)
     where not exists (select from share_links l where l.file_key = f.file_key)
       and not exists (select from quota_entries e where e.id = f.charge_id and e.state = 'RESERVED')`,
    { keys: files.map(({ fileKey }) => fileKey), chargeIds: files.map(({ chargeId }) => chargeId) },
  );
  return rows.map(({ fileKey }) => fileKey);
}
