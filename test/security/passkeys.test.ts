/** Attacks on passkeys as a second factor. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import type { Answer } from '../helpers/http.ts';
import {
  addPasskey,
  askToSignIn,
  Authenticator,
  bytes,
  passkeyEnvironment,
  provePasskey,
  startPasskey,
  type Wrongs,
} from '../helpers/passkeys.ts';
import { getCode, forgetSteps, turnOnFactor } from '../helpers/second-factors.ts';
import { createCredentials, forgetAttempts, type Credentials } from '../helpers/studio-accounts.ts';
import { isSignedIn, signInAs, getToken } from '../helpers/studio-attacks.ts';
import { createUser, signIn, startOwnStudio, startStudio, type Studio } from '../helpers/studio.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio({ env: passkeyEnvironment });
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

interface Protected extends Credentials {
  readonly token: string;
  readonly authenticator: Authenticator;
  readonly passkeyId: string;
  readonly recoveryCodes: readonly string[];
}

/** Somebody with a passkey and no other second factor. */
async function createProtected(options = {}): Promise<Protected> {
  const ada = await createCredentials(studio.db, options);
  const { token } = await signIn(studio.db, ada);
  const proof = { currentPassword: ada.password };
  return { ...ada, token, ...(await addPasskey(studio, { token }, { proof })) };
}

const getChallenge = ({ json }: Answer) => (json as { challenge: string }).challenge;

const begin = async (ada: Credentials) => getChallenge(await signInAs(studio, ada));

const finish = (challenge: string, passkey: object) =>
  studio.call('finishPasskeySignIn', { as: null, json: { challenge, passkey } });

/** Signs in with password and passkey. */
async function signInWith(ada: Credentials, authenticator: Authenticator, wrongs: Wrongs = {}) {
  const challenge = await begin(ada);
  return await finish(challenge, authenticator.use(await askToSignIn(studio, challenge), wrongs));
}

const getActions = async (as: Pick<Protected, 'token'>) => {
  const { json } = await studio.call('listActivity', { as });
  return (json as { data: { action: string; subject: string; detail?: string }[] }).data;
};

