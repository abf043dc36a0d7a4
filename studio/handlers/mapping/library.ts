/** Items of the library as the app's contract has them. */
import type { components } from '../../../generated/studio.ts';
import { mayRemove } from '../../../src/domain/library/items.ts';
import type { LibraryFile, LibraryItem } from '../../../src/store/library/items.ts';
import type { StudioCaller } from '../../../src/store/sessions.ts';

type Schemas = components['schemas'];

/** An item without its document. */
export function libraryItemBody(item: LibraryItem, caller: StudioCaller): Schemas['LibraryItem'] {
  const { id, kind, name, color, revision, updatedBy, createdBy } = item;
  return {
    id,
    kind,
    name,
    ...(color === null ? {} : { color }),
    files: item.files.map(libraryFileBody),
    revision,
    updatedBy,
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
    isYours: createdBy?.id === caller.accountId,
    mayRemove: mayRemove(item, caller),
  };
}

/** A file of an item. */
export function libraryFileBody({ path, hash, bytes, mediaType }: LibraryFile): Schemas['LibraryFile'] {
  return { path, id: hash, bytes, mediaType };
}
