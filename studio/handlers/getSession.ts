import { readOwnSession } from '../../src/domain/sessions/own-sessions.ts';
import type { Handler } from './operation.ts';
import { sessionBody } from './mapping/session.ts';

export const getSession: Handler<'getSession'> = async ({ caller }, { session }) => {
  return { status: 200, headers: {}, body: sessionBody(await readOwnSession(session, caller)) };
};
