import type { Database } from '../../store/database.ts';
import type { Caller } from '../../store/callers.ts';
import { listShareLinks, type ShareLink } from '../../store/share-links.ts';
import { pageOf, rangeOf, type PageNumber, type PageOf } from '../pagination.ts';
import { pathOf } from './files.ts';

/** Tells the origin that callers see. */
export type PublicUrl = () => string;

/** A link as its owner sees it. */
export interface SharedRender extends Omit<ShareLink, 'token' | 'extension'> {
  readonly url: string;
}

/** One page of the links of the caller's account, the newest first; expired ones are there until a sweep removes them. */
export async function readShareLinks(
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: PublicUrl },
  { accountId }: Caller,
  page: PageNumber,
): Promise<PageOf<SharedRender>> {
  const { links, total } = await listShareLinks(db, accountId, rangeOf(page));
  return pageOf(
    links.map((link) => describeLink(link, publicUrl)),
    total,
    page,
  );
}

/** A link with its public address. */
export function describeLink(link: ShareLink, publicUrl: PublicUrl): SharedRender {
  const { token: _token, extension: _extension, ...told } = link;
  return { ...told, url: publicUrl() + pathOf(link) };
}
