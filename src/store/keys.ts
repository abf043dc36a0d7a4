/**
 * API keys. Only the SHA-256 of a key is stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { DEFAULT_PLANS, type PlanName, type Plans } from '../config/plans.ts';
import { queryRows, type Database } from './database.ts';

export interface ApiKey {
  readonly keyId: string;
  readonly name: string;
  readonly accountId: string;
  /** The key's first characters. */
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** From then on the key is refused like an unknown one. Null: it does not expire. */
  readonly expiresAt: Date | null;
  /** Only of keys that may import templates. */
  readonly mayAuthor?: true;
}

export interface NewKey {
  readonly accountId: string;
  readonly name: string;
  /** How long the key works. Null or missing: until it is deleted. */
  readonly lifetimeMs?: number | null;
  /** It may import templates. Default: it may not. */
  readonly mayAuthor?: boolean;
}

export interface CreatedKey extends Pick<ApiKey, 'keyId' | 'expiresAt'> {
  readonly apiKey: string;
}

const prefixLength = 12;

/** The hash under which a key is stored. */
export function hashKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey, 'utf8').digest();
}

/**
 * Creates a key for an account and returns it; it can't be read again.
 *
 * @returns `full` if the workspace has as many keys as its plan allows; expired ones do not count
 */
export async function createKey(
  db: Database,
  { accountId, name, lifetimeMs = null, mayAuthor = false }: NewKey,
  plans: Plans = DEFAULT_PLANS,
): Promise<CreatedKey | 'unknown-account' | 'full'> {
  const apiKey = `plt_${randomBytes(32).toString('base64url')}`;
  return await db.transaction(async (transaction) => {
    // Locked, so that the count of keys does not change before the insert is committed.
    const [workspace] = await queryRows<{ id: string; plan: PlanName }>(
      transaction,
      `select w.id, w.plan from workspaces w join accounts a on a.workspace_id = w.id
       where a.id = :accountId for no key update of w`,
      { accountId },
    );
    if (workspace === undefined) return 'unknown-account';
    const [key] = await queryRows<Pick<ApiKey, 'keyId' | 'expiresAt'>>(
      transaction,
      `insert into api_keys (workspace_id, account_id, name, prefix, hash, may_author, expires_at)
       select :workspaceId, :accountId, :name, :prefix, :hash, :mayAuthor,
              now() + cast(:lifetimeMs as double precision) * interval '1 millisecond'
       where (
         select count(*) from api_keys
         where workspace_id = :workspaceId and (expires_at is null or expires_at > now())
       ) < :maxKeys
       returning id as "keyId", expires_at as "expiresAt"`,
      {
        workspaceId: workspace.id,
        accountId,
        name,
        prefix: apiKey.slice(0, prefixLength),
        hash: hashKey(apiKey),
        mayAuthor,
        lifetimeMs,
        maxKeys: plans[workspace.plan].keysPerWorkspace,
      },
    );
    return key === undefined ? 'full' : { ...key, apiKey };
  });
}

/** The keys of a workspace, oldest first. */
export async function listKeys(db: Database, workspaceId: string): Promise<ApiKey[]> {
  const keys = await queryRows<Omit<ApiKey, 'mayAuthor'> & { readonly mayAuthor: boolean }>(
    db,
    `select id as "keyId", name, account_id as "accountId", prefix,
            created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt",
            may_author as "mayAuthor"
     from api_keys where workspace_id = :workspaceId order by created_at, id`,
    { workspaceId },
  );
  return keys.map(({ mayAuthor, ...key }) => (mayAuthor ? { ...key, mayAuthor } : key));
}

/** Deletes a key. False if there is no such key. */
export async function deleteKey(db: Database, keyId: string): Promise<boolean> {
  const deleted = await queryRows(db, 'delete from api_keys where id = :keyId returning id', { keyId });
  return deleted.length > 0;
}
