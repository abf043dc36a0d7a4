/** Changes of the library of a workspace. Each is one transaction, with its entry in the activity log. */
import { writeOnce } from '../../common/text/written-json.ts';
import { recordActivity, type ActivityAction } from '../activity.ts';
import { queryRow, queryRows, type Database } from '../database.ts';
import type { StudioCaller } from '../sessions.ts';
import type { Admit } from '../stored-data.ts';
import type { LibraryContent, LibraryFile, LibraryItem, LibraryKind } from './items.ts';

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
