/** The pictures of published versions. Their contents are blobs. */
import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';

/** The SHA-256 of a version's picture in hex; null if it was not made yet. */
export async function findThumbnail(db: Database, versionId: string): Promise<string | null> {
  const [version] = await readRows<{ hash: string | null }>(
    db,
    `select encode(thumbnail_hash, 'hex') as hash from template_versions where id = :versionId`,
    { versionId },
  );
  return version?.hash ?? null;
}

/** Records the picture of a version. `recordBlobs` has recorded its blob before. */
export async function recordThumbnail(db: Database, versionId: string, hash: string): Promise<void> {
  await queryRows(
    db,
    `update template_versions set thumbnail_hash = decode(:hash, 'hex') where id = :versionId`,
    { versionId, hash },
  );
}
