import { readSessions } from '../../src/domain/sessions/own-sessions.ts';
import type { Handler } from './operation.ts';

export const listSessions: Handler<'listSessions'> = async ({ caller }, { db }) => {
  const sessions = await readSessions(db, caller);
  const data = sessions.map(({ createdAt, lastUsedAt, expiresAt, ...session }) => ({
    ...session,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  return { status: 200, headers: {}, body: { data } };
};
