/**
 * The cache of pictures at image URLs. A record says that its picture was rendered and charged; its file in
 * storage may be missing or damaged, and is written again then.
 */
import { queryPrepared, queryRow, queryRows, type Database } from './database.ts';
import { readPrepared } from './lost-connection.ts';
import { settleCharge } from './quota.ts';

/** A cached picture. */
export interface CachedImage {
  readonly mediaType: string;
  readonly bytes: number;
  readonly crc32: number;
  readonly createdAt: Date;
}

/** Finds a picture that is at most `ttlMs` old, and records its use, at most once a minute. */
export async function findCachedImage(
  db: Database,
  hash: Buffer,
  { ttlMs }: { readonly ttlMs: number },
): Promise<CachedImage | null> {
  const [found] = await readPrepared<CachedImage & { readonly isUseDue: boolean }>(
    db,
    `select media_type as "mediaType", bytes::float8 as bytes, crc32::float8 as crc32,
            created_at as "createdAt", last_used_at < now() - interval '1 minute' as "isUseDue"
     from cached_images
     where hash = :hash and created_at > now() - cast(:ttlMs as float8) * interval '1 millisecond'`,
    { hash, ttlMs },
  );
  if (found === undefined) return null;
  const { isUseDue, ...image } = found;
  if (isUseDue) await recordImageUse(db, hash);
  return image;
}

/** Records that a picture was used. Does not wait for another request that does the same. */
export async function recordImageUse(db: Database, hash: Buffer): Promise<void> {
  await queryRows(
    db,
    `with due as (
       select hash from cached_images
       where hash = :hash and last_used_at < now() - interval '1 minute'
       for no key update skip locked
     )
     update cached_images set last_used_at = now() from due where cached_images.hash = due.hash`,
    { hash },
  );
}

/** A picture to record, after its file was written. */
export interface NewCachedImage extends Omit<CachedImage, 'createdAt'> {
  readonly hash: Buffer;
  /** The charge to settle. Null: the render is free. */
  readonly chargeId: string | null;
  readonly ttlMs: number;
}

/**
 * Records a picture and settles its charge, in one transaction.
 *
 * @returns `refunded` if the charge was refunded meanwhile, because the process was presumed dead; `paid` if
 *   another process has recorded and charged the same picture: this charge is not settled then
 */
export async function recordImage(
  db: Database,
  { chargeId, ...image }: NewCachedImage,
): Promise<'recorded' | 'paid' | 'refunded'> {
  return await db.transaction(async (transaction) => {
    const recorded = await queryRows(
      transaction,
      `insert into cached_images as c (hash, media_type, bytes, crc32)
       values (:hash, :mediaType, :bytes, :crc32)
       on conflict (hash) do update
         set media_type = excluded.media_type, bytes = excluded.bytes, crc32 = excluded.crc32,
             created_at = excluded.created_at, last_used_at = excluded.last_used_at
         -- A free render repairs a file; one that was paid replaces a record that has expired.
         where cast(:isFree as boolean)
           or c.created_at <= now() - cast(:ttlMs as float8) * interval '1 millisecond'
       returning hash`,
      { ...image, isFree: chargeId === null },
    );
    if (recorded.length === 0) return 'paid';
    if (chargeId !== null && !(await settleCharge(transaction, chargeId))) {
      await queryRows(transaction, 'delete from cached_images where hash = :hash', { hash: image.hash });
      return 'refunded';
    }
    return 'recorded';
  });
}

/**
 * A process that renders a picture. It is not part of the picture's record, unlike the claims on images of
 * batch jobs (`batches/images.ts`): a record says that its picture was charged, and outlives its file.
 * Clients wait for the render, so a flight is also taken over sooner than such a claim.
 */
export interface Flight {
  readonly hash: Buffer;
  readonly token: string;
  readonly instanceId: string;
}

/**
 * Begins to render a picture, unless another flight does. A flight is taken over if its process sends no
 * heartbeats, or after a minute: two renders are possible then, but `recordImage` charges only one.
 */
export async function beginFlight(db: Database, flight: Flight): Promise<boolean> {
  const begun = await queryPrepared(
    db,
    `insert into image_flights as f (hash, token, instance_id) values (:hash, :token, :instanceId)
     on conflict (hash) do update
       set token = excluded.token, instance_id = excluded.instance_id, started_at = now()
       where f.started_at not between now() - interval '1 minute' and now()
         or not exists (
           select from instances i
           where i.id = f.instance_id and i.beat_at > now() - interval '7 seconds'
         )
     returning token`,
    { ...flight },
  );
  return begun.length > 0;
}

/** Ends a flight, unless another process has taken it over. */
export async function endFlight(db: Database, { hash, token }: Omit<Flight, 'instanceId'>): Promise<void> {
  await queryPrepared(db, 'delete from image_flights where hash = :hash and token = :token', { hash, token });
}

/** Removes flights that nobody has ended. */
export async function removeOldFlights(db: Database): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from image_flights where started_at not between now() - interval '10 minutes' and now()
     returning hash`,
    {},
  );
  return removed.length;
}

/** Removes the records of pictures that are older than `ttlMs`. Returns their hashes. */
export async function removeExpiredImages(
  db: Database,
  { ttlMs, limit }: { readonly ttlMs: number; readonly limit: number },
): Promise<Buffer[]> {
  return getHashes(
    await queryRows<{ hash: Buffer }>(
      db,
      `delete from cached_images where hash in (
         select hash from cached_images
         where created_at <= now() - cast(:ttlMs as float8) * interval '1 millisecond'
         order by created_at limit :limit
         for update skip locked
       )
       returning hash`,
      { ttlMs, limit },
    ),
  );
}

/**
 * Removes the records of the least recently used pictures until the others have at most `maxBytes`. Returns
 * their hashes.
 */
export async function evictImages(
  db: Database,
  { maxBytes, limit }: { readonly maxBytes: number; readonly limit: number },
): Promise<Buffer[]> {
  const { bytes } = await queryRow<{ bytes: number }>(
    db,
    'select coalesce(sum(bytes), 0)::float8 as bytes from cached_images',
    {},
  );
  if (bytes <= maxBytes) return [];
  return getHashes(
    await queryRows<{ hash: Buffer }>(
      db,
      `delete from cached_images c using (
         select hash, sum(bytes) over (order by last_used_at, hash) - bytes as before
         from cached_images order by last_used_at, hash limit :limit
       ) oldest
       where c.hash = oldest.hash and oldest.before < cast(:excess as float8)
       returning c.hash`,
      { limit, excess: bytes - maxBytes },
    ),
  );
}

/** Those of the given hashes, in hex, that have no record and are not being rendered. */
export async function findUnrecordedImages(db: Database, hashes: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ hash: string }>(
    db,
    `select h.hash from unnest(cast(:hashes as text[])) h (hash)
     where not exists (select from cached_images c where c.hash = decode(h.hash, 'hex'))
       and not exists (select from image_flights f where f.hash = decode(h.hash, 'hex'))`,
    { hashes },
  );
  return rows.map(({ hash }) => hash);
}

function getHashes(rows: readonly { readonly hash: Buffer }[]): Buffer[] {
  return rows.map(({ hash }) => hash);
}
