/** The library of a workspace: what its templates take copies of. */
import { writeOnce } from '../common/text/written-json.ts';
import { recordActivity, type ActivityAction } from './activity.ts';
import { searchPattern } from './authoring/search.ts';
import { selectPerson, type Person } from './authoring/versions.ts';
import type { JsonDocument } from './authoring/working-copies.ts';
import { queryRow, queryRows, type Database } from './database.ts';
import { readRows } from './lost-connection.ts';
import type { Page } from './projects.ts';
import { readDocument } from './read-document.ts';
import type { StudioCaller } from './sessions.ts';
import type { Admit } from './stored-data.ts';

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

/** Who changes something in a library. */
type LibraryAuthor = Pick<StudioCaller, 'workspaceId' | 'accountId' | 'accountName'>;

/**
 * Adds an item to the library of a workspace, unless `admit` throws. Null: one of its files is not in storage
 * any more.
 */
export async function insertItem(
  db: Database,
  author: LibraryAuthor,
  { kind, content }: { readonly kind: LibraryKind; readonly content: LibraryContent },
  admit: Admit,
): Promise<string | null> {
  const { workspaceId, accountId } = author;
  return await db.transaction(async (transaction) => {
    if (!(await keepFiles(transaction, workspaceId, content.files))) return null;
    const { id } = await queryRow<{ id: string }>(
      transaction,
      `insert into library_items (workspace_id, kind, name, color, document, bytes, created_by, updated_by)
       values (:workspaceId, :kind, :name, :color, cast(:document as json), :bytes, :accountId, :accountId)
       returning id`,
      { workspaceId, accountId, kind, ...toColumns(content) },
    );
    await insertFiles(transaction, id, content.files);
    await recordChange(transaction, author, 'LIBRARY_ITEM_ADDED', { kind, name: content.name });
    await admit(transaction, workspaceId);
    return id;
  });
}

/** Why an item was not replaced, or that it was. */
type LibraryReplacement = 'replaced' | 'changed-meanwhile' | 'lost-file';

/**
 * Replaces the content of an item, unless somebody else has changed it since it was read, or `admit` throws
 * for a content that is longer than before.
 */
export async function replaceItem(
  db: Database,
  author: LibraryAuthor,
  before: LibraryItem,
  content: LibraryContent,
  admit: Admit,
): Promise<LibraryReplacement> {
  const { workspaceId, accountId } = author;
  const hasSameFiles = describeFiles(content.files) === describeFiles(before.files);
  return await db.transaction(async (transaction) => {
    const [locked] = await queryRows<{ bytes: number }>(
      transaction,
      `select cast(bytes as float8) as bytes from library_items
       where id = :id and workspace_id = :workspaceId and revision = :revision and name = :name for update`,
      { id: before.id, workspaceId, revision: before.revision, name: before.name },
    );
    if (locked === undefined) return 'changed-meanwhile';
    if (!(await keepFiles(transaction, workspaceId, content.files))) return 'lost-file';
    const values = toColumns(content);
    await queryRows(
      transaction,
      `update library_items
       set name = :name, color = :color, document = cast(:document as json), bytes = :bytes,
           revision = revision + case
             when :hasSameFiles and color is not distinct from cast(:color as text)
               and cast(document as text) is not distinct from cast(:document as text) then 0
             else 1 end,
           updated_at = now(), updated_by = :accountId
       where id = :id`,
      { id: before.id, accountId, hasSameFiles, ...values },
    );
    await queryRows(transaction, 'delete from library_files where item_id = :id', { id: before.id });
    await insertFiles(transaction, before.id, content.files);
    await recordChange(transaction, author, 'LIBRARY_ITEM_CHANGED', {
      kind: before.kind,
      name: content.name,
    });
    if (values.bytes > locked.bytes) await admit(transaction, workspaceId);
    return 'replaced';
  });
}

/** Removes an item of a workspace. False if it has no such item. */
export async function removeItem(
  db: Database,
  author: LibraryAuthor,
  { id, kind, name }: Pick<LibraryItem, 'id' | 'kind' | 'name'>,
): Promise<boolean> {
  const { workspaceId } = author;
  return await db.transaction(async (transaction) => {
    const removed = await queryRows(
      transaction,
      'delete from library_items where id = :id and workspace_id = :workspaceId returning 1',
      { id, workspaceId },
    );
    if (removed.length === 0) return false;
    await recordChange(transaction, author, 'LIBRARY_ITEM_REMOVED', { kind, name });
    return true;
  });
}

/**
 * Makes sure that no sweep removes files before the transaction refers to them. False: one of them is gone,
 * or the workspace has never had it.
 */
async function keepFiles(
  transaction: Database,
  workspaceId: string,
  files: readonly LibraryFile[],
): Promise<boolean> {
  const hashes = [...new Set(files.map(({ hash }) => hash))].sort();
  if (hashes.length === 0) return true;
  const bindings = { workspaceId, hashes };
  const kept = await queryRows(
    transaction,
    `update blobs set touched_at = now()
     where hash in (
       select b.hash from blobs b join workspace_files w on w.hash = b.hash
       where w.workspace_id = :workspaceId
         and b.hash in (select decode(h, 'hex') from unnest(cast(:hashes as text[])) h)
       order by b.hash for update of b
     )
     returning 1`,
    bindings,
  );
  await queryRows(
    transaction,
    `update workspace_files set touched_at = now()
     where workspace_id = :workspaceId
       and hash in (select decode(h, 'hex') from unnest(cast(:hashes as text[])) h)`,
    bindings,
  );
  return kept.length === hashes.length;
}

async function insertFiles(
  transaction: Database,
  itemId: string,
  files: readonly LibraryFile[],
): Promise<void> {
  await queryRows(
    transaction,
    `insert into library_files (item_id, path, hash, bytes, media_type)
     select :itemId, f.path, decode(f.hash, 'hex'), f.bytes, f."mediaType"
     from jsonb_to_recordset(cast(:files as jsonb))
       as f (path text, hash text, bytes bigint, "mediaType" text)`,
    { itemId, files: JSON.stringify(files) },
  );
}

async function recordChange(
  transaction: Database,
  { workspaceId, accountId, accountName }: LibraryAuthor,
  action: ActivityAction,
  { kind, name }: { readonly kind: LibraryKind; readonly name: string },
): Promise<void> {
  await recordActivity(transaction, {
    workspaceId,
    actor: { id: accountId, name: accountName },
    action,
    accountId,
    subject: name,
    detail: kindNames[kind],
  });
}

/** The kinds in the log. */
const kindNames: Readonly<Record<LibraryKind, string>> = {
  COLOR: 'Color',
  FONT: 'Font',
  LOGO: 'Logo',
  PICTURE: 'Picture',
  TEXT_STYLE: 'Text style',
  BLOCK: 'Block',
};

function toColumns({ name, color, document }: LibraryContent) {
  const text = document === null ? null : writeOnce(document).text;
  const bytes = Buffer.byteLength(`${name}${color ?? ''}${text ?? ''}`);
  return { name, color, document: text, bytes };
}

function describeFiles(files: readonly LibraryFile[]): string {
  return JSON.stringify(files.map(({ path, hash }) => [path, hash]).sort());
}
