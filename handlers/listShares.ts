import { readShareLinks } from '../src/domain/shares/links.ts';
import type { Handler } from './operation.ts';
import { shareLinkBody } from './mapping/share-link.ts';

export const listShares: Handler<'listShares'> = async ({ caller, query }, { shares }) => {
  const { data, pagination } = await readShareLinks(shares, caller, query);
  return { status: 200, headers: {}, body: { data: data.map(shareLinkBody), pagination } };
};
