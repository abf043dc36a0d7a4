import type { Plans } from '../../config/plans.ts';
import type { Database } from '../../store/database.ts';
import { createKey, deleteKey, listKeys, type ApiKey } from '../../store/keys.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { studioProblems } from '../problems/studio-problems.ts';

export interface KeyParts {
  readonly db: Database;
  readonly plans: Plans;
}

/** A key as the caller sees it. */
export interface ShownKey extends ApiKey {
  readonly isYours: boolean;
}

/** The keys that a caller sees, newest first, and how many the workspace may have: owners see everybody's. */
export async function readKeys(
  { db, plans }: KeyParts,
  caller: StudioCaller,
): Promise<{ readonly keys: readonly ShownKey[]; readonly maxKeys: number }> {
  const keys = await listKeys(db, caller.workspaceId, ownOrAll(caller));
  const maxKeys = plans[caller.plan].keysPerWorkspace;
  return { keys: keys.toReversed().map((key) => shown(caller, key)), maxKeys };
}

export interface NewOwnKey {
  readonly name: string;
  /** Default: never. */
  readonly expiresInDays?: number | undefined;
  readonly mayAuthor: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Creates a key of the caller.
 *
 * @throws Problem KEY_LIMIT_REACHED
 */
export async function createOwnKey(
  { db, plans }: KeyParts,
  caller: StudioCaller,
  { name: given, expiresInDays, mayAuthor }: NewOwnKey,
): Promise<{ readonly key: ShownKey; readonly apiKey: string }> {
  const { accountId, accountName, workspaceId, plan } = caller;
  const name = given.trim();
  const lifetimeMs = expiresInDays === undefined ? null : expiresInDays * dayMs;
  const actor = { id: accountId, name: accountName };
  const created = await createKey(db, { accountId, name, lifetimeMs, mayAuthor, actor }, plans);
  if (created === 'unknown-account') throw studioProblems.unauthenticated();
  if (created === 'full') throw studioProblems.keyLimitReached(plans[plan].keysPerWorkspace);
  const { keyId, apiKey } = created;
  const key = (await listKeys(db, workspaceId, accountId)).find((each) => each.keyId === keyId);
  if (key === undefined) throw studioProblems.keyNotFound(keyId);
  return { key: shown(caller, key), apiKey };
}

/**
 * Deletes a key: an owner everybody's, others their own.
 *
 * @throws Problem NOT_FOUND
 */
export async function deleteVisibleKey(db: Database, caller: StudioCaller, keyId: string): Promise<void> {
  const { accountId, accountName, workspaceId } = caller;
  const actor = { id: accountId, name: accountName };
  if (!(await deleteKey(db, keyId, { actor, workspaceId, accountId: ownOrAll(caller) })))
    throw studioProblems.keyNotFound(keyId);
}

/** The account whose keys a caller sees. Null: those of all members. */
function ownOrAll({ role, accountId }: StudioCaller): string | null {
  return role === 'OWNER' ? null : accountId;
}

function shown({ accountId }: StudioCaller, key: ApiKey): ShownKey {
  return { ...key, isYours: key.accountId === accountId };
}
