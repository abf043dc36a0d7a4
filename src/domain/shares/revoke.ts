import { StorageUnavailableError, type Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import type { Caller } from '../../store/callers.ts';
import {
  deleteShareLinks,
  endShareLink,
  findOwnShareLink,
  resumeShareLink,
} from '../../store/share-links.ts';
import { problems } from '../errors.ts';

/**
 * Takes a link of the caller's account back: first its time ends, then the file goes, then the record. As long as there is the
 * record, the call can be repeated; where it is not, a sweep does the rest, as for any link whose time is over.
 *
 * @throws Problem SHARE_NOT_FOUND, whether there is no such link or only not for this caller; SHARE_REVOKE_FAILED,
 *   SHARING_UNAVAILABLE
 */
export async function revokeShare(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  { accountId }: Caller,
  shareId: string,
): Promise<void> {
  const link = await findOwnShareLink(db, { id: shareId, accountId });
  if (link === null) throw problems.shareNotFound(shareId);
  const expiresAt = await endShareLink(db, link.id);
  if (expiresAt === null) throw problems.shareNotFound(shareId);
  try {
    await storage.delete(link.fileKey);
  } catch (error) {
    // Where this fails, too, the wish is done by the next sweep.
    await resumeShareLink(db, link.id, expiresAt).catch(() => undefined);
    throw error instanceof StorageUnavailableError
      ? problems.sharingUnavailable(error)
      : problems.shareRevokeFailed(error);
  }
  await deleteShareLinks(db, [link.id]);
}
