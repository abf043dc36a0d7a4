import { listItems } from '../../src/domain/library/items.ts';
import { libraryItemBody } from './mapping/library.ts';
import type { Handler } from './operation.ts';

export const listLibraryItems: Handler<'listLibraryItems'> = async ({ caller, query }, { authoring }) => {
  const { kind: kinds, ...rest } = query;
  const { data, pagination } = await listItems(authoring, caller, { kinds, ...rest });
  return {
    status: 200,
    headers: {},
    body: { data: data.map((item) => libraryItemBody(item, caller)), pagination },
  };
};
