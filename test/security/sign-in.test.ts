/** Attacks on signing in to the app. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { startTestService, type Answer } from '../helpers/http.ts';
import {
  createCredentials,
  forgetAttempts,
  invite,
  makeLink,
  undoRecovery,
} from '../helpers/studio-accounts.ts';
import { isSignedIn, signInAs, getToken } from '../helpers/studio-attacks.ts';
import {
  callOperation,
  createUser,
  startOwnStudio,
  type Studio,
  type StudioCall,
} from '../helpers/studio.ts';

let database: TestDatabase;
let studio: Studio;
before(async () => {
  database = await createTestDatabase();
  studio = await startOwnStudio({ database });
});
beforeEach(() => forgetAttempts(studio.db));
after(async () => {
  await studio.close();
  await database.close();
});

const send = (operationId: string, call: StudioCall = {}) => studio.call(operationId, { as: null, ...call });

describe('signing in', { timeout: 120_000 }, () => {
  test('another origin cannot sign a browser in, or out', async () => {
    const ada = await createCredentials(studio.db);
    const link = await makeLink(studio.db, ada.accountId);
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'same-site', Origin: 'http://neighbour.127.0.0.1' },
    ]) {
      for (const [id, call] of [
        ['signInWithPassword', { json: { email: ada.email, password: ada.password } }],
        ['signInWithLink', { json: { token: link } }],
        ['signOut', { as: studio.owner }],
      ] as const) {
        const answer = await send(id, { ...call, headers });
        assert.deepEqual([answer.status, answer.problem.code], [403, 'FOREIGN_ORIGIN'], id);
        assert.deepEqual(answer.headers.getSetCookie(), []);
      }
    }
    assert.ok(await isSignedIn(studio, studio.owner.token));
    assert.equal(
      (await send('signInWithLink', { json: { token: link } })).status,
      200,
      'the link is not used',
    );
  });

  test('a token that was planted in a browser is not the one of its new session', async () => {
    const [ada, mallory] = [await createCredentials(studio.db), await createUser(studio.db)];
    const planted = { Cookie: `platen_session=${mallory.token}` };
    const { email, password } = ada;
    const answer = await send('signInWithPassword', { json: { email, password }, headers: planted });
    const token = getToken(answer);
    assert.equal((answer.json as { account: { id: string } }).account.id, ada.accountId);
    assert.notEqual(token, mallory.token);
    assert.equal(await isSignedIn(studio, mallory.token), false, 'the planted session has ended');
    const made = randomBytes(32).toString('base64url');
    const headers = { Cookie: `platen_session=${made}` };
    const begun = getToken(await send('signInWithPassword', { json: { email, password }, headers }));
    assert.match(begun, /^[\w-]{43}$/);
    assert.notEqual(begun, made);
    assert.equal(await isSignedIn(studio, made), false, 'a token that nobody issued stays none');
    const link = await makeLink(studio.db, ada.accountId);
    const byLink = await send('signInWithLink', {
      json: { token: link },
      headers: { Cookie: `platen_session=${token}` },
    });
    assert.notEqual(getToken(byLink), token);
    assert.equal(await isSignedIn(studio, token), false);
  });

  test('the cookie is HttpOnly and SameSite=Lax; over https Secure and for this host only', async () => {
    const { email, password } = await createCredentials(studio.db);
    const overHttp = (await signInAs(studio, { email, password })).headers.getSetCookie();
    assert.equal(overHttp.length, 2);
    for (const [index, name] of ['session', 'device'].entries())
      assert.match(
        overHttp[index] ?? '',
        new RegExp(`^platen_${name}=[\\w-]{43}; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax$`),
      );
    const tls = await startTestService({ env: { PUBLIC_URL: 'https://platen.example' } });
    try {
      const ada = await createCredentials(tls.db);
      const json = { email: ada.email, password: ada.password };
      const answer = await callOperation(tls, 'signInWithPassword', { json });
      for (const [index, name] of ['session', 'device'].entries())
        assert.match(
          answer.headers.getSetCookie()[index] ?? '',
          new RegExp(
            `^__Host-platen_${name}=[\\w-]{43}; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$`,
          ),
        );
      const token = getToken(answer);
      const read = (name: string) =>
        callOperation(tls, 'getSession', { headers: { Cookie: `${name}=${token}` } });
      assert.equal((await read('__Host-platen_session')).status, 200);
      assert.equal((await read('platen_session')).status, 401, 'a neighbouring host could set this name');
    } finally {
      await tls.close();
    }
  });

  test('the eleventh attempt of a minute is refused, over all processes', async () => {
    const second = await startTestService({ database });
    try {
      const ada = await createCredentials(studio.db);
      const attempt = async (index: number, json: object) => {
        await undoRecovery(studio.db);
        return await callOperation(index % 2 === 0 ? studio.service : second, 'signInWithPassword', { json });
      };
      const guess = { email: ada.email, password: 'a guess' };
      const statuses: number[] = [];
      for (let index = 0; index < 10; index += 1) statuses.push((await attempt(index, guess)).status);
      assert.deepEqual(statuses, Array<number>(10).fill(401));
      const right = { email: ada.email, password: ada.password };
      for (const index of [10, 11]) {
        const { status, problem, headers } = await attempt(index, right);
        assert.deepEqual([status, problem.code], [429, 'RATE_LIMIT_EXCEEDED']);
        assert.ok(Number(headers.get('retry-after')) >= 1);
      }
      // From other addresses of the network, the account is protected all the same.
      await queryRows(studio.db, `delete from rate_limits where key like 'sign-in-address:%'`, {});
      assert.equal((await attempt(0, right)).status, 429);
      assert.equal((await attempt(1, { ...guess, email: ada.email.toUpperCase() })).status, 429);
      // Other accounts from the same address: the address is protected, too.
      await forgetAttempts(studio.db);
      for (let index = 0; index < 10; index += 1)
        await attempt(index, { email: `nobody-${index}@example.org`, password: 'a guess' });
      assert.equal((await attempt(0, right)).status, 429);
    } finally {
      await second.close();
    }
  });

  test('guesses from elsewhere do not keep the owner out, and are limited over all addresses', async () => {
    const startedAt = performance.now();
    const proxied = await startTestService({ database, env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
    try {
      const ada = await createCredentials(studio.db);
      const attempt = async (address: string, password: string): Promise<number> => {
        if (!address.startsWith('192.0.2.')) await undoRecovery(studio.db);
        const headers = { 'X-Forwarded-For': address };
        const json = { email: ada.email, password };
        return (await callOperation(proxied, 'signInWithPassword', { json, headers })).status;
      };
      const statuses: number[] = [];
      for (let index = 0; index < 12; index += 1) statuses.push(await attempt('203.0.113.9', 'a guess'));
      assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429, 429]);
      assert.equal(await attempt('203.0.113.9', ada.password), 429);
      assert.equal(await attempt('198.51.100.7', ada.password), 200);
      // A botnet of 40 addresses, all at once; a guess for which no hash has a place is repeated.
      const guesses = Array.from({ length: 200 }, (_, index) => `192.0.2.${1 + (index % 40)}`);
      const answers = await Promise.all(
        guesses.map(async (address) => {
          for (;;) {
            const status = await attempt(address, 'a guess');
            if (status !== 503) return status;
          }
        }),
      );
      // A hundred a minute for an account, ten of which are used: meanwhile some come back.
      const recovered = Math.ceil((performance.now() - startedAt) / 600);
      assert.ok(answers.includes(401));
      const limited = answers.filter((status) => status === 429);
      assert.ok(limited.length >= 110 - recovered, `${limited.length} of 200 were limited`);
    } finally {
      await proxied.close();
    }
  });

  test('guessed tokens of links are refused, and limited', async () => {
    const guess = async () => {
      await undoRecovery(studio.db);
      return await send('signInWithLink', { json: { token: randomBytes(32).toString('base64url') } });
    };
    for (let count = 0; count < 10; count += 1) {
      const { status, problem } = await guess();
      assert.deepEqual([status, problem.code], [401, 'LINK_INVALID']);
    }
    assert.equal((await guess()).status, 429);
  });

  test('the answer does not tell whether the address or the password was wrong', async () => {
    const ada = await createCredentials(studio.db);
    const { token: _, accountId } = await invite(studio.db, studio.owner.workspaceId);
    const { email: invited } = await queryRow<{ email: string }>(
      studio.db,
      'select email from accounts where id = :accountId',
      { accountId },
    );
    const details = new Set<string>();
    for (const email of [ada.email, 'nobody@example.org', invited]) {
      const { status, problem } = await signInAs(studio, { email, password: 'a guess of someone' });
      assert.equal(status, 401);
      details.add(`${problem.code} ${problem.detail}`);
    }
    assert.equal(details.size, 1);
    const { email } = await createCredentials(studio.db);
    await queryRows(studio.db, 'update accounts set password_hash = null where email = :email', { email });
    assert.equal((await signInAs(studio, { email, password: '' })).status, 400);
    assert.equal(
      (await signInAs(studio, { email, password: 'null' })).status,
      401,
      'no password is no password',
    );
  });

  test('a link works once, also if it is used many times at once', async () => {
    const ada = await createCredentials(studio.db);
    const token = await makeLink(studio.db, ada.accountId);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('signInWithLink', { json: { token } })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(401)]);

    await forgetAttempts(studio.db);
    const invitation = await invite(studio.db, studio.owner.workspaceId);
    const json = { token: invitation.token, name: 'Grace', password: 'long enough for it' };
    const joined = await Promise.all(Array.from({ length: 8 }, () => send('signInWithLink', { json })));
    assert.deepEqual(joined.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(401)]);
  });

  test('a link that has expired, and one that a new invitation replaces, does not work', async () => {
    const ada = await createCredentials(studio.db);
    const expired = await makeLink(studio.db, ada.accountId);
    await queryRows(studio.db, `update sign_in_links set expires_at = now() where account_id = :accountId`, {
      accountId: ada.accountId,
    });
    assert.equal((await send('signInWithLink', { json: { token: expired } })).status, 401);

    const invitation = async () => {
      const { json } = await studio.call('inviteMember', { json: { email: 'twice@example.org' } });
      return new URL((json as { link: { url: string } }).link.url).searchParams.get('token') ?? '';
    };
    const [first, second] = [await invitation(), await invitation()];
    const joining = { name: 'Twice', password: 'long enough for it' };
    assert.equal((await send('signInWithLink', { json: { token: first, ...joining } })).status, 401);
    assert.equal((await send('signInWithLink', { json: { token: second, ...joining } })).status, 200);
  });

  test('a browser in which the account has signed in is not kept out by the guesses of others', async () => {
    const [ada, grace] = [await createCredentials(studio.db), await createCredentials(studio.db)];
    const signInWith = async (who: { email: string; password: string }, cookie = '') => {
      await undoRecovery(studio.db);
      return await send('signInWithPassword', {
        json: { email: who.email, password: who.password },
        headers: cookie === '' ? {} : { Cookie: cookie },
      });
    };
    const first = await signInWith(ada);
    const getDevice = ({ headers }: Answer) =>
      /^(platen_device=[\w-]{43}); .*HttpOnly; SameSite=Lax/.exec(headers.getSetCookie()[1] ?? '')?.[1] ?? '';
    const device = getDevice(first);
    assert.notEqual(device, '');
    for (let count = 0; count < 12; count += 1) await signInWith({ ...ada, password: 'a guess' });
    assert.equal((await signInWith(ada)).status, 429);
    assert.equal((await signInWith(ada, 'platen_device=invented')).status, 429);
    assert.equal((await signInWith(grace, device)).status, 429, 'it is not that of another account');
    const known = await signInWith(ada, device);
    assert.equal(known.status, 200);
    assert.equal(getDevice(known), device);
    // It has a limit of its own.
    const statuses = [];
    for (let count = 0; count < 10; count += 1)
      statuses.push((await signInWith({ ...ada, password: 'a guess' }, device)).status);
    assert.deepEqual(statuses, [...Array<number>(9).fill(401), 429]);

    await forgetAttempts(studio.db);
    const planted = await signInWith(ada, `platen_device=${'A'.repeat(43)}`);
    assert.notEqual(getDevice(planted), `platen_device=${'A'.repeat(43)}`, 'an unknown token is replaced');
    const as = { token: getToken(planted) };
    const json = { currentPassword: ada.password, newPassword: 'another password' };
    assert.equal((await studio.call('setPassword', { as, json })).status, 204);
    const { devices } = await queryRow<{ devices: number }>(
      studio.db,
      'select count(*)::int as devices from known_devices where account_id = :accountId',
      { accountId: ada.accountId },
    );
    assert.equal(devices, 0);
  });
});
