/**
 * API keys. Only the SHA-256 of a key is stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { queryRows, type Database } from './database.ts';

export interface ApiKey {
  readonly keyId: string;
  readonly name: string;
  readonly accountId: string;
  /** The key's first characters. */
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Max keys of a workspace. */
export const MAX_KEYS = 5;

const prefixLength = 12;

/** The hash under which a key is stored. */
export function hashKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey, 'utf8').digest();
}

/**
 * Creates a key for an account and returns it; it can't be read again.
 *
 * @returns `full` if the workspace has `MAX_KEYS` keys already
 */
export async function createKey(
  db: Database,
  { accountId, name }: { readonly accountId: string; readonly name: string },
): Promise<{ readonly keyId: string; readonly apiKey: string } | 'unknown-account' | 'full'> {
  const apiKey = `plt_${randomBytes(32).toString('base64url')}`;
  return await db.transaction(async (transaction) => {
    // Locked, so that the count of keys does not change before the insert is committed.
    const [workspace] = await queryRows<{ id: string }>(
      transaction,
      `select w.id from workspaces w join accounts a on a.workspace_id = w.id
       where a.id = :accountId for no key update of w`,
      { accountId },
    );
    if (workspace === undefined) return 'unknown-account';
    const [key] = await queryRows<{ keyId: string }>(
      transaction,
      `insert into api_keys (workspace_id, account_id, name, prefix, hash)
       select :workspaceId, :accountId, :name, :prefix, :hash
       where (select count(*) from api_keys where workspace_id = :workspaceId) < :maxKeys
       returning id as "keyId"`,
      {
        workspaceId: workspace.id,
        accountId,
        name,
        prefix: apiKey.slice(0, prefixLength),
        hash: hashKey(apiKey),
        maxKeys: MAX_KEYS,
      },
    );
    return key === undefined ? 'full' : { keyId: key.keyId, apiKey };
  });
}

/** The keys of a workspace, oldest first. */
export async function listKeys(db: Database, workspaceId: string): Promise<ApiKey[]> {
  return await queryRows<ApiKey>(
    db,
    `select id as "keyId", name, account_id as "accountId", prefix,
            created_at as "createdAt", last_used_at as "lastUsedAt"
     from api_keys where workspace_id = :workspaceId order by created_at, id`,
    { workspaceId },
  );
}

/** Deletes a key. False if there is no such key. */
export async function deleteKey(db: Database, keyId: string): Promise<boolean> {
  const deleted = await queryRows(db, 'delete from api_keys where id = :keyId returning id', { keyId });
  return deleted.length > 0;
}
