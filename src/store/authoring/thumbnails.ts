/** The pictures of published versions. Their contents are blobs. */
import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';

/** A picture of a version. */
interface StoredThumbnail {
  /** The SHA-256 of its bytes in hex. */
  readonly hash: string;
  /** The SHA-256 of the example values that it shows, in hex; null: none. */
  readonly example: string | null;
}

/** The picture of a version; null if none was made yet. */
export async function findThumbnail(db: Database, versionId: string): Promise<StoredThumbnail | null> {
  const [thumbnail] = await readRows<StoredThumbnail>(
    db,
    `select encode(thumbnail_hash, 'hex') as hash, encode(thumbnail_example, 'hex') as example
     from template_versions where id = :versionId and thumbnail_hash is not null`,
    { versionId },
  );
  return thumbnail ?? null;
}

/** Records the picture of a version. `recordBlobs` has recorded its blob before. */
export async function recordThumbnail(
  db: Database,
  versionId: string,
  { hash, example }: StoredThumbnail,
): Promise<void> {
  await queryRows(
    db,
    `update template_versions
     set thumbnail_hash = decode(:hash, 'hex'), thumbnail_example = decode(:example, 'hex')
     where id = :versionId`,
    { versionId, hash, example },
  );
}
