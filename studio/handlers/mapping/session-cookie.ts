import type { SignInClient } from '../../../src/domain/sessions/sign-in.ts';
import type { Client, Cookie } from '../operation.ts';

/** The longest life of a session. */
const maxAgeSeconds = 90 * 24 * 60 * 60;

/** Sets the session cookie. */
export function sessionCookie(token: string): Cookie {
  return { name: 'session', value: token, maxAgeSeconds };
}

/** The browser that signs in. */
export function signInClient({ address, userAgent, cookies }: Client): SignInClient {
  return { address, userAgent, token: cookies.session };
}
