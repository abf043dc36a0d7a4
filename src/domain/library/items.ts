/** The library of a workspace: every member sees, adds and changes its items. */
import { insertItem, removeItem, replaceItem } from '../../store/library/changes.ts';
import {
  findItem,
  findItemWithDocument,
  searchItems,
  type LibraryFilter,
  type LibraryItem,
  type LibraryItemWithDocument,
  type LibraryKind,
} from '../../store/library/items.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import type { Admit } from '../../store/stored-data.ts';
import type { JsonDocument } from '../../store/authoring/working-copies.ts';
import type { AuthoringParts } from '../authoring/parts.ts';
import { toPage, toRange, type PageOf, type PageRequest } from '../pagination.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { requireRoom, type StoredKind } from '../quota/stored-data.ts';
import { requireGoodContent, requireGoodParts } from './check-item.ts';
import { findFiles, type NamedContent } from './find-files.ts';

/** What of an item is given; undefined: nothing. */
interface GivenItem {
  readonly name?: string | undefined;
  readonly color?: string | undefined;
  readonly document?: JsonDocument | undefined;
  readonly files?: readonly NamedContent[] | undefined;
}

/** A page of the items of the caller's workspace, by name. */
export async function listItems(
  { db }: Pick<AuthoringParts, 'db'>,
  { workspaceId }: StudioCaller,
  { kinds, search, ...page }: PageRequest & LibraryFilter,
): Promise<PageOf<LibraryItem>> {
  const { entries, total } = await searchItems(db, workspaceId, { kinds, search }, toRange(page));
  return toPage(entries, total, page);
}

/**
 * An item of the caller's workspace.
 *
 * @throws Problem NOT_FOUND
 */
export async function getItem(
  { db }: Pick<AuthoringParts, 'db'>,
  { workspaceId }: StudioCaller,
  itemId: string,
): Promise<LibraryItem> {
  return requireFound(await findItem(db, workspaceId, itemId), itemId);
}

/**
 * An item of the caller's workspace, with its document.
 *
 * @throws Problem NOT_FOUND
 */
export async function getItemWithDocument(
  { db }: Pick<AuthoringParts, 'db'>,
  { workspaceId }: StudioCaller,
  itemId: string,
): Promise<LibraryItemWithDocument> {
  return requireFound(await findItemWithDocument(db, workspaceId, itemId), itemId);
}

function requireFound<Item>(item: Item | null, itemId: string): Item {
  if (item === null) throw studioProblems.libraryItemNotFound(itemId);
  return item;
}

/**
 * Adds an item. Its files are contents that the workspace has already: uploaded for the library, or of a
 * template.
 *
 * @throws Problem VALIDATION_ERROR, STORAGE_LIMIT_REACHED, SERVICE_UNAVAILABLE
 */
export async function createItem(
  parts: AuthoringParts,
  caller: StudioCaller,
  { kind, ...given }: GivenItem & { readonly kind: LibraryKind; readonly name: string },
): Promise<LibraryItem> {
  const { name, color = null, document = null } = given;
  requireGoodParts({ kind, color, document, files: given.files ?? [] });
  const files = await findFiles(parts, caller, given.files ?? []);
  const content = { name: name.trim(), color, document, files };
  await requireGoodContent(parts, caller, { kind, ...content });
  const id = await insertItem(parts.db, caller, { kind, content }, admit(parts, ['libraryItems', 'bytes']));
  // Removed by a sweep just now.
  if (id === null) throw lostFile();
  return await getItem(parts, caller, id);
}

/**
 * Changes an item. What templates have taken of it stays as it is until somebody takes the change over.
 *
 * @throws Problem NOT_FOUND, VALIDATION_ERROR, STORAGE_LIMIT_REACHED, SERVICE_UNAVAILABLE
 */
export async function updateItem(
  parts: AuthoringParts,
  caller: StudioCaller,
  itemId: string,
  given: GivenItem,
): Promise<LibraryItem> {
  const before = await getItemWithDocument(parts, caller, itemId);
  const { kind } = before;
  const color = given.color ?? before.color;
  const document = given.document ?? before.document;
  requireGoodParts({ kind, color, document, files: given.files ?? before.files });
  const content = {
    name: given.name?.trim() ?? before.name,
    color,
    document,
    files: given.files === undefined ? before.files : await findFiles(parts, caller, given.files),
  };
  // A new name needs no check.
  if (given.color !== undefined || given.document !== undefined || given.files !== undefined)
    await requireGoodContent(parts, caller, { kind, ...content });
  const outcome = await replaceItem(parts.db, caller, before, content, admit(parts, ['bytes']));
  if (outcome === 'lost-file') throw lostFile();
  // With what somebody else has just saved.
  if (outcome === 'changed-meanwhile') return await updateItem(parts, caller, itemId, given);
  return await getItem(parts, caller, itemId);
}

/**
 * Removes an item: members their own, owners everybody's. Templates keep their copies.
 *
 * @throws Problem NOT_FOUND, LIBRARY_ITEM_NOT_OWNED
 */
export async function deleteItem(parts: AuthoringParts, caller: StudioCaller, itemId: string): Promise<void> {
  const item = await getItem(parts, caller, itemId);
  if (!mayRemove(item, caller)) throw studioProblems.libraryItemNotOwned();
  if (!(await removeItem(parts.db, caller, item))) throw studioProblems.libraryItemNotFound(itemId);
}

/** Whether a member may remove an item. */
export function mayRemove(
  { createdBy }: Pick<LibraryItem, 'createdBy'>,
  { accountId, role }: Pick<StudioCaller, 'accountId' | 'role'>,
): boolean {
  return role === 'OWNER' || createdBy?.id === accountId;
}

function admit({ plans }: AuthoringParts, added: readonly StoredKind[]): Admit {
  return (transaction, workspaceId) => requireRoom(transaction, { plans, workspaceId }, added);
}

function lostFile() {
  const detail = 'A file was removed meanwhile, since nothing used it. Upload it again.';
  return problems.invalidRequest([{ pointer: '/files', detail }]);
}
