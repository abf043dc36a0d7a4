import type { Storage } from '../../storage/storage.ts';
import type { Actor } from '../../store/callers.ts';
import type { Database } from '../../store/database.ts';
import { findOwnShareLink, listShareLinks, type ShareLink } from '../../store/share-links.ts';
import { deleteShareLinks, expireShareLink, restoreShareLink } from '../../store/expired-share-links.ts';
import { toPage, toRange, type PageRequest, type PageOf } from '../pagination.ts';
import { problems } from '../problems/catalogue.ts';
import { toShareProblem } from '../problems/to-problem.ts';
import { toSharedPath } from '../files/shared-files.ts';

/** The origin of public URLs. */
export type PublicUrl = () => string;

/** A link as shown to its owner. */
export interface SharedRender extends Omit<ShareLink, 'token' | 'extension'> {
  readonly url: string;
}

/** One page of the account's links, of one template or all, newest first. Expired ones stay until a sweep. */
export async function readShareLinks(
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: PublicUrl },
  { accountId }: Pick<Actor, 'accountId'>,
  { templateId, ...page }: PageRequest & { readonly templateId?: string | undefined },
): Promise<PageOf<SharedRender>> {
  const { links, total } = await listShareLinks(
    db,
    { accountId, templateId: templateId ?? null },
    toRange(page),
  );
  return toPage(
    links.map((link) => describeLink(link, publicUrl)),
    total,
    page,
  );
}

/** Adds the public URL to a link. */
export function describeLink(link: ShareLink, publicUrl: PublicUrl): SharedRender {
  const { token: _token, extension: _extension, ...description } = link;
  return { ...description, url: publicUrl() + toSharedPath(link) };
}

/**
 * Revokes a link of the caller's account: expires it, deletes its file, then removes it. A failed call can be
 * repeated; if it is not, a sweep finishes it as for any expired link.
 *
 * @throws Problem SHARE_NOT_FOUND, also if the link belongs to another account; SHARE_REVOKE_FAILED,
 *   SHARING_UNAVAILABLE
 */
export async function revokeShare(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  { accountId }: Pick<Actor, 'accountId'>,
  shareId: string,
): Promise<void> {
  const link = await findOwnShareLink(db, { id: shareId, accountId });
  if (link === null) throw problems.shareNotFound(shareId);
  const expiresAt = await expireShareLink(db, link.id);
  if (expiresAt === null) throw problems.shareNotFound(shareId);
  try {
    await storage.delete(link.fileKey);
  } catch (error) {
    // If this fails as well, the next sweep revokes the link.
    await restoreShareLink(db, link.id, expiresAt).catch(() => undefined);
    throw toShareProblem(error, problems.shareRevokeFailed);
  }
  await deleteShareLinks(db, [link.id]);
}
