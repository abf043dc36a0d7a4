import { recordActivity } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import { setFactorRequired } from '../../store/second-factors.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { requireOwner, toPerson } from './caller.ts';

/** Settings that owners change for all members. */
export interface WorkspaceSettings {
  /** Members who sign in without a provider need a second factor. */
  readonly requiresSecondFactor: boolean;
}

/**
 * Changes the settings of the caller's workspace. They hold at once, also for open sessions.
 *
 * @throws Problem OWNER_ONLY
 */
export async function changeWorkspaceSettings(
  db: Database,
  caller: StudioCaller,
  { requiresSecondFactor }: WorkspaceSettings,
): Promise<void> {
  const { workspaceId, workspaceName } = caller;
  await db.transaction(async (transaction) => {
    await requireOwner(transaction, caller);
    if (!(await setFactorRequired(transaction, workspaceId, requiresSecondFactor))) return;
    await recordActivity(transaction, {
      workspaceId,
      actor: toPerson(caller),
      action: 'WORKSPACE_CHANGED',
      accountId: null,
      subject: workspaceName,
      detail: `Second factor: ${requiresSecondFactor ? 'required' : 'not required'}`,
    });
  });
}
