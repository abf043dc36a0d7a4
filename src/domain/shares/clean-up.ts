/**
 * Removes expired share links and files that have no link. Part of a sweep. Neither is visible before that: a
 * public URL needs a link that has not expired.
 */
import { StorageUnavailableError } from '../../storage/storage.ts';
import { type SharedFile } from '../../store/share-links.ts';
import {
  deleteShareLinks,
  findUnsharedFiles,
  listExpiredShareLinks,
} from '../../store/expired-share-links.ts';
import { runInSequence } from '../../async/in-sequence.ts';
import { removeOrphans, type OrphanCounts, type OrphanParts } from '../files/orphan-files.ts';
import { chargeOfFile, sharedFilesPrefix } from '../files/shared-files.ts';

export interface ShareCleanUpCounts {
  /** Expired links that were removed with their files. */
  readonly expiredShareLinks: number;
  /** Deleted files that were never published, or whose account no longer exists. */
  readonly unpublishedFiles: number;
  /** Files like these that were kept because there are suspiciously many. */
  readonly heldBackFiles: number;
}

/** Limits per pass. */
const limits = { links: 5_000, files: 10_000 } as const;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes expired links and unpublished files. Only one process may run this at a time.
 *
 * @param expiredGraceMs how long a link is kept after its expiry
 * @throws the first failure, after everything else was tried.
 */
export async function cleanUpShares(
  parts: OrphanParts,
  { expiredGraceMs = 0 } = {},
): Promise<ShareCleanUpCounts> {
  let orphans: OrphanCounts = { removed: 0, heldBack: 0 };
  const [expiredShareLinks = 0, unpublishedFiles = 0] = await runInSequence([
    () => expireShareLinks(parts, expiredGraceMs),
    async () => {
      orphans = await removeUnpublishedFiles(parts, limits.files);
      return orphans.removed;
    },
  ]);
  return { unpublishedFiles, heldBackFiles: orphans.heldBack, expiredShareLinks };
}

/** Deletes each file before its link: if that fails, the next pass finds it by its link. */
async function expireShareLinks({ db, storage }: OrphanParts, graceMs: number): Promise<number> {
  const expired = await listExpiredShareLinks(db, { graceMs, limit: limits.links });
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
 * Deletes files without a link. A file whose charge is still reserved may get its link: the link is created
 * in the transaction that settles the charge. Limits as for `removeOrphans`.
 *
 * @param limit files to check in this pass
 */
export async function removeUnpublishedFiles(parts: OrphanParts, limit: number): Promise<OrphanCounts> {
  const scan = { prefix: sharedFilesPrefix, limit, cursorSetting: 'shared files looked at' };
  return await removeOrphans(parts, scan, async (keys) => {
    const files = keys.map((fileKey) => ({ fileKey, chargeId: chargeOfFile(fileKey) }));
    // Files with other names were not written by Platen.
    return await findUnsharedFiles(
      parts.db,
      files.filter(({ chargeId }) => uuid.test(chargeId)),
    );
  });
}
