/** Which template was imported from which sub-folder of TEMPLATES_DIR, and from what content. */
import { queryRows, type Database } from './database.ts';

/** A sub-folder, for one account and project. */
export interface TemplateFolderId {
  readonly accountId: string;
  readonly projectId: string;
  readonly folder: string;
}

export interface ImportedFolder {
  readonly templateId: string;
  /** SHA-256 of its files, hex. */
  readonly contentHash: string;
}

/** The last import of a folder; null if there was none, or its template was deleted. */
export async function findImportedFolder(db: Database, id: TemplateFolderId): Promise<ImportedFolder | null> {
  const [found] = await queryRows<ImportedFolder>(
    db,
    `select template_id as "templateId", encode(content_hash, 'hex') as "contentHash"
     from template_folders
     where account_id = :accountId and project_id = :projectId and folder = :folder`,
    { accountId: id.accountId, projectId: id.projectId, folder: id.folder },
  );
  return found ?? null;
}

/** Records an import, in the transaction that stores the template. */
export async function recordImportedFolder(
  transaction: Database,
  { accountId, projectId, folder, templateId, contentHash }: TemplateFolderId & ImportedFolder,
): Promise<void> {
  await queryRows(
    transaction,
    `insert into template_folders (account_id, project_id, folder, template_id, content_hash)
     values (:accountId, :projectId, :folder, :templateId, decode(:contentHash, 'hex'))
     on conflict (account_id, project_id, folder) do update
     set template_id = excluded.template_id, content_hash = excluded.content_hash, imported_at = now()`,
    { accountId, projectId, folder, templateId, contentHash },
  );
}
