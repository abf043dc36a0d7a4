/** The library of a workspace: what its templates take copies of. */
import { searchPattern } from '../authoring/search.ts';
import { selectPerson, type Person } from '../authoring/versions.ts';
import type { JsonDocument } from '../authoring/working-copies.ts';
import type { Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { Page } from '../projects.ts';
import { readDocument } from '../read-document.ts';

/** What an item of a library is. */
export type LibraryKind = 'COLOR' | 'FONT' | 'LOGO' | 'PICTURE' | 'TEXT_STYLE' | 'BLOCK';

/** A file of an item. */
export interface LibraryFile {
  readonly path: string;
  /** SHA-256 of the content, hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly mediaType: string;
}

/** What an item consists of. */
export interface LibraryContent {
  readonly name: string;
  readonly color: string | null;
  readonly document: JsonDocument | null;
  readonly files: readonly LibraryFile[];
}

/** An item of a library, as lists show it: without its document. */
export interface LibraryItem extends Omit<LibraryContent, 'document'> {
  readonly id: string;
  readonly kind: LibraryKind;
  /** Each change of the content adds one. */
  readonly revision: number;
  readonly createdBy: Person | null;
  readonly updatedBy: Person | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An item with its document. */
export interface LibraryItemWithDocument extends LibraryItem {
  readonly document: JsonDocument | null;
}

const columns = `i.id, i.kind, i.name, i.color, i.revision, i.created_at as "createdAt",
  i.updated_at as "updatedAt",
  (select ${selectPerson('a')} from accounts a where a.id = i.created_by) as "createdBy",
  (select ${selectPerson('a')} from accounts a where a.id = i.updated_by) as "updatedBy",
  (select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'hash', encode(f.hash, 'hex'),
            'bytes', f.bytes, 'mediaType', f.media_type) order by f.path), '[]')
   from library_files f where f.item_id = i.id) as files`;

/** Which items a list has. */
export interface LibraryFilter {
  /** Undefined: of every kind. */
  readonly kinds?: readonly LibraryKind[] | undefined;
  /** A part of the name. */
  readonly search?: string | undefined;
}

/** A page of the items of a workspace, by name, and how many there are in all. */
export async function searchItems(
  db: Database,
  workspaceId: string,
  { kinds, search }: LibraryFilter,
  { limit, offset }: Page,
): Promise<{ readonly entries: LibraryItem[]; readonly total: number }> {
  const bindings = {
    workspaceId,
    kinds: kinds === undefined ? null : [...kinds],
    search: searchPattern(search),
  };
  const isListed = `i.workspace_id = :workspaceId
    and (cast(:kinds as text[]) is null or i.kind = any (cast(:kinds as text[])))
    and (cast(:search as text) is null or i.name ilike cast(:search as text))`;
  const [entries, [count]] = await Promise.all([
    readRows<LibraryItem>(
      db,
      `select ${columns} from library_items i where ${isListed}
       order by lower(i.name), i.id limit :limit offset :offset`,
      { ...bindings, limit, offset },
    ),
    readRows<{ total: number }>(
      db,
      `select cast(count(*) as integer) as total from library_items i where ${isListed}`,
      bindings,
    ),
  ]);
  return { entries, total: count?.total ?? 0 };
}

/** An item of a workspace, or null. */
export async function findItem(
  db: Database,
  workspaceId: string,
  itemId: string,
): Promise<LibraryItem | null> {
  return await selectItem<LibraryItem>(db, workspaceId, itemId, columns);
}

/** As `findItem`, with the document, which is read in turns. */
export async function findItemWithDocument(
  db: Database,
  workspaceId: string,
  itemId: string,
): Promise<LibraryItemWithDocument | null> {
  const found = await selectItem<LibraryItem & { readonly document: string | null }>(
    db,
    workspaceId,
    itemId,
    `${columns}, cast(i.document as text) as document`,
  );
  if (found === null) return null;
  const { document } = found;
  return { ...found, document: document === null ? null : await readDocument(workspaceId, document) };
}

async function selectItem<Item>(
  db: Database,
  workspaceId: string,
  itemId: string,
  selected: string,
): Promise<Item | null> {
  const [found] = await readRows<Item>(
    db,
    `select ${selected} from library_items i where i.id = :itemId and i.workspace_id = :workspaceId`,
    { itemId, workspaceId },
  );
  return found ?? null;
}

/** The sizes of those contents that a workspace has in storage, by hash. */
export async function findWorkspaceFiles(
  db: Database,
  workspaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await readRows<{ hash: string; bytes: number }>(
    db,
    `select encode(w.hash, 'hex') as hash, cast(w.bytes as float8) as bytes
     from workspace_files w join blobs b on b.hash = w.hash
     where w.workspace_id = :workspaceId
       and w.hash in (select decode(h, 'hex') from unnest(cast(:hashes as text[])) h)`,
    { workspaceId, hashes: [...hashes] },
  );
  return new Map(rows.map(({ hash, bytes }) => [hash, bytes]));
}
