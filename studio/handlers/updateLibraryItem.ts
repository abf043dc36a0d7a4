import { updateItem } from '../../src/domain/library/items.ts';
import { libraryItemBody } from './mapping/library.ts';
import type { Handler } from './operation.ts';

export const updateLibraryItem: Handler<'updateLibraryItem'> = async (
  { caller, path, body },
  { authoring },
) => {
  const item = await updateItem(authoring, caller, path.libraryItemId, body);
  return { status: 200, headers: {}, body: libraryItemBody(item, caller) };
};
