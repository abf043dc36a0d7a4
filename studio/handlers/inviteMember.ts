import { inviteMember as invite } from '../../src/domain/members/members.ts';
import { invitedMemberBody } from './mapping/member.ts';
import type { Handler } from './operation.ts';

export const inviteMember: Handler<'inviteMember'> = async ({ caller, body }, { db, publicUrl }) => {
  const { email, role = 'MEMBER' } = body;
  const invited = await invite(db, caller, { email, role, publicUrl: publicUrl() });
  return { status: 201, headers: {}, body: invitedMemberBody(invited) };
};
