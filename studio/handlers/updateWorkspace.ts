import { changeWorkspaceSettings } from '../../src/domain/members/workspace-settings.ts';
import type { Handler } from './operation.ts';

export const updateWorkspace: Handler<'updateWorkspace'> = async ({ caller, body }, { db }) => {
  await changeWorkspaceSettings(db, caller, body);
  return { status: 204, headers: {} };
};
