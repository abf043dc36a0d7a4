/** Removes cached pictures that have expired or have no place, and files without a record. */
import type { Storage } from '../../storage/storage.ts';
import {
  evictImages,
  findUnrecordedImages,
  removeExpiredImages,
  removeOldFlights,
} from '../../store/cached-images.ts';
import type { Database } from '../../store/database.ts';
import { runInSequence } from '../../async/in-sequence.ts';
import { removeOrphans, type OrphanCounts, type OrphanParts } from '../files/orphan-files.ts';
import { cachedImageKey, cachedImagesPrefix, hashOfKey } from './files.ts';

export interface ImageCacheLimits {
  /** How long a picture stays in the cache. */
  readonly urlCacheTtlMs: number;
  /** Size of all pictures in the cache. */
  readonly urlCacheBytes: number;
}

export interface ImageCleanUpCounts {
  readonly expiredImages: number;
  /** Least recently used pictures, removed because the cache was full. */
  readonly evictedImages: number;
  readonly oldFlights: number;
  /** Deleted files without a record. */
  readonly unrecordedImages: number;
  /** Files like these that were kept because there are suspiciously many. */
  readonly heldBackFiles: number;
}

/** Limits per pass. */
const limits = { images: 5_000, files: 10_000 } as const;

/**
 * Removes expired pictures, keeps the cache within its size, and deletes files without a record. Only one
 * process may run this at a time.
 *
 * @throws the first failure, after everything else was tried.
 */
export async function cleanUpImages(parts: OrphanParts & ImageCacheLimits): Promise<ImageCleanUpCounts> {
  const { db, storage, urlCacheTtlMs: ttlMs } = parts;
  let orphans: OrphanCounts = { removed: 0, heldBack: 0 };
  const [expiredImages = 0, evictedImages = 0, oldFlights = 0] = await runInSequence([
    async () => await deleteFiles(storage, await removeExpiredImages(db, { ttlMs, limit: limits.images })),
    () => evictCachedImages(parts),
    () => removeOldFlights(db),
    async () => {
      const scan = {
        prefix: cachedImagesPrefix,
        limit: limits.files,
        cursorSetting: 'cached images looked at',
      };
      orphans = await removeOrphans(parts, scan, (keys) => findOrphans(db, keys));
      return orphans.removed;
    },
  ]);
  const { removed: unrecordedImages, heldBack: heldBackFiles } = orphans;
  return { expiredImages, evictedImages, oldFlights, unrecordedImages, heldBackFiles };
}

/** Removes the least recently used pictures while the cache is too large. Returns how many were removed. */
export async function evictCachedImages({
  db,
  storage,
  urlCacheBytes: maxBytes,
}: Pick<OrphanParts, 'db' | 'storage'> & ImageCacheLimits): Promise<number> {
  return await deleteFiles(storage, await evictImages(db, { maxBytes, limit: limits.images }));
}

/**
 * Deletes files whose records are gone. A picture that was rendered again in between loses its file, which is
 * noticed when it is read; a file that is left has no record, and a later sweep finds it.
 */
async function deleteFiles(storage: Storage, hashes: readonly Buffer[]): Promise<number> {
  await runInSequence(hashes.map((hash) => () => storage.delete(cachedImageKey(hash))));
  return hashes.length;
}

async function findOrphans(db: Database, keys: readonly string[]): Promise<string[]> {
  const byHash = new Map(keys.map((key) => [hashOfKey(key), key]));
  // Files with other names were not written by Platen.
  const hashes = [...byHash.keys()].filter((hash) => /^[0-9a-f]{64}$/.test(hash));
  return (await findUnrecordedImages(db, hashes)).flatMap((hash) => byHash.get(hash) ?? []);
}
