import { createItem } from '../../src/domain/library/items.ts';
import { libraryItemBody } from './mapping/library.ts';
import type { Handler } from './operation.ts';

export const createLibraryItem: Handler<'createLibraryItem'> = async ({ caller, body }, { authoring }) => {
  const item = await createItem(authoring, caller, body);
  return { status: 201, headers: {}, body: libraryItemBody(item, caller) };
};
