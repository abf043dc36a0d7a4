import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { readCookies, writeCookie } from './cookies.ts';

const read = (cookie: string | undefined, isSecure = false) =>
  readCookies({ headers: { cookie } } as IncomingMessage, isSecure);

test('finds our cookies among others', () => {
  assert.deepEqual(read('a=b; platen_session=x-1_~.; theme=dark'), { session: 'x-1_~.' });
  assert.deepEqual(read('platen_oidc=1;platen_session=2'), { oidc: '1', session: '2' });
  assert.deepEqual(read(undefined), {});
});

test('a cookie that is given twice, is empty or has a foreign form has no value', () => {
  for (const cookie of [
    'platen_session=a; platen_session=b',
    'platen_session=',
    'platen_session="a"',
    'platen_session=a b',
    'xplaten_session=a',
    'platen_session',
  ]) {
    assert.deepEqual(read(cookie), {}, cookie);
  }
});

test('with TLS, only the name that another host cannot set counts', () => {
  assert.deepEqual(read('platen_session=a', true), {});
  assert.deepEqual(read('__Host-platen_session=a', true), { session: 'a' });
  assert.deepEqual(read('__Host-platen_session=a', false), {});
});

test('scripts cannot read a cookie, and other sites cannot send it with their forms', () => {
  const session = { name: 'session', value: 'x', maxAgeSeconds: 60.5 } as const;
  assert.equal(
    writeCookie(session, true),
    '__Host-platen_session=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
  assert.equal(writeCookie(session, false), 'platen_session=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
  assert.match(writeCookie({ ...session, value: null }, true), /^__Host-platen_session=; .*Max-Age=0;/);
});

test('a value cannot add attributes', () => {
  assert.throws(() => writeCookie({ name: 'session', value: 'x; Domain=a', maxAgeSeconds: 1 }, false));
});
