import { getItemWithDocument } from '../../src/domain/library/items.ts';
import { libraryItemBody } from './mapping/library.ts';
import type { Handler } from './operation.ts';

export const getLibraryItem: Handler<'getLibraryItem'> = async ({ caller, path }, { authoring }) => {
  const item = await getItemWithDocument(authoring, caller, path.libraryItemId);
  const { document } = item;
  const body = libraryItemBody(item, caller);
  return {
    status: 200,
    headers: {},
    body: document === null ? body : { ...body, document: { ...document } },
  };
};
