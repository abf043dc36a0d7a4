/** The pictures of published versions. Their contents are blobs. */
import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';

export interface Thumbnail {
  readonly versionId: string;
  /** SHA-256 of the picture, hex; null if it was not made yet. */
  readonly hash: string | null;
}

/** The thumbnail of a version, or null. `number` null: of the version that is rendered. */
export async function findThumbnail(
  db: Database,
  templateId: string,
  number: number | null,
): Promise<Thumbnail | null> {
  const [thumbnail] = await readRows<Thumbnail>(
    db,
    `select v.id as "versionId", encode(v.thumbnail_hash, 'hex') as hash
     from template_versions v join templates t on t.id = v.template_id
     where v.template_id = :templateId
       and case when cast(:number as integer) is null then v.id = t.version_id else v.number = :number end`,
    { templateId, number },
  );
  return thumbnail ?? null;
}

/** Records the picture of a version. `recordBlobs` has recorded its blob before. */
export async function recordThumbnail(db: Database, versionId: string, hash: string): Promise<void> {
  await queryRows(
    db,
    `update template_versions set thumbnail_hash = decode(:hash, 'hex') where id = :versionId`,
    { versionId, hash },
  );
}
