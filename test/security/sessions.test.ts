/** Attacks on sessions of the app. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import { DEFAULT_PLANS } from '../../src/config/plans.ts';
import { sweep } from '../../src/domain/maintenance.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { addOidcFlow, takeOidcFlow } from '../../src/store/oidc-flows.ts';
import { hashToken } from '../../src/store/tokens.ts';
import { createCredentials, forgetAttempts, makeLink } from '../helpers/studio-accounts.ts';
import { isSignedIn, signInAs, getToken } from '../helpers/studio-attacks.ts';
import {
  createUser,
  expireSession,
  signIn,
  startStudio,
  type Studio,
  type StudioCall,
} from '../helpers/studio.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

const send = (operationId: string, call: StudioCall = {}) => studio.call(operationId, { as: null, ...call });

describe('sessions', { timeout: 120_000 }, () => {
  test('a session that was not used for 14 days, or began 90 days ago, has ended', async () => {
    for (const [column, interval] of [
      ['last_used_at', '14 days'],
      ['created_at', '90 days'],
    ]) {
      const { token, sessionId } = await createUser(studio.db);
      await queryRows(
        studio.db,
        `update sessions set ${column} = ${column} - cast(:interval as interval) + interval '1 minute'
         where id = :sessionId`,
        { sessionId, interval },
      );
      assert.equal(await isSignedIn(studio, token), true, column);
      await queryRows(
        studio.db,
        `update sessions set last_used_at = last_used_at - cast(:idle as interval),
                created_at = created_at - interval '1 minute' where id = :sessionId`,
        { sessionId, idle: column === 'last_used_at' ? interval : '0' },
      );
      assert.equal(await isSignedIn(studio, token), false, column);
    }
  });

  test('guessed tokens, hashes and ids are no sessions', async () => {
    const { sessionId, token } = await createUser(studio.db);
    const { hash } = await queryRow<{ hash: string }>(
      studio.db,
      `select encode(token_hash, 'hex') as hash from sessions where id = :sessionId`,
      { sessionId },
    );
    const guesses = [
      sessionId,
      hash,
      Buffer.from(hash, 'hex').toString('base64url'),
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      `${token} `.trim().slice(1),
      '0',
      ...Array.from({ length: 20 }, () => randomBytes(32).toString('base64url')),
    ];
    for (const guess of guesses) assert.equal(await isSignedIn(studio, guess), false, guess);
    assert.equal(await isSignedIn(studio, token), true);
  });

  test('a signed out session has ended, and so has one that was ended from another', async () => {
    const user = await createUser(studio.db);
    const other = await signIn(studio.db, user);
    const { json } = await studio.call('listSessions', { as: user });
    const { data } = json as { data: { id: string; isCurrent: boolean }[] };
    assert.deepEqual(
      new Set(data.map(({ id, isCurrent }) => `${id} ${isCurrent}`)),
      new Set([`${user.sessionId} true`, `${other.sessionId} false`]),
    );
    const ended = await studio.call('endSession', { as: user, path: { sessionId: other.sessionId } });
    assert.equal(ended.status, 204);
    assert.equal(await isSignedIn(studio, other.token), false);
    const out = await studio.call('signOut', { as: user });
    assert.match(out.headers.getSetCookie()[0] ?? '', /^platen_session=; .*Max-Age=0;/);
    assert.equal(await isSignedIn(studio, user.token), false);
  });

  test('a new password ends all other sessions and links of the account', async () => {
    const ada = await createCredentials(studio.db);
    const [mine, other] = [await signIn(studio.db, ada), await signIn(studio.db, ada)];
    const colleague = await createUser(studio.db, { workspaceId: ada.workspaceId });
    const link = await makeLink(studio.db, ada.accountId);
    const set = (json: object) => studio.call('setPassword', { as: mine, json });
    assert.equal((await set({ newPassword: 'another password' })).problem.code, 'PASSWORD_WRONG');
    const right = { currentPassword: ada.password, newPassword: 'another password' };
    assert.equal((await set(right)).status, 204);
    assert.deepEqual(
      await Promise.all([mine, other, colleague].map(({ token }) => isSignedIn(studio, token))),
      [true, false, true],
    );
    assert.equal((await send('signInWithLink', { json: { token: link } })).status, 401);
    assert.equal((await signInAs(studio, ada)).status, 401, 'the earlier password');
    assert.equal((await signInAs(studio, { ...ada, password: 'another password' })).status, 200);
  });

  test('a session of a link needs no current password for 15 minutes', async () => {
    const ada = await createCredentials(studio.db);
    const token = getToken(
      await send('signInWithLink', { json: { token: await makeLink(studio.db, ada.accountId) } }),
    );
    const set = (json: object) => studio.call('setPassword', { as: { token }, json });
    const needs = async () => {
      const { json } = await studio.call('getSession', { as: { token } });
      return (json as { session: { needsCurrentPassword: boolean } }).session.needsCurrentPassword;
    };
    assert.equal(await needs(), false);
    assert.equal((await set({ newPassword: 'forgot the old one' })).status, 204);
    await queryRows(
      studio.db,
      `update sessions set created_at = created_at - interval '15 minutes' where account_id = :accountId`,
      { accountId: ada.accountId },
    );
    assert.equal(await needs(), true);
    assert.equal((await set({ newPassword: 'a third password' })).problem.code, 'PASSWORD_WRONG');
  });

  test('guessing the current password in a stolen session is limited', async () => {
    const ada = await createCredentials(studio.db);
    const session = await signIn(studio.db, ada);
    const guess = () =>
      studio.call('setPassword', {
        as: session,
        json: { currentPassword: 'a guess', newPassword: 'long enough for it' },
      });
    for (let count = 0; count < 10; count += 1) assert.equal((await guess()).status, 403);
    assert.equal((await guess()).status, 429);
  });

  test('a sweep removes only ended sessions, links and sign-ins at a provider', async () => {
    const { db, service } = studio;
    const sweepNow = () =>
      sweep({
        db,
        storage: service.app.storage,
        batchTimeoutMs: 3_600_000,
        callbackOffsetsMs: [0],
        plans: DEFAULT_PLANS,
        urlCacheTtlMs: 3_600_000,
        urlCacheBytes: 1e9,
        log: pino({ level: 'silent' }),
      });
    await queryRows(db, 'delete from sign_in_links', {});
    // What the tests before have left.
    await sweepNow();
    const [current, ended] = [await createUser(db), await createUser(db)];
    await expireSession(db, ended);
    // Kept for some time, for what still uses it.
    await queryRows(
      db,
      `update sessions set last_used_at = now() - interval '30 days' where id = :sessionId`,
      {
        sessionId: ended.sessionId,
      },
    );
    const link = await makeLink(db, current.accountId);
    await makeLink(db, ended.accountId);
    await queryRows(
      db,
      `update sign_in_links set expires_at = now() - interval '1 second' where account_id = :accountId`,
      ended as { accountId: string },
    );
    const flow = { state: 's', nonce: 'n', codeVerifier: 'v', returnTo: '/' };
    const [kept, old] = [await addOidcFlow(db, flow), await addOidcFlow(db, flow)];
    await queryRows(
      db,
      `update oidc_flows set created_at = now() - interval '10 minutes 1 second' where token_hash = :hash`,
      { hash: hashToken(old) },
    );

    const counts = await sweepNow();
    assert.deepEqual([counts.endedSessions, counts.expiredSignInLinks, counts.oldOidcFlows], [1, 1, 1]);
    assert.ok(await isSignedIn(studio, current.token));
    assert.equal((await send('signInWithLink', { json: { token: link } })).status, 200);
    assert.notEqual(await takeOidcFlow(db, hashToken(kept)), null);
    const left = await queryRows(db, 'select from sessions where id = :sessionId', {
      sessionId: ended.sessionId,
    });
    assert.equal(left.length, 0);
  });
});
