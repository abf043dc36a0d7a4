/**
 * Workspaces (organizations with one plan and one quota) and accounts (their members).
 */
import { randomBytes } from 'node:crypto';
import { queryRow, queryRows, type Database } from './database.ts';
import type { PlanName } from '../config/plans.ts';

export interface Workspace {
  readonly workspaceId: string;
  readonly name: string;
  readonly plan: PlanName;
  /** `whsec_` and base64: signs the completion callbacks of all its jobs. */
  readonly callbackSecret: string;
}

const columns = 'id as "workspaceId", name, plan, callback_secret as "callbackSecret"';

export async function createWorkspace(
  db: Database,
  { name, plan }: { readonly name: string; readonly plan: PlanName },
): Promise<Workspace> {
  const callbackSecret = `whsec_${randomBytes(32).toString('base64')}`;
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

/** Adds a member to a workspace and returns its id. Null if there is no such workspace. */
export async function createAccount(
  db: Database,
  { workspaceId, name }: { readonly workspaceId: string; readonly name: string },
): Promise<string | null> {
  const [account] = await queryRows<{ id: string }>(
    db,
    `insert into accounts (workspace_id, name)
     select id, :name from workspaces where id = :workspaceId returning id`,
    { workspaceId, name },
  );
  return account?.id ?? null;
}

/** An account with the workspace it belongs to, or null. */
export async function findAccount(
  db: Database,
  accountId: string,
): Promise<{ readonly accountId: string; readonly workspaceId: string } | null> {
  const [account] = await queryRows<{ accountId: string; workspaceId: string }>(
    db,
    'select id as "accountId", workspace_id as "workspaceId" from accounts where id = :accountId',
    { accountId },
  );
  return account ?? null;
}
