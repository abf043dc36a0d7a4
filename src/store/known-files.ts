import { queryRows, type Database } from './database.ts';

/** Files in storage that the database refers to. */
export interface KnownFiles {
  /** SHA-256 in hex. */
  readonly blobHashes: readonly string[];
  /** Keys of archives and published files. */
  readonly keys: readonly string[];
}

/** Some of the files that the database refers to, at most `limit` of each kind. */
export async function findSomeFiles(
  db: Database,
  { limit }: { readonly limit: number },
): Promise<KnownFiles> {
  const rows = await queryRows<{ hash: string | null; key: string | null }>(
    db,
    `(select encode(hash, 'hex') as hash, null as key from blobs limit :limit)
     union all
     (select null, file_key from share_links limit :limit)
     union all
     (select null, archive_key from batch_jobs where archive_key is not null limit :limit)`,
    { limit },
  );
  return {
    blobHashes: rows.flatMap(({ hash }) => hash ?? []),
    keys: rows.flatMap(({ key }) => key ?? []),
  };
}
