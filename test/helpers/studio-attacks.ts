import assert from 'node:assert/strict';
import type { Answer } from './http.ts';
import type { Credentials } from './studio-accounts.ts';
import type { Studio } from './studio.ts';

/** Signs in with a password, as nobody. */
export function signInAs(
  studio: Studio,
  { email, password }: Pick<Credentials, 'email' | 'password'>,
): Promise<Answer> {
  return studio.call('signInWithPassword', { as: null, json: { email, password } });
}

/** The token of the session cookie that an answer sets; empty if it sets none. */
export function getToken({ headers }: Answer): string {
  const [cookie = ''] = headers.getSetCookie();
  return /^(?:__Host-)?platen_session=([\w-]{43});/.exec(cookie)?.[1] ?? '';
}

/** Whether a token is that of a session. */
export async function isSignedIn(studio: Studio, token: string): Promise<boolean> {
  const { status } = await studio.call('getSession', { as: { token } });
  assert.ok(status === 200 || status === 401);
  return status === 200;
}
