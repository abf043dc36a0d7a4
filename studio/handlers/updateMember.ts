import { updateMember as update } from '../../src/domain/members/members.ts';
import { memberBody } from './mapping/member.ts';
import type { Handler } from './operation.ts';

export const updateMember: Handler<'updateMember'> = async ({ caller, path, body }, { db }) => {
  const member = await update(db, caller, path.memberId, body);
  return { status: 200, headers: {}, body: memberBody(member) };
};
