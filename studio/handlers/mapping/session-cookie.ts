import type { SignInClient } from '../../../src/domain/sessions/sign-in.ts';
import type { Client, Cookie } from '../operation.ts';

/** The longest life of a session, and of a known browser. */
const maxAgeSeconds = 90 * 24 * 60 * 60;

/** Sets the session cookie. */
export function sessionCookie(token: string): Cookie {
  return { name: 'session', value: token, maxAgeSeconds };
}

/** Sets the cookie by which the browser is known the next time. */
export function deviceCookie(token: string): Cookie {
  return { name: 'device', value: token, maxAgeSeconds };
}

/** The browser that signs in. */
export function signInClient({ address, userAgent, cookies }: Client): SignInClient {
  return { address, userAgent, token: cookies.session, device: cookies.device };
}
