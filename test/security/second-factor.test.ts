/** Attacks on the second factor of signing in. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { findStep } from '../../src/domain/sessions/second-factor/codes.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTestDatabase } from '../helpers/database.ts';
import type { Answer } from '../helpers/http.ts';
import { fetchEvents } from '../helpers/requests.ts';
import { getCode, forgetSteps, turnOnFactor } from '../helpers/second-factors.ts';
import { createCredentials, forgetAttempts, makeLink, type Credentials } from '../helpers/studio-accounts.ts';
import { isSignedIn, signInAs, getToken } from '../helpers/studio-attacks.ts';
import { createUser, signIn, startOwnStudio, startStudio, type Studio } from '../helpers/studio.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

interface Protected extends Credentials {
  readonly token: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

async function createProtected(options = {}): Promise<Protected> {
  const ada = await createCredentials(studio.db, options);
  const { token } = await signIn(studio.db, ada);
  const factor = await turnOnFactor(studio, { token, accountId: ada.accountId }, ada.password);
  return { ...ada, token, ...factor };
}

const getChallenge = ({ json }: Answer) => (json as { challenge: string }).challenge;

const finish = (challenge: string, code: string) =>
  studio.call('finishSignIn', { as: null, json: { challenge, code } });

/** The code of a step, counted from that of this time. */
const codeAt = ({ secret }: Protected, step: number) => getCode(secret, Date.now() + step * 30_000);

/** Six digits that are no code of this time. */
function wrongCode(who: Protected): string {
  const near = [-2, -1, 0, 1, 2].map((step) => codeAt(who, step));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  );
}

