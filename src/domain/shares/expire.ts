/**
 * The part of a sweep that removes published files whose time is over, and those that never became a link's. Nobody gets to see
 * either before: the public address asks for a link that has not expired.
 */
import { StorageUnavailableError, type Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import {
  deleteShareLinks,
  findUnsharedFiles,
  listExpiredShareLinks,
  type SharedFile,
} from '../../store/share-links.ts';
import { inTurn } from '../in-turn.ts';
import { removeUnneeded } from '../unneeded-files.ts';
import { chargeOfFile, sharedFilesPrefix } from './files.ts';

export interface ShareTidyCounts {
  /** Links whose time was over, with their files. */
  readonly expiredShareLinks: number;
  /** Files that were stored and then not published, and those of accounts that are gone. */
  readonly unpublishedFiles: number;
}

interface ShareTidyParts {
  readonly db: Database;
  readonly storage: Storage;
}

/** What one pass looks at. */
const limits = { links: 5_000, files: 10_000 } as const;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes what nobody can have any more. One process at a time.
 *
 * @throws what a file's deletion failed with, once all others were dealt with.
 */
export async function tidyShares(parts: ShareTidyParts): Promise<ShareTidyCounts> {
  const [expiredShareLinks = 0, unpublishedFiles = 0] = await inTurn([
    () => expireShareLinks(parts),
    () => removeUnpublishedFiles(parts, limits.files),
  ]);
  return { unpublishedFiles, expiredShareLinks };
}

/** The file goes first: as long as there is the link, another pass finds it. */
async function expireShareLinks({ db, storage }: ShareTidyParts): Promise<number> {
  const expired = await listExpiredShareLinks(db, { limit: limits.links });
  const removed: SharedFile[] = [];
  const failures: unknown[] = [];
  for (const link of expired) {
    try {
      await storage.delete(link.fileKey);
      removed.push(link);
    } catch (error) {
      failures.push(error);
      if (error instanceof StorageUnavailableError) break;
    }
  }
  await deleteShareLinks(
    db,
    removed.map(({ id }) => id),
  );
  if (failures.length > 0)
    throw new Error('Files of expired links could not be deleted.', { cause: failures[0] });
  return removed.length;
}

/**
 * Removes the files that no link has. One that has just been stored may become a link's as long as its charge is open; a link and
 * the end of its charge come about together.
 *
 * @param limit how many files are looked at.
 * @returns how many were removed.
 */
export async function removeUnpublishedFiles(
  { db, storage }: ShareTidyParts,
  limit: number,
): Promise<number> {
  const lookedAt = { prefix: sharedFilesPrefix, limit, cursorSetting: 'shared files looked at' };
  return await removeUnneeded({ db, storage }, lookedAt, async (keys) => {
    const files = keys.map((fileKey) => ({ fileKey, chargeId: chargeOfFile(fileKey) }));
    // What has another name is not ours.
    return await findUnsharedFiles(
      db,
      files.filter(({ chargeId }) => uuid.test(chargeId)),
    );
  });
}