describe('signing in with a passkey', { timeout: 120_000 }, () => {
  test('is the second step after the password, and is recorded', async () => {
    const ada = await createProtected();
    const first = await signInAs(studio, ada);
    assert.equal(first.status, 202);
    assert.deepEqual((first.json as { secondFactors: string[] }).secondFactors, ['PASSKEY']);
    const challenge = getChallenge(first);
    assert.equal(await isSignedIn(studio, challenge), false);
    const options = await askToSignIn(studio, challenge);
    assert.equal(options.rpId, 'localhost');
    assert.deepEqual(
      options.allowCredentials.map(({ id }) => id),
      [ada.authenticator.id],
    );
    assert.ok(Buffer.from(options.challenge, 'base64url').length >= 32);
    const second = await finish(challenge, ada.authenticator.use(options));
    assert.equal(second.status, 200);
    const token = getToken(second);
    assert.ok(await isSignedIn(studio, token));
    const [signedIn] = await getActions({ token });
    assert.equal(signedIn?.action, 'SIGNED_IN');
    assert.match(signedIn.detail ?? '', /^With the password and a passkey, from /);
    const { json } = await studio.call('listPasskeys', { as: { token } });
    const [passkey] = (json as { data: { lastUsedAt: string | null }[] }).data;
    assert.notEqual(passkey?.lastUsedAt, null);
  });

  test('an answer works once, and only the newest request is answered', async () => {
    const ada = await createProtected();
    const challenge = await begin(ada);
    const older = await askToSignIn(studio, challenge);
    const newer = await askToSignIn(studio, challenge);
    assert.notEqual(older.challenge, newer.challenge);
    const stale = await finish(challenge, ada.authenticator.use(older));
    assert.equal(stale.problem.code, 'SIGN_IN_PASSKEY_WRONG');
    // The wrong answer has used up the newer challenge.
    const late = await finish(challenge, ada.authenticator.use(newer));
    assert.equal(late.problem.code, 'SIGN_IN_PASSKEY_WRONG');
    const answer = ada.authenticator.use(await askToSignIn(studio, challenge));
    const answers = await Promise.all([1, 2, 3].map(() => finish(challenge, answer)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const again = await begin(ada);
    await askToSignIn(studio, again);
    assert.equal((await finish(again, answer)).problem.code, 'SIGN_IN_PASSKEY_WRONG');
    assert.equal((await finish(challenge, answer)).problem.code, 'CHALLENGE_INVALID');
  });

  test('an answer for another origin, site, purpose or challenge, or untouched, is refused', async () => {
    const ada = await createProtected();
    const wrongs: readonly Wrongs[] = [
      { origin: 'https://platen.example' },
      { origin: 'http://localhost:8081' },
      { origin: 'http://127.0.0.1:8080' },
      { rpId: 'platen.example' },
      { type: 'webauthn.create' },
      { challenge: 'AAAA' },
      { flags: 0 },
    ];
    const challenge = await begin(ada);
    for (const wrong of wrongs) {
      await forgetAttempts(studio.db);
      const options = await askToSignIn(studio, challenge);
      const { problem } = await finish(challenge, ada.authenticator.use(options, wrong));
      assert.equal(problem.code, 'SIGN_IN_PASSKEY_WRONG', JSON.stringify(wrong));
    }
    // Without a PIN or a finger: the password was the first factor.
    assert.equal((await signInWith(ada, ada.authenticator, { flags: 0x01 })).status, 200);
  });

  test('the passkey of another account, and another key with the id of this one, are refused', async () => {
    const [ada, eve] = [await createProtected(), await createProtected()];
    assert.equal((await signInWith(ada, eve.authenticator)).problem.code, 'SIGN_IN_PASSKEY_WRONG');
    const forged = new Authenticator({ id: Buffer.from(ada.authenticator.id, 'base64url') });
    assert.equal((await signInWith(ada, forged)).problem.code, 'SIGN_IN_PASSKEY_WRONG');
    // A challenge belongs to its sign-in: that of Eve does not help with Ada's.
    const [hers, mine] = [await begin(eve), await begin(ada)];
    const options = await askToSignIn(studio, hers);
    await askToSignIn(studio, mine);
    assert.equal((await finish(mine, ada.authenticator.use(options))).problem.code, 'SIGN_IN_PASSKEY_WRONG');
  });

  test('a challenge lives 5 minutes, and ends with its sign-in', async () => {
    const ada = await createProtected();
    const challenge = await begin(ada);
    const options = await askToSignIn(studio, challenge);
    const { minutes } = await queryRow<{ minutes: number }>(
      studio.db,
      `update passkey_challenges c set expires_at = now() - interval '1 second'
       from passkey_challenges old where old.id = c.id and c.sign_in_link_id in (
         select id from sign_in_links where account_id = :accountId
       )
       returning extract(epoch from old.expires_at - now())::float8 / 60 as minutes`,
      { accountId: ada.accountId },
    );
    assert.ok(minutes > 4 && minutes <= 5, `${minutes}`);
    const expired = await finish(challenge, ada.authenticator.use(options));
    assert.equal(expired.problem.code, 'SIGN_IN_PASSKEY_WRONG');
    const open = await askToSignIn(studio, challenge);
    await queryRows(
      studio.db,
      `update sign_in_links set expires_at = now() - interval '1 second' where account_id = :accountId`,
      { accountId: ada.accountId },
    );
    const over = await finish(challenge, ada.authenticator.use(open));
    assert.equal(over.problem.code, 'CHALLENGE_INVALID');
    const { problem } = await studio.call('startPasskeySignIn', { as: null, json: { challenge } });
    assert.equal(problem.code, 'CHALLENGE_INVALID');
  });

  test('a counter that does not grow is refused and logged, unless it is always 0', async () => {
    const ada = await createProtected();
    const { authenticator } = ada;
    assert.equal((await signInWith(ada, authenticator)).status, 200);
    assert.equal((await signInWith(ada, authenticator)).status, 200);
    assert.equal((await signInWith(ada, authenticator, { counter: 7 })).status, 200);
    const isLogged = () => studio.service.logged.some((line) => line.includes('its counter went back'));
    assert.equal(isLogged(), false);
    for (const counter of [7, 6, 0]) {
      const { problem } = await signInWith(ada, authenticator, { counter });
      assert.equal(problem.code, 'SIGN_IN_PASSKEY_WRONG', `${counter}`);
    }
    assert.ok(isLogged());
    const { token } = await signIn(studio.db, ada);
    await waitUntil(async () =>
      (await getActions({ token })).some(
        ({ detail }) => detail?.startsWith('With a copy of a passkey') === true,
      ),
    );
    assert.equal((await signInWith(ada, authenticator, { counter: 8 })).status, 200);
  });

  test('attempts count like those with a code', async () => {
    const ada = await createProtected();
    const challenge = await begin(ada);
    const answer = ada.authenticator.use(await askToSignIn(studio, challenge), { challenge: 'AAAA' });
    const code = () => studio.call('finishSignIn', { as: null, json: { challenge, code: '123456' } });
    const statuses = [];
    for (let count = 0; count < 5; count += 1)
      statuses.push((await finish(challenge, answer)).status, (await code()).status);
    assert.deepEqual(statuses, Array<number>(10).fill(401));
    assert.equal((await finish(challenge, answer)).status, 429);
    assert.equal((await code()).status, 429);
    await waitUntil(async () =>
      (await getActions(ada)).some(({ action, detail }) => {
        return action === 'SIGN_IN_FAILED' && /^With a (?:code|passkey)/.test(detail ?? '');
      }),
    );
  });

  test('a recovery code signs in, too; only public keys are stored', async () => {
    const ada = await createProtected();
    assert.equal(new Set(ada.recoveryCodes).size, 10);
    const json = { challenge: await begin(ada), code: ada.recoveryCodes[0] };
    assert.equal((await studio.call('finishSignIn', { as: null, json })).status, 200);
    const stored = await queryRow<Record<string, unknown>>(
      studio.db,
      'select * from passkeys where account_id = :accountId',
      { accountId: ada.accountId },
    );
    assert.deepEqual(Object.keys(stored).sort(), [
      'account_id',
      'counter',
      'created_at',
      'credential_id',
      'id',
      'last_used_at',
      'name',
      'public_key',
      'rp_id',
      'transports',
    ]);
  });
});

describe('adding a passkey', { timeout: 120_000 }, () => {
  test('needs the password, ends other sessions, and makes recovery codes once', async () => {
    const ada = await createCredentials(studio.db);
    const [mine, other] = [await signIn(studio.db, ada), await signIn(studio.db, ada)];
    const start = (json: object) => studio.call('startPasskey', { as: mine, json });
    assert.equal((await start({})).problem.code, 'PASSWORD_WRONG');
    assert.equal((await start({ currentPassword: 'wrong' })).problem.code, 'PASSWORD_WRONG');
    const proof = { currentPassword: ada.password };
    const first = await addPasskey(studio, mine, { proof });
    assert.equal(first.recoveryCodes.length, 10);
    assert.equal(await isSignedIn(studio, other.token), false);
    const names = (await getActions(mine)).map(({ action, subject }) => `${action} ${subject}`);
    assert.ok(names.includes('PASSKEY_ADDED Laptop'));
    // With a second factor that one is needed, too.
    assert.equal((await start(proof)).problem.code, 'CODE_WRONG');
    assert.equal((await start({ ...proof, code: '123456' })).problem.code, 'CODE_WRONG');
    await forgetAttempts(studio.db);
    const passkey = await provePasskey(studio, mine, first.authenticator);
    const second = await addPasskey(studio, mine, { name: 'Phone', proof: { ...proof, passkey } });
    assert.deepEqual(second.recoveryCodes, []);
    await forgetAttempts(studio.db);
    assert.equal((await start({ ...proof, passkey })).problem.code, 'PASSKEY_WRONG', 'used');
    await forgetAttempts(studio.db);
    const app = await studio.call('startSecondFactor', { as: mine, json: proof });
    assert.equal(app.problem.code, 'CODE_WRONG');
    for (const { authenticator } of [first, second])
      assert.equal((await signInWith(ada, authenticator)).status, 200);
  });

  test('an answer for another session, origin or challenge, or one that was used, is refused', async () => {
    const [ada, eve] = [await createUser(studio.db), await createUser(studio.db)];
    const add = (as: typeof ada, made: object) =>
      studio.call('addPasskey', { as, json: { name: 'Laptop', ...made } });
    const authenticator = new Authenticator();
    assert.equal(
      (await add(ada, authenticator.make({ challenge: 'AAAA', rp: { id: 'localhost' } }))).status,
      403,
    );
    const wrongs: readonly Wrongs[] = [
      { origin: 'https://platen.example' },
      { rpId: 'platen.example' },
      { challenge: 'AAAA' },
      { type: 'webauthn.get' },
      { flags: 0x04 },
    ];
    for (const wrong of wrongs) {
      await forgetAttempts(studio.db);
      const made = authenticator.make(await startPasskey(studio, ada), wrong);
      assert.equal((await add(ada, made)).problem.code, 'PASSKEY_WRONG', JSON.stringify(wrong));
    }
    await forgetAttempts(studio.db);
    const options = await startPasskey(studio, ada);
    await startPasskey(studio, eve);
    assert.equal((await add(eve, authenticator.make(options))).problem.code, 'PASSKEY_WRONG');
    const made = authenticator.make(options);
    assert.equal((await add(ada, made)).status, 200);
    assert.equal((await add(ada, made)).problem.code, 'PASSKEY_WRONG');
    // One id is one passkey, of one account.
    const again = authenticator.make(await startPasskey(studio, eve));
    assert.equal((await add(eve, again)).problem.code, 'PASSKEY_WRONG');
    await queryRows(
      studio.db,
      `update passkey_challenges set expires_at = now() - interval '1 second'
       where session_id = :sessionId`,
      { sessionId: eve.sessionId },
    );
    const expired = await startPasskey(studio, eve);
    await queryRows(
      studio.db,
      `update passkey_challenges set expires_at = now() - interval '1 second'
       where session_id = :sessionId`,
      { sessionId: eve.sessionId },
    );
    assert.equal((await add(eve, new Authenticator().make(expired))).problem.code, 'PASSKEY_WRONG');
  });

  test('statements about the maker, whose certificates would be looked up, are refused', async () => {
    const ada = await createUser(studio.db);
    const certificate = Buffer.concat([
      // {"alg": -7, "sig": h'', "x5c": [h'00']}
      Buffer.from([0xa3, 0x63]),
      Buffer.from('alg'),
      Buffer.from([0x26, 0x63]),
      Buffer.from('sig'),
      bytes(Buffer.alloc(0)),
      Buffer.from([0x63]),
      Buffer.from('x5c'),
      Buffer.from([0x81]),
      bytes(Buffer.from([0])),
    ]);
    for (const format of ['packed', 'tpm', 'fido-u2f', 'android-key', 'apple']) {
      await forgetAttempts(studio.db);
      const options = await startPasskey(studio, ada);
      const made = new Authenticator().make(options, {}, { format, statement: certificate });
      const { problem } = await studio.call('addPasskey', { as: ada, json: { name: 'Key', ...made } });
      assert.equal(problem.code, 'PASSKEY_WRONG', format);
    }
  });

  test('an account has 10 at most', async () => {
    const ada = await createProtected();
    const proof = { currentPassword: ada.password };
    const { authenticator } = ada;
    for (let count = 1; count < 10; count += 1) {
      await forgetAttempts(studio.db);
      const passkey = await provePasskey(studio, ada, authenticator);
      await addPasskey(studio, ada, { name: `Key ${count}`, proof: { ...proof, passkey } });
    }
    await forgetAttempts(studio.db);
    const passkey = await provePasskey(studio, ada, authenticator);
    const { problem } = await studio.call('startPasskey', { as: ada, json: { ...proof, passkey } });
    assert.equal(problem.code, 'PASSKEY_LIMIT_REACHED');
  });

  test('is not possible at an IP address', async () => {
    const elsewhere = await startOwnStudio();
    try {
      const { json } = await elsewhere.call('listPasskeys');
      assert.deepEqual(json, { data: [], maxPasskeys: 10, origin: null });
      const { problem } = await elsewhere.call('startPasskey', { json: {} });
      assert.equal(problem.code, 'PASSKEYS_NOT_POSSIBLE');
    } finally {
      await elsewhere.close();
    }
  });
});

describe('removing a passkey', { timeout: 120_000 }, () => {
  test('needs the password and the second factor; with the last one it is off', async () => {
    const ada = await createProtected();
    const { passkeyId, authenticator } = ada;
    const currentPassword = ada.password;
    const remove = (json: object, as: Pick<Protected, 'token'> = ada) =>
      studio.call('removePasskey', { as, path: { passkeyId }, json });
    assert.equal((await remove({})).problem.code, 'PASSWORD_WRONG');
    assert.equal((await remove({ currentPassword })).problem.code, 'CODE_WRONG');
    await forgetAttempts(studio.db);
    assert.equal((await remove({ currentPassword, code: '123456' })).problem.code, 'CODE_WRONG');
    const eve = await createUser(studio.db);
    assert.equal((await remove({}, eve)).problem.code, 'NOT_FOUND');
    const rename = { as: eve, path: { passkeyId }, json: { name: 'Mine' } };
    assert.equal((await studio.call('renamePasskey', rename)).problem.code, 'NOT_FOUND');
    await forgetAttempts(studio.db);
    const challenge = await begin(ada);
    const options = await askToSignIn(studio, challenge);
    const passkey = await provePasskey(studio, ada, authenticator);
    assert.equal((await remove({ currentPassword, passkey })).status, 204);
    // The sign-in that was waiting has ended, and the next one needs no second step.
    assert.equal((await finish(challenge, authenticator.use(options))).problem.code, 'CHALLENGE_INVALID');
    assert.equal((await signInAs(studio, ada)).status, 200);
    const actions = (await getActions(ada)).map(({ action }) => action);
    assert.ok(actions.includes('PASSKEY_REMOVED') && actions.includes('SECOND_FACTOR_OFF'));
    const { codes } = await queryRow<{ codes: number }>(
      studio.db,
      'select count(*)::int as codes from recovery_codes where account_id = :accountId',
      { accountId: ada.accountId },
    );
    assert.equal(codes, 0);
  });

  test('a removed one does not sign in, and codes of an app stay', async () => {
    const ada = await createProtected();
    const as = { token: ada.token, accountId: ada.accountId };
    const currentPassword = ada.password;
    const passkey = await provePasskey(studio, ada, ada.authenticator);
    const started = await studio.call('startSecondFactor', { as, json: { currentPassword, passkey } });
    const { secret } = started.json as { secret: string };
    const confirmed = await studio.call('confirmSecondFactor', { as, json: { code: getCode(secret) } });
    assert.deepEqual(confirmed.json, { recoveryCodes: [] }, 'those of the passkey stay');
    await forgetSteps(studio, ada.accountId);
    const path = { passkeyId: ada.passkeyId };
    const json = { currentPassword, code: getCode(secret) };
    const challenge = await begin(ada);
    const options = await askToSignIn(studio, challenge);
    assert.equal((await studio.call('removePasskey', { as, path, json })).status, 204);
    assert.equal((await finish(challenge, ada.authenticator.use(options))).status, 401);
    await forgetAttempts(studio.db);
    const first = await signInAs(studio, ada);
    assert.deepEqual((first.json as { secondFactors: string[] }).secondFactors, ['APP']);
    const { problem } = await studio.call('startPasskeySignIn', {
      as: null,
      json: { challenge: getChallenge(first) },
    });
    assert.equal(problem.code, 'PASSKEYS_NOT_POSSIBLE');
  });

  test('turning off codes leaves passkeys', async () => {
    const ada = await createCredentials(studio.db);
    const as = { accountId: ada.accountId, ...(await signIn(studio.db, ada)) };
    const currentPassword = ada.password;
    const { secret } = await turnOnFactor(studio, as, currentPassword);
    const proof = { currentPassword, code: getCode(secret) };
    const { authenticator, recoveryCodes } = await addPasskey(studio, as, { proof });
    assert.deepEqual(recoveryCodes, []);
    const passkey = await provePasskey(studio, as, authenticator);
    const json = { currentPassword, passkey };
    assert.equal((await studio.call('removeSecondFactor', { as, json })).status, 204);
    assert.equal((await signInWith(ada, authenticator)).status, 200);
    const session = (await studio.call('getSession', { as })).json;
    const { account } = session as { account: Record<string, unknown> };
    assert.deepEqual(
      [account['hasSecondFactor'], account['secondFactors'], account['recoveryCodesLeft']],
      [true, ['PASSKEY'], 10],
    );
  });
});

test('satisfies a workspace that requires a second factor', async () => {
  const owner = await createUser(studio.db);
  await studio.call('updateWorkspace', { as: owner, json: { requiresSecondFactor: true } });
  const list = () => studio.call('listTemplates', { as: owner });
  assert.equal((await list()).problem.code, 'SECOND_FACTOR_REQUIRED');
  await addPasskey(studio, owner);
  assert.equal((await list()).status, 200);
});

test('with another PUBLIC_URL a passkey still protects the account; recovery codes sign in', async () => {
  const ada = await createProtected();
  await queryRows(studio.db, `update passkeys set rp_id = 'old.example' where account_id = :accountId`, {
    accountId: ada.accountId,
  });
  const first = await signInAs(studio, ada);
  assert.deepEqual((first.json as { secondFactors: string[] }).secondFactors, []);
  const json = { challenge: getChallenge(first), code: ada.recoveryCodes[0] };
  const signedIn = await studio.call('finishSignIn', { as: null, json });
  assert.equal(signedIn.status, 200);
  const listed = await studio.call('listPasskeys', { as: { token: getToken(signedIn) } });
  const { data } = listed.json as { data: { isUsable: boolean }[] };
  assert.deepEqual(
    data.map(({ isUsable }) => isUsable),
    [false],
  );
});
