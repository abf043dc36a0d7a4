import { removeMember as remove } from '../../src/domain/members/remove-member.ts';
import type { Handler } from './operation.ts';

export const removeMember: Handler<'removeMember'> = async ({ caller, path, query }, { deleteAccount }) => {
  await remove(deleteAccount, caller, { memberId: path.memberId, heirId: query.heirId ?? null });
  return { status: 204, headers: {} };
};
