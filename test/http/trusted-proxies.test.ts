/** Whose address an attempt to sign in counts for, directly and behind proxies. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { startTestService, type TestService } from '../helpers/http.ts';
import { callOperation } from '../helpers/studio.ts';

/**
 * Tries to sign in with these values of X-Forwarded-For; null is none. Returns the addresses that attempts
 * have counted for.
 */
async function countedFor(
  trustedProxies: string,
  forwarded: readonly (string | null)[],
): Promise<readonly string[]> {
  const service: TestService = await startTestService({ env: { TRUSTED_PROXIES: trustedProxies } });
  try {
    for (const value of forwarded) {
      const headers: Record<string, string> = value === null ? {} : { 'X-Forwarded-For': value };
      const { status } = await callOperation(service, 'signInWithLink', {
        json: { token: 'guessed-'.repeat(5) },
        headers,
      });
      assert.equal(status, 401, `${value}`);
    }
    const rows = await queryRows<{ key: string }>(
      service.db,
      `select key from rate_limits where key like 'sign-in-address:%'`,
      {},
    );
    return rows.map(({ key }) => key.slice('sign-in-address:'.length)).sort();
  } finally {
    await service.close();
  }
}

describe('the address of a client', { timeout: 120_000 }, () => {
  test('a client cannot choose it: without TRUSTED_PROXIES, X-Forwarded-For is ignored', async () => {
    assert.deepEqual(await countedFor('', ['203.0.113.1', '127.0.0.2', null]), ['127.0.0.1']);
  });

  test('each client of a trusted proxy has its own, whatever it claims to be', async () => {
    const counted = await countedFor('127.0.0.0/8, ::1, 10.1.0.0/16', [
      // The proxy adds the address that it sees at the end; what is before came from the client.
      '192.0.2.1, 203.0.113.1',
      '192.0.2.2, 203.0.113.1',
      '203.0.113.2',
      // Through another trusted proxy.
      '192.0.2.3, 203.0.113.1, 10.1.2.3',
      // The network 2001:db8::/64.
      '2001:db8::1',
      '2001:db8::2',
    ]);
    assert.deepEqual(counted, ['203.0.113.1', '203.0.113.2', '8193:3512:0:0']);
  });

  test('a text that is no address, and a request without the field, count as the proxy itself', async () => {
    assert.deepEqual(await countedFor('127.0.0.1', ['203.0.113.1:5000', 'unknown', '', null]), ['127.0.0.1']);
  });

  test('a connection from elsewhere than the trusted proxies has its own address', async () => {
    assert.deepEqual(await countedFor('10.0.0.0/8', ['203.0.113.1']), ['127.0.0.1']);
  });
});
