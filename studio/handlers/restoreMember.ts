import { restoreMember as restore } from '../../src/domain/members/remove-member.ts';
import { invitedMemberBody } from './mapping/member.ts';
import type { Handler } from './operation.ts';

export const restoreMember: Handler<'restoreMember'> = async ({ caller, path, body }, { db, publicUrl }) => {
  const { email, role = 'MEMBER' } = body;
  const invited = await restore(db, caller, path.memberId, { email, role, publicUrl: publicUrl() });
  return { status: 201, headers: {}, body: invitedMemberBody(invited) };
};
