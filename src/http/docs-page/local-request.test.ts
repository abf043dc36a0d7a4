import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { isLocalRequest } from './local-request.ts';

const isLocal = (remoteAddress: string | undefined, headers: IncomingHttpHeaders) =>
  isLocalRequest({ headers, socket: { remoteAddress } as Socket });

test('a request of this machine to this machine is local', () => {
  for (const host of ['127.0.0.1:8080', 'localhost:8080', 'LOCALHOST', '[::1]:8080', '127.0.0.2']) {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      assert.equal(isLocal(address, { host }), true, `${address} → ${host}`);
    }
  }
});

test('a request of another machine is not, whatever its Host says', () => {
  for (const address of ['10.0.0.5', '203.0.113.7', '2001:db8::1', '::ffff:10.0.0.5', undefined]) {
    assert.equal(isLocal(address, { host: '127.0.0.1:8080' }), false, address);
  }
});

test('a name that leads to this machine is not: DNS rebinding', () => {
  for (const host of [
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.5:8080',
    'evil@',
    '',
    undefined,
  ]) {
    assert.equal(isLocal('127.0.0.1', host === undefined ? {} : { host }), false, host);
  }
});

test('a request through a proxy on this machine is not', () => {
  for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']) {
    assert.equal(isLocal('127.0.0.1', { host: '127.0.0.1:8080', [name]: '127.0.0.1' }), false, name);
  }
});
