/**
 * API keys. Only the SHA-256 of a key is stored.
 */
import { randomBytes } from 'node:crypto';
import { DEFAULT_PLANS, type PlanName, type Plans } from '../config/plans.ts';
import { recordActivity, type Person } from './activity.ts';
import { queryRows, type Database } from './database.ts';
import { hashToken } from './tokens.ts';

export interface ApiKey {
  readonly keyId: string;
  readonly name: string;
  readonly accountId: string;
  readonly accountName: string;
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
  /** Who creates it. Default: the operator. */
  readonly actor?: Person | null;
}

export interface CreatedKey extends Pick<ApiKey, 'keyId' | 'expiresAt'> {
  readonly apiKey: string;
}

const prefixLength = 12;

/** The hash under which a key is stored. */
export function hashKey(apiKey: string): Buffer {
  return hashToken(apiKey);
}

/**
 * Creates a key for an account and returns it; it can't be read again.
 *
 * @returns `full` if the workspace has as many keys as its plan allows; expired ones do not count
 */
export async function createKey(
  db: Database,
  { accountId, name, lifetimeMs = null, mayAuthor = false, actor = null }: NewKey,
  plans: Plans = DEFAULT_PLANS,
): Promise<CreatedKey | 'unknown-account' | 'full'> {
  const apiKey = `plt_${randomBytes(32).toString('base64url')}`;
  return await db.transaction(async (transaction) => {
    // Locked, so that the count of keys does not change before the insert is committed.
    const [workspace] = await queryRows<{ id: string; plan: PlanName }>(
      transaction,
      `select w.id, w.plan from workspaces w join accounts a on a.workspace_id = w.id
       where a.id = :accountId and a.removed_at is null for no key update of w`,
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
    if (key === undefined) return 'full';
    await recordActivity(transaction, {
      workspaceId: workspace.id,
      actor,
      action: 'KEY_CREATED',
      accountId,
      subject: name,
    });
    return { ...key, apiKey };
  });
}

/**
 * The keys of a workspace, oldest first.
 *
 * @param accountId only the keys of this account
 */
export async function listKeys(
  db: Database,
  workspaceId: string,
  accountId: string | null = null,
): Promise<ApiKey[]> {
  const keys = await queryRows<Omit<ApiKey, 'mayAuthor'> & { readonly mayAuthor: boolean }>(
    db,
    `select k.id as "keyId", k.name, k.account_id as "accountId", a.name as "accountName", k.prefix,
            k.created_at as "createdAt", k.last_used_at as "lastUsedAt", k.expires_at as "expiresAt",
            k.may_author as "mayAuthor"
     from api_keys k join accounts a on a.id = k.account_id
     where k.workspace_id = :workspaceId and k.account_id = coalesce(:accountId, k.account_id)
     order by k.created_at, k.id`,
    { workspaceId, accountId },
  );
  return keys.map(({ mayAuthor, ...key }) => (mayAuthor ? { ...key, mayAuthor } : key));
}

export interface KeyDeletion {
  /** Who deletes it. Default: the operator. */
  readonly actor?: Person | null;
  /** Only a key of this workspace. */
  readonly workspaceId?: string | null;
  /** Only a key of this account. */
  readonly accountId?: string | null;
}

/** Deletes a key. False if there is no such key. */
export async function deleteKey(
  db: Database,
  keyId: string,
  { actor = null, workspaceId = null, accountId = null }: KeyDeletion = {},
): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const [key] = await queryRows<{ name: string; workspaceId: string; accountId: string }>(
      transaction,
      `delete from api_keys
       where id = :keyId and workspace_id = coalesce(:workspaceId, workspace_id)
         and account_id = coalesce(:accountId, account_id)
       returning name, workspace_id as "workspaceId", account_id as "accountId"`,
      { keyId, workspaceId, accountId },
    );
    if (key === undefined) return false;
    const { name, ...owner } = key;
    await recordActivity(transaction, { ...owner, actor, action: 'KEY_DELETED', subject: name });
    return true;
  });
}
