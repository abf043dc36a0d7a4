import { signOut as endCurrent } from '../../src/domain/sessions/own-sessions.ts';
import type { Handler } from './operation.ts';

export const signOut: Handler<'signOut'> = async ({ caller }, { db }) => {
  await endCurrent(db, caller);
  return {
    status: 204,
    headers: { 'Clear-Site-Data': '"cache", "storage"' },
    cookies: [{ name: 'session', value: null, maxAgeSeconds: 0 }],
  };
};
