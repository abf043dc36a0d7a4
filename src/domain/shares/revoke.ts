import { StorageUnavailableError, type Storage } from '../../storage/storage.ts';
import type { Database } from '../../store/database.ts';
import type { Caller } from '../../store/keys.ts';
import { deleteShareLinks, findOwnShareLink } from '../../store/share-links.ts';
import { problems } from '../errors.ts';

/**
 * Takes a link of the caller's account back: first the file, so that a link which is gone leads nowhere, then the record. As long
 * as there is the record, the call can be repeated.
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
  try {
    await storage.delete(link.fileKey);
  } catch (error) {
    throw error instanceof StorageUnavailableError
      ? problems.sharingUnavailable(error)
      : problems.shareRevokeFailed(error);
  }
  await deleteShareLinks(db, [link.id]);
}
