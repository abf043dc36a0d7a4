import { removeMember as remove } from '../../src/domain/members/members.ts';
import type { Handler } from './operation.ts';

export const removeMember: Handler<'removeMember'> = async ({ caller, path }, { deleteAccount }) => {
  await remove(deleteAccount, caller, path.memberId);
  return { status: 204, headers: {} };
};