describe('the second factor', { timeout: 120_000 }, () => {
  test('with another SIGNING_SECRET the log warns the operator, and recovery codes work', async () => {
    const database = await createTestDatabase();
    const start = (SIGNING_SECRET: string) =>
      startOwnStudio({ database, env: { SIGNING_SECRET: SIGNING_SECRET.padEnd(40, '-') } });
    const isTold = ({ service }: Studio) =>
      service.logged.some((line) => line.includes('codes of older second factors are refused'));
    const before = await start('one');
    const ada = await createCredentials(before.db);
    const { token } = await signIn(before.db, ada);
    const { secret, recoveryCodes } = await turnOnFactor(before, { token, ...ada }, ada.password);
    assert.equal(isTold(before), false);
    await before.close();
    const later = await start('other');
    try {
      assert.ok(isTold(later));
      const send = (code: string, challenge: string) =>
        later.call('finishSignIn', { as: null, json: { challenge, code } });
      const challenge = getChallenge(await signInAs(later, ada));
      assert.equal((await send(getCode(secret), challenge)).problem.code, 'SIGN_IN_CODE_WRONG');
      assert.equal((await send(recoveryCodes[0] ?? '', challenge)).status, 200);
    } finally {
      await later.close();
      await database.close();
    }
  });

  test('codes are those of RFC 6238', () => {
    // Appendix B, SHA-1, the last six digits.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const) {
      assert.equal(findStep(secret, code, seconds * 1000), Math.floor(seconds / 30));
      assert.equal(findStep(secret, code, (seconds + 90) * 1000), null);
    }
  });

  test('neither the password nor a link is enough', async () => {
    const ada = await createProtected();
    const byLink = await studio.call('signInWithLink', {
      as: null,
      json: { token: await makeLink(studio.db, ada.accountId) },
    });
    for (const first of [await signInAs(studio, ada), byLink]) {
      assert.equal(first.status, 202);
      assert.deepEqual(first.headers.getSetCookie(), []);
      const challenge = getChallenge(first);
      assert.equal(await isSignedIn(studio, challenge), false, 'the challenge is no session');
      const asLink = await studio.call('signInWithLink', { as: null, json: { token: challenge } });
      assert.equal(asLink.problem.code, 'LINK_INVALID');
      await forgetSteps(studio, ada.accountId);
      const second = await finish(challenge, codeAt(ada, 0));
      assert.equal(second.status, 200);
      assert.ok(await isSignedIn(studio, getToken(second)));
    }
  });

  test('a code works once, also if it comes many times at once, and so does a challenge', async () => {
    const ada = await createProtected();
    const challenges = [];
    for (let count = 0; count < 5; count += 1) challenges.push(getChallenge(await signInAs(studio, ada)));
    const code = codeAt(ada, 0);
    const answers = await Promise.all(challenges.map((challenge) => finish(challenge, code)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    await forgetAttempts(studio.db);
    const used = challenges[answers.findIndex(({ status }) => status === 200)] ?? '';
    await forgetSteps(studio, ada.accountId);
    assert.equal((await finish(used, codeAt(ada, 0))).problem.code, 'CHALLENGE_INVALID');
    // The step before one that was used does not work either.
    const [left = ''] = challenges.filter((challenge) => challenge !== used);
    await forgetSteps(studio, ada.accountId);
    assert.equal((await finish(left, codeAt(ada, 1))).status, 200);
    const another = getChallenge(await signInAs(studio, ada));
    assert.equal((await finish(another, codeAt(ada, 0))).problem.code, 'SIGN_IN_CODE_WRONG');
  });

  test('codes of other times and of other accounts are wrong', async () => {
    const [ada, eve] = [await createProtected(), await createProtected()];
    const challenge = getChallenge(await signInAs(studio, ada));
    for (const code of [codeAt(ada, -3), codeAt(ada, 3), codeAt(eve, 0), eve.recoveryCodes[0] ?? ''])
      assert.equal((await finish(challenge, code)).problem.code, 'SIGN_IN_CODE_WRONG', code);
    assert.equal((await finish(challenge, ` ${codeAt(ada, 0).replace(/^.../, '$& ')} `)).status, 200);
  });

  test('a recovery code works once, however it is written; only hashes are stored', async () => {
    const ada = await createProtected();
    const [code = '', other = ''] = ada.recoveryCodes;
    assert.equal(new Set(ada.recoveryCodes).size, 10);
    assert.match(code, /^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const challenge = getChallenge(await signInAs(studio, ada));
    assert.equal((await finish(challenge, code.toUpperCase().replaceAll('-', ' '))).status, 200);
    const again = getChallenge(await signInAs(studio, ada));
    assert.equal((await finish(again, code)).problem.code, 'SIGN_IN_CODE_WRONG');
    assert.equal((await finish(again, other)).status, 200);
    const { stored } = await queryRow<{ stored: string }>(
      studio.db,
      `select concat((select json_agg(f) from second_factors f where account_id = :accountId),
                     (select json_agg(c) from recovery_codes c where account_id = :accountId)) as stored`,
      { accountId: ada.accountId },
    );
    const secrets = [ada.secret, Buffer.from(ada.secret).toString('hex'), ...ada.recoveryCodes];
    for (const secret of secrets) assert.ok(!stored.includes(secret), secret);
    const { json } = await studio.call('getSession', { as: { token: ada.token } });
    assert.deepEqual((json as { account: { recoveryCodesLeft: number } }).account.recoveryCodesLeft, 8);
  });

  test('guesses are limited by account and address; the log has them', async () => {
    const owner = await createUser(studio.db);
    const ada = await createProtected({ workspaceId: owner.workspaceId });
    const challenge = getChallenge(await signInAs(studio, ada));
    const statuses = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await finish(challenge, 'abcdef')).status);
    assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429]);
    await waitUntil(async () => {
      const { json } = await studio.call('listActivity', { as: owner });
      const [entry] = (json as { data: { action: string; count?: number; detail?: string }[] }).data;
      return (
        entry?.action === 'SIGN_IN_FAILED' && entry.count === 10 && /^With a code/.test(entry.detail ?? '')
      );
    });
  });

  test('a password gives ten wrong codes an hour, 30 a day; the owner is not kept out', async () => {
    const ada = await createProtected();
    const getDevice = ({ headers }: Answer) =>
      headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0] ?? '')
        .find((cookie) => cookie.startsWith('platen_device=')) ?? '';
    const send = async (code: string, cookie = '') => {
      await queryRows(
        studio.db,
        `delete from rate_limits where key like 'sign-in-%' and key not like 'sign-in-time-code-%'`,
        {},
      );
      const headers = cookie === '' ? {} : { Cookie: cookie };
      const json = { challenge: getChallenge(await signInAs(studio, ada)), code };
      return await studio.call('finishSignIn', { as: null, json, headers });
    };
    const device = getDevice(await send(codeAt(ada, 0)));
    const guess = async (cookie = '') => (await send(wrongCode(ada), cookie)).status;
    const passHours = (hours: number) =>
      queryRows(
        studio.db,
        `update rate_limits set due_at = due_at - cast(:hours as float8) * interval '1 hour'
         where key like 'sign-in-time-code-%'`,
        { hours },
      );
    // A right code is not counted.
    for (let count = 0; count < 10; count += 1) assert.equal(await guess(), 401, `guess ${count}`);
    const limited = await send(wrongCode(ada));
    assert.deepEqual([limited.status, limited.problem.code], [429, 'RATE_LIMIT_EXCEEDED']);
    assert.match(limited.problem.detail, /^Too many wrong codes of an app. Wait 7[12] minutes/);
    await passHours(1);
    assert.equal(await guess(), 429);
    await passHours(23);
    let later = 0;
    while ((await guess()) === 401) later += 1;
    assert.equal(later, 10, 'never more than ten at once');

    await forgetSteps(studio, ada.accountId);
    assert.equal((await send(codeAt(ada, 0))).status, 429);
    assert.equal((await send(codeAt(ada, 0), device)).status, 200, 'a known browser');
    assert.equal((await send(ada.recoveryCodes[0] ?? '')).status, 200, 'a recovery code');
    // The known browser has a limit of its own, as low.
    for (let count = 0; count < 10; count += 1) assert.equal(await guess(device), 401);
    assert.equal(await guess(device), 429);
  });

  test('somebody at an open session who knows the password guesses codes as slowly', async () => {
    const ada = await createProtected();
    const as = { token: ada.token };
    const remove = async (code: string) => {
      await queryRows(studio.db, `delete from rate_limits where key like 'sign-in-account%'`, {});
      const json = { currentPassword: ada.password, code };
      return (await studio.call('removeSecondFactor', { as, json })).status;
    };
    for (let count = 0; count < 10; count += 1) assert.equal(await remove(wrongCode(ada)), 403);
    assert.equal(await remove(codeAt(ada, 0)), 429);
    const challenge = getChallenge(await signInAs(studio, ada));
    assert.equal((await finish(challenge, codeAt(ada, 0))).status, 200, 'signing in is not kept out');
    assert.equal(await remove(ada.recoveryCodes[0] ?? ''), 204);
  });

  test('a new password, a sign-out by an owner and 10 minutes end a challenge', async () => {
    const ada = await createProtected();
    const expired = getChallenge(await signInAs(studio, ada));
    await queryRows(
      studio.db,
      `update sign_in_links set expires_at = now() - interval '1 second'
       where account_id = :accountId and expires_at <= now() + interval '10 minutes'`,
      { accountId: ada.accountId },
    );
    assert.equal((await finish(expired, codeAt(ada, 0))).problem.code, 'CHALLENGE_INVALID');
    const open = getChallenge(await signInAs(studio, ada));
    const json = { currentPassword: ada.password, newPassword: 'another password' };
    assert.equal((await studio.call('setPassword', { as: { token: ada.token }, json })).status, 204);
    assert.equal((await finish(open, codeAt(ada, 0))).problem.code, 'CHALLENGE_INVALID');
  });

  test('turning it on ends other sessions; turning it off needs the password and a code', async () => {
    const ada = await createCredentials(studio.db);
    const [mine, other] = [await signIn(studio.db, ada), await signIn(studio.db, ada)];
    const as = { token: mine.token, accountId: ada.accountId };
    const { secret } = await turnOnFactor(studio, as, ada.password);
    assert.equal(await isSignedIn(studio, other.token), false);
    const remove = (json: object) => studio.call('removeSecondFactor', { as, json });
    const currentPassword = ada.password;
    assert.equal((await remove({ code: getCode(secret) })).problem.code, 'PASSWORD_WRONG');
    assert.equal((await remove({ currentPassword, code: 'abcdef' })).problem.code, 'CODE_WRONG');
    assert.equal((await signInAs(studio, ada)).status, 202);
    assert.equal((await remove({ currentPassword, code: getCode(secret) })).status, 204);
    assert.equal((await signInAs(studio, ada)).status, 200);
    const { json } = await studio.call('listActivity', { as });
    const actions = (json as { data: { action: string }[] }).data.map(({ action }) => action);
    assert.ok(actions.includes('SECOND_FACTOR_ON') && actions.includes('SECOND_FACTOR_OFF'));
  });

  test('one that no code has confirmed does not count', async () => {
    const ada = await createCredentials(studio.db);
    const as = await signIn(studio.db, ada);
    const json = { currentPassword: ada.password };
    assert.equal((await studio.call('startSecondFactor', { as, json })).status, 200);
    assert.equal((await signInAs(studio, ada)).status, 200);
  });
});

