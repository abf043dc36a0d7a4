import { endOwnSession } from '../../src/domain/sessions/own-sessions.ts';
import type { Handler } from './operation.ts';

export const endSession: Handler<'endSession'> = async ({ caller, path }, { db }) => {
  await endOwnSession(db, caller, path.sessionId);
  return { status: 204, headers: {} };
};
