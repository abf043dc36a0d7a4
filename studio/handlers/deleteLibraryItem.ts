import { deleteItem } from '../../src/domain/library/items.ts';
import type { Handler } from './operation.ts';

export const deleteLibraryItem: Handler<'deleteLibraryItem'> = async ({ caller, path }, { authoring }) => {
  await deleteItem(authoring, caller, path.libraryItemId);
  return { status: 204, headers: {} };
};
