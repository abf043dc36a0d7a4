/** The cookies of the app (RFC 6265bis): their names, attributes and values. */
import type { IncomingMessage } from 'node:http';
import type { Client, Cookie, CookieName } from '../../../studio/handlers/operation.ts';

const names: readonly CookieName[] = ['session', 'oidc', 'device'];

/** What a value of ours consists of, so that it needs no quotes and no encoding. */
const valueForm = /^[\w.~-]+$/;

/**
 * The values of our cookies in a request. A name that is given more than once has none: a page of a
 * neighbouring host may have added the other value.
 */
export function readCookies({ headers }: IncomingMessage, isSecure: boolean): Client['cookies'] {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return Object.fromEntries(
    names.flatMap((name) => {
      const start = `${fullName(name, isSecure)}=`;
      const values = pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
      const [value = ''] = values;
      return values.length === 1 && valueForm.test(value) ? [[name, value]] : [];
    }),
  );
}

/** The value of Set-Cookie for a cookie. */
export function writeCookie({ name, value, maxAgeSeconds }: Cookie, isSecure: boolean): string {
  if (value !== null && !valueForm.test(value)) throw new Error(`the cookie ${name} has another form`);
  const age = value === null ? 0 : Math.max(0, Math.floor(maxAgeSeconds));
  return [
    `${fullName(name, isSecure)}=${value ?? ''}`,
    'Path=/',
    `Max-Age=${age}`,
    'HttpOnly',
    // A link to the app, and the way back from an identity provider, must find the session.
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
}

/** With TLS, browsers accept the prefix only from this host, over TLS, for every path. */
function fullName(name: CookieName, isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}platen_${name}`;
}
