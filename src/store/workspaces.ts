/**
 * Workspaces (organizations with one plan and one quota) and accounts (their members).
 */
import { randomBytes } from 'node:crypto';
import { recordActivity } from './activity.ts';
import { queryRow, queryRows, type Database } from './database.ts';
import type { PlanName } from '../config/plans.ts';
import type { Role } from './members.ts';

export interface Workspace {
  readonly workspaceId: string;
  readonly name: string;
  readonly plan: PlanName;
  /** `whsec_` and base64: signs the completion callbacks of all its jobs. */
  readonly callbackSecret: string;
  /** Until then the secret before the last rotation signs too. Null if only one secret signs. */
  readonly previousSecretUntil: Date | null;
}

const columns = `id as "workspaceId", name, plan, callback_secret as "callbackSecret",
  case when previous_callback_secret_until > now() then previous_callback_secret_until end
    as "previousSecretUntil"`;

export async function createWorkspace(
  db: Database,
  { name, plan }: { readonly name: string; readonly plan: PlanName },
): Promise<Workspace> {
  const callbackSecret = makeCallbackSecret();
  return await queryRow<Workspace>(
    db,
    `insert into workspaces (name, plan, callback_secret) values (:name, :plan, :callbackSecret)
     returning ${columns}`,
    { name, plan, callbackSecret },
  );
}

export async function findWorkspace(db: Database, workspaceId: string): Promise<Workspace | null> {
  const [workspace] = await queryRows<Workspace>(
    db,
    `select ${columns} from workspaces where id = :workspaceId`,
    { workspaceId },
  );
  return workspace ?? null;
}

/** All workspaces, by name. */
export async function listWorkspaces(db: Database): Promise<Workspace[]> {
  return await queryRows<Workspace>(db, `select ${columns} from workspaces order by name, id`, {});
}

/** Renames a workspace. Null if there is no such workspace. */
export async function renameWorkspace(
  db: Database,
  workspaceId: string,
  name: string,
): Promise<Workspace | null> {
  const [workspace] = await queryRows<Workspace>(
    db,
    `update workspaces set name = :name where id = :workspaceId returning ${columns}`,
    { workspaceId, name },
  );
  return workspace ?? null;
}

/** Changes a workspace's plan, effective from its next request. Null if there is no such workspace. */
export async function setWorkspacePlan(
  db: Database,
  workspaceId: string,
  plan: PlanName,
): Promise<Workspace | null> {
  const [workspace] = await queryRows<Workspace>(
    db,
    `update workspaces set plan = :plan where id = :workspaceId returning ${columns}`,
    { workspaceId, plan },
  );
  return workspace ?? null;
}

/** A new callback secret, and the end of the overlap in which the one before it signs too. */
export interface RotatedSecret {
  readonly workspaceName: string;
  readonly callbackSecret: string;
  readonly previousUntil: Date;
  /** The secret that a rotation shortly before has replaced does not sign any more, before its time. */
  readonly endsOverlap: boolean;
}

/** Replaces a workspace's callback secret. Null if there is no such workspace. */
export async function rotateCallbackSecret(
  db: Database,
  workspaceId: string,
  { overlapMs }: { readonly overlapMs: number },
): Promise<RotatedSecret | null> {
  const [rotated] = await queryRows<RotatedSecret>(
    db,
    `update workspaces w set
       callback_secret = :callbackSecret,
       previous_callback_secret = old.callback_secret,
       previous_callback_secret_until = now() + :overlapMs * interval '1 millisecond'
     from (select * from workspaces where id = :workspaceId for update) old
     where w.id = old.id
     returning w.name as "workspaceName", w.callback_secret as "callbackSecret",
               w.previous_callback_secret_until as "previousUntil",
               coalesce(old.previous_callback_secret_until > now(), false) as "endsOverlap"`,
    { workspaceId, callbackSecret: makeCallbackSecret(), overlapMs },
  );
  return rotated ?? null;
}

function makeCallbackSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export interface NewAccount {
  readonly workspaceId: string;
  readonly name: string;
  /** As `normalizeEmail` returns it. Default: none. */
  readonly email?: string | undefined;
  /** Default: `OWNER` for the first account of a workspace, `MEMBER` for others. */
  readonly role?: Role | undefined;
}

/**
 * Adds a member to a workspace and returns its id. Null if there is no such workspace.
 *
 * @throws a unique violation if another account has the address
 */
export async function createAccount(
  db: Database,
  { workspaceId, name, email, role }: NewAccount,
): Promise<string | null> {
  return await db.transaction(async (transaction) => {
    // Locked: of two accounts that are created at once, one is the first.
    const found = await queryRows(
      transaction,
      'select from workspaces where id = :workspaceId for no key update',
      { workspaceId },
    );
    if (found.length === 0) return null;
    const created = await queryRow<{ id: string; role: Role }>(
      transaction,
      `insert into accounts (workspace_id, name, email, role)
       values (:workspaceId, :name, :email, coalesce(:role, case
         when exists (
           select from accounts where workspace_id = :workspaceId and removed_at is null
         ) then 'MEMBER' else 'OWNER' end))
       returning id, role`,
      { workspaceId, name, email: email ?? null, role: role ?? null },
    );
    const { id: accountId } = created;
    const detail = `As ${created.role.toLowerCase()}`;
    await recordActivity(transaction, {
      workspaceId,
      actor: null,
      action: 'MEMBER_JOINED',
      accountId,
      subject: name,
      detail,
    });
    return accountId;
  });
}

/** A member of a workspace. */
export interface Account {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
}

/** An account with the workspace it belongs to, or null. */
export async function findAccount(db: Database, accountId: string): Promise<Account | null> {
  const [account] = await queryRows<Account>(
    db,
    `select id as "accountId", workspace_id as "workspaceId", name, email, role
     from accounts where id = :accountId and removed_at is null`,
    { accountId },
  );
  return account ?? null;
}
