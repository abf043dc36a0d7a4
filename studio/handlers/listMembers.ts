import { readMembers } from '../../src/domain/members/members.ts';
import { memberBody } from './mapping/member.ts';
import type { Handler } from './operation.ts';

export const listMembers: Handler<'listMembers'> = async ({ caller }, { db }) => {
  const members = await readMembers(db, caller);
  return { status: 200, headers: {}, body: { data: members.map(memberBody) } };
};
