import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { requireOwnOrigin } from './own-origin.ts';

const plain = 'http://127.0.0.1:8080';
const secure = 'https://platen.example';

/** Whether a request with these headers is answered. */
function isAccepted(headers: Record<string, string>, publicUrl: string): boolean {
  try {
    requireOwnOrigin({ headers } as unknown as IncomingMessage, publicUrl);
    return true;
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'FOREIGN_ORIGIN');
    return false;
  }
}

test('accepts pages of the public address', () => {
  assert.ok(isAccepted({ origin: plain, host: '127.0.0.1:8080' }, plain));
  assert.ok(isAccepted({ origin: secure, host: 'inside:8080' }, secure));
  assert.ok(isAccepted({ 'sec-fetch-site': 'same-origin', host: 'inside:8080' }, secure));
});

test('accepts pages of the host that the request came to', () => {
  assert.ok(isAccepted({ origin: 'http://platen.test:8080', host: 'platen.test:8080' }, plain));
  assert.ok(isAccepted({ origin: 'http://platen.test:8080', host: 'Platen.test:8080' }, plain));
  // A proxy ends TLS, and PUBLIC_URL is not set.
  assert.ok(isAccepted({ origin: 'https://platen.test', host: 'platen.test' }, plain));
});

test('refuses pages of the same host without TLS, where clients use TLS', () => {
  assert.ok(!isAccepted({ origin: 'http://platen.example', host: 'platen.example' }, secure));
});

test('refuses other ports, hosts and origins that are none', () => {
  for (const origin of [
    'http://127.0.0.1:8081',
    'http://127.0.0.1',
    'https://evil.example',
    'null',
    '',
    'x',
  ]) {
    assert.ok(!isAccepted({ origin, host: '127.0.0.1:8080' }, plain), origin);
  }
  assert.ok(!isAccepted({ origin: 'http://' }, plain));
  assert.ok(!isAccepted({ host: '127.0.0.1:8080' }, plain));
});

test('what the browser says counts more than the origin', () => {
  for (const site of ['cross-site', 'same-site', 'none', '']) {
    assert.ok(!isAccepted({ 'sec-fetch-site': site, origin: plain, host: '127.0.0.1:8080' }, plain), site);
  }
});
