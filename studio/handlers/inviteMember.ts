import { inviteMember as invite } from '../../src/domain/members/members.ts';
import { memberBody } from './mapping/member.ts';
import type { Handler } from './operation.ts';

export const inviteMember: Handler<'inviteMember'> = async ({ caller, body }, { db, publicUrl }) => {
  const { email, role = 'MEMBER' } = body;
  const { member, link } = await invite(db, caller, { email, role, publicUrl: publicUrl() });
  const { url, expiresAt } = link;
  return {
    status: 201,
    headers: {},
    body: { member: memberBody(member), link: { url, expiresAt: expiresAt.toISOString() } },
  };
};
