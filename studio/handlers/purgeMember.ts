import { purgeMember as purge } from '../../src/domain/members/remove-member.ts';
import type { Handler } from './operation.ts';

export const purgeMember: Handler<'purgeMember'> = async ({ caller, path }, { deleteAccount }) => {
  await purge(deleteAccount, caller, path.memberId);
  return { status: 204, headers: {} };
};
