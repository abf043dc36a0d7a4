/**
 * Pictures that batches take along. Their contents are in storage as blobs. An upload waits for a submission;
 * a job keeps those that it names.
 */
import { queryRow, queryRows, type Database } from '../database.ts';

/** A picture by the name that the rows of a job use. */
export interface NamedPicture {
  readonly name: string;
  /** SHA-256 of its content, in hex. */
  readonly hash: string;
}

export interface PictureRoom {
  /** Pictures of different contents that the account has: uploaded, or kept with jobs. */
  readonly pictures: number;
  readonly bytes: number;
}

/** SQL: the contents that an account has. */
const ofAccount = `(
  select hash, bytes from uploaded_pictures where account_id = :accountId
  union
  select p.hash, p.bytes from batch_pictures p join batch_jobs j on j.id = p.job_id
  where j.account_id = :accountId
)`;

/** What the pictures of an account take, without some contents. */
export async function readPictureRoom(
  db: Database,
  accountId: string,
  { exceptHashes }: { readonly exceptHashes: readonly string[] },
): Promise<PictureRoom> {
  return await queryRow<PictureRoom>(
    db,
    `select count(*)::int as pictures, coalesce(sum(bytes), 0)::float8 as bytes
     from ${ofAccount} as own where encode(hash, 'hex') <> all (cast(:exceptHashes as text[]))`,
    { accountId, exceptHashes: [...exceptHashes] },
  );
}

/** Records an upload, or that it was made again: it waits anew. */
export async function recordUpload(
  db: Database,
  accountId: string,
  { hash, bytes }: { readonly hash: string; readonly bytes: number },
): Promise<void> {
  await queryRows(
    db,
    `insert into uploaded_pictures (account_id, hash, bytes) values (:accountId, decode(:hash, 'hex'), :bytes)
     on conflict (account_id, hash) do update set uploaded_at = now()`,
    { accountId, hash, bytes },
  );
}

/** Those of these contents that the account has, with their sizes. */
export async function findOwnPictures(
  db: Database,
  accountId: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await queryRows<{ hash: string }>(
    db,
    `select encode(hash, 'hex') as hash from ${ofAccount} as own
     where hash in (select decode(h, 'hex') from unnest(cast(:hashes as text[])) as h)`,
    { accountId, hashes: [...hashes] },
  );
  return new Set(found.map(({ hash }) => hash));
}

/** The pictures of a job, by name. Empty if it has none, or is not the account's. */
export async function listJobPictures(
  db: Database,
  { jobId, accountId }: { readonly jobId: string; readonly accountId: string | null },
): Promise<NamedPicture[]> {
  return await queryRows(
    db,
    `select p.name, encode(p.hash, 'hex') as hash
     from batch_pictures p join batch_jobs j on j.id = p.job_id
     where j.id = :jobId and j.account_id = coalesce(:accountId, j.account_id) order by p.name`,
    { jobId, accountId },
  );
}

/**
 * Keeps pictures with a job. The rows of uploads stay locked, so that no sweep removes their contents before
 * the job has them.
 *
 * @returns the names whose content the account does not have (any more)
 */
export async function keepPictures(
  transaction: Database,
  { jobId, accountId }: { readonly jobId: string; readonly accountId: string },
  pictures: readonly NamedPicture[],
): Promise<string[]> {
  if (pictures.length === 0) return [];
  const given = JSON.stringify(pictures);
  await queryRows(
    transaction,
    // In the order of `recordBlobs`, so that two submissions, or an upload and one, cannot deadlock.
    `with locked as materialized (
       select hash from blobs where hash in (
         select decode(g.hash, 'hex') from jsonb_to_recordset(cast(:given as jsonb)) as g (hash text)
       )
       order by hash for update
     )
     update blobs b set touched_at = now() from locked where b.hash = locked.hash`,
    { given },
  );
  const kept = await queryRows<{ name: string }>(
    transaction,
    `insert into batch_pictures (job_id, name, hash, bytes)
     select :jobId, g.name, b.hash, b.bytes
     from jsonb_to_recordset(cast(:given as jsonb)) as g (name text, hash text)
     join blobs b on b.hash = decode(g.hash, 'hex')
     where b.hash in (select hash from ${ofAccount} as own)
     returning name`,
    { jobId, accountId, given },
  );
  const names = new Set(kept.map(({ name }) => name));
  return pictures.flatMap(({ name }) => (names.has(name) ? [] : [name]));
}

/**
 * Removes uploads whose submission never came, and the pictures of jobs whose results have expired. A later
 * sweep removes their contents.
 *
 * @param uploadMs how long an upload waits for its submission
 * @param jobMs how long the pictures of a job without a result are kept after its end
 * @param expiredGraceMs how long pictures are kept after the expiry of their job's result
 * @returns the number of both
 */
export async function removeOldPictures(
  db: Database,
  {
    uploadMs,
    jobMs,
    expiredGraceMs,
  }: { readonly uploadMs: number; readonly jobMs: number; readonly expiredGraceMs: number },
): Promise<number> {
  const uploads = await queryRows(
    db,
    `delete from uploaded_pictures where uploaded_at < now() - :uploadMs * interval '1 millisecond'
     returning 1`,
    { uploadMs },
  );
  const kept = await queryRows(
    db,
    `delete from batch_pictures p using batch_jobs j
     where j.id = p.job_id and j.completed_at is not null
       and coalesce(j.archive_expires_at, j.completed_at + :jobMs * interval '1 millisecond')
         < now() - :expiredGraceMs * interval '1 millisecond'
     returning 1`,
    { jobMs, expiredGraceMs },
  );
  return uploads.length + kept.length;
}
