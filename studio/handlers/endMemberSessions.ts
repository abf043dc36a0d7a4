import { endMemberSessions as end } from '../../src/domain/members/end-sessions.ts';
import type { Handler } from './operation.ts';

export const endMemberSessions: Handler<'endMemberSessions'> = async ({ caller, path }, { db }) => {
  await end(db, caller, path.memberId);
  return { status: 204, headers: {} };
};
