/** The secret that signs the callbacks of a workspace. Showing and changing it is logged. */
import { recordActivity, type Person } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { findWorkspace, rotateCallbackSecret, type RotatedSecret } from '../../store/workspaces.ts';
import { studioProblems } from '../problems/studio-problems.ts';

/** How long the secret before also signs, unless the operator says otherwise. */
export const overlapMs = 24 * 60 * 60 * 1000;

/** A secret, and the end of the overlap in which the one before it signs too; null without an overlap. */
export interface ShownSecret {
  readonly callbackSecret: string;
  readonly previousUntil: Date | null;
}

/**
 * Shows an owner the secret.
 *
 * @throws Problem OWNER_ONLY
 */
export async function showSecret(db: Database, caller: StudioCaller): Promise<ShownSecret> {
  requireOwner(caller);
  const { workspaceId, workspaceName: subject } = caller;
  return await db.transaction(async (transaction) => {
    const workspace = await findWorkspace(transaction, workspaceId);
    if (workspace === null) throw studioProblems.unauthenticated();
    const actor = getPerson(caller);
    const action = 'CALLBACK_SECRET_SHOWN';
    await recordActivity(transaction, { workspaceId, actor, action, accountId: null, subject });
    return { callbackSecret: workspace.callbackSecret, previousUntil: workspace.previousSecretUntil };
  });
}

/**
 * Replaces the secret for an owner. The one before also signs for 24 hours.
 *
 * @throws Problem OWNER_ONLY
 */
export async function rotateOwnSecret(db: Database, caller: StudioCaller): Promise<ShownSecret> {
  requireOwner(caller);
  const { workspaceId } = caller;
  const rotated = await rotateSecret(db, { workspaceId, actor: getPerson(caller), overlapMs });
  if (rotated === null) throw studioProblems.unauthenticated();
  return rotated;
}

/**
 * Replaces a workspace's secret. Null if there is no such workspace.
 *
 * @param actor null: the operator
 */
export async function rotateSecret(
  db: Database,
  {
    workspaceId,
    actor,
    overlapMs: overlap,
  }: { readonly workspaceId: string; readonly actor: Person | null; readonly overlapMs: number },
): Promise<RotatedSecret | null> {
  return await db.transaction(async (transaction) => {
    const rotated = await rotateCallbackSecret(transaction, workspaceId, { overlapMs: overlap });
    if (rotated === null) return null;
    await recordActivity(transaction, {
      workspaceId,
      actor,
      action: 'CALLBACK_SECRET_ROTATED',
      accountId: null,
      subject: rotated.workspaceName,
      detail: overlap > 0 ? `Both sign until ${rotated.previousUntil.toISOString()}` : 'No overlap',
    });
    return rotated;
  });
}

function requireOwner({ role }: StudioCaller): void {
  if (role !== 'OWNER') throw studioProblems.ownerOnly();
}

function getPerson({ accountId, accountName }: StudioCaller): Person {
  return { id: accountId, name: accountName };
}