describe('a workspace that requires it', { timeout: 120_000 }, () => {
  test('members without it can do nothing but set it up; it holds for open sessions at once', async () => {
    const owner = await createUser(studio.db);
    const { workspaceId } = owner;
    const member = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    const byProvider = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    await queryRows(studio.db, `update sessions set method = 'OIDC' where id = :sessionId`, {
      sessionId: byProvider.sessionId,
    });
    const require = { json: { requiresSecondFactor: true } };
    assert.equal((await studio.call('updateWorkspace', { as: member, ...require })).status, 403);
    assert.equal((await studio.call('updateWorkspace', { as: owner, ...require })).status, 204);
    const list = (as: typeof owner) => studio.call('listTemplates', { as });
    for (const as of [owner, member])
      assert.deepEqual(
        [(await list(as)).status, (await list(as)).problem.code],
        [403, 'SECOND_FACTOR_REQUIRED'],
      );
    assert.equal((await list(byProvider)).status, 200, 'the provider asks for its own');
    assert.equal((await list(studio.stranger)).status, 200);
    const { json } = await studio.call('getSession', { as: member });
    const { session } = json as { session: { needsSecondFactor: boolean } };
    assert.equal(session.needsSecondFactor, true);
    await turnOnFactor(studio, member);
    assert.equal((await list(member)).status, 200);
    assert.equal((await list(owner)).status, 403);
  });

  test('streams of those without it are refused', async () => {
    const owner = await createUser(studio.db);
    await studio.call('updateWorkspace', { as: owner, json: { requiresSecondFactor: true } });
    const response = await fetchEvents(studio.service, {
      headers: { Cookie: `platen_session=${owner.token}` },
    });
    assert.equal(response.status, 403);
    await response.body?.cancel();
  });
});
