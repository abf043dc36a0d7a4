/** Attacks by changing the address of an account. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { makeSignInLink } from '../../src/domain/sessions/links.ts';
import { changeAccount } from '../../src/domain/members/change-member.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { findSession } from '../../src/store/sessions.ts';
import { hashToken } from '../../src/store/tokens.ts';
import { findFreePort } from '../helpers/free-port.ts';
import type { Answer } from '../helpers/http.ts';
import { CookieJar, startOidcProvider, type TestProvider } from '../helpers/oidc-provider.ts';
import { createCredentials, forgetAttempts, invite } from '../helpers/studio-accounts.ts';
import { isSignedIn, signInAs, getToken } from '../helpers/studio-attacks.ts';
import {
  createUser,
  signIn,
  startOwnStudio,
  type Studio,
  type StudioCall,
  type StudioUser,
} from '../helpers/studio.ts';

let provider: TestProvider;
let studio: Studio;
let origin: string;
before(async () => {
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  provider = await startOidcProvider(origin);
  studio = await startOwnStudio({ env: { PORT: String(port), ...provider.env } });
});
// An owner of a workspace of its own for each test: a workspace has few keys.
let colleague: StudioUser;
beforeEach(async () => {
  await forgetAttempts(studio.db);
  colleague = await createUser(studio.db);
});
after(async () => {
  await studio.close();
  await provider.close();
});

const open = (json: object, call: StudioCall = {}) =>
  studio.call('signInWithLink', { as: null, json, ...call });

interface Changed {
  readonly email: string | null;
  readonly pendingEmail: string | null;
  readonly link: { readonly url: string } | null;
}

async function change(memberId: string, json: object, as = colleague): Promise<Answer> {
  return await studio.call('updateMember', { as, path: { memberId }, json });
}

function getChanged(answer: Answer): Changed {
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  return answer.json as Changed;
}

function tokenIn({ link }: Changed): string {
  assert.ok(link !== null);
  return new URL(link.url).searchParams.get('token') ?? '';
}

async function getAddress(accountId: string): Promise<string | null> {
  const { email } = await queryRow<{ email: string | null }>(
    studio.db,
    'select email from accounts where id = :accountId',
    { accountId },
  );
  return email;
}

/** Signs in at the provider, and returns the account of the session. */
async function signInAtProvider(email: string, sub = email): Promise<string | null> {
  provider.signInAs({ sub, email, email_verified: true });
  const jar = new CookieJar(origin);
  await jar.follow(
    `${origin}/studio/api/v1/oidc`,
    (next) => next.origin !== origin || next.pathname.startsWith('/studio/api/'),
  );
  const token = jar.get(origin, 'platen_session');
  return token === undefined ? null : ((await findSession(studio.db, hashToken(token)))?.accountId ?? null);
}

describe('changing an address', { timeout: 120_000 }, () => {
  test('an owner who sets an address of their own does not become the member', async () => {
    const { workspaceId } = colleague;
    const member = await createCredentials(studio.db, { workspaceId });
    const changed = getChanged(await change(member.accountId, { email: 'mallory@evil.example' }));
    assert.deepEqual([changed.email, changed.pendingEmail], [member.email, 'mallory@evil.example']);

    assert.equal(await signInAtProvider('mallory@evil.example'), null);
    const token = tokenIn(changed);
    const guesses = [
      {},
      { password: 'correct horse battery stapl' },
      { name: 'M', password: 'a long password' },
    ];
    for (const guess of guesses) assert.equal((await open({ token, ...guess })).status, 400);
    const owners = { Cookie: `platen_session=${colleague.token}` };
    assert.equal((await open({ token }, { headers: owners })).status, 400, 'the session of somebody else');
    assert.equal(await getAddress(member.accountId), member.email);
    assert.equal((await signInAs(studio, { ...member, email: 'mallory@evil.example' })).status, 401);
    assert.equal((await signInAs(studio, member)).status, 200, 'the member is not locked out');
  });

  test('guessing the password with the link is limited', async () => {
    const member = await createCredentials(studio.db, { workspaceId: colleague.workspaceId });
    const token = tokenIn(getChanged(await change(member.accountId, { email: 'guessed@evil.example' })));
    for (let count = 0; count < 10; count += 1) {
      await queryRows(studio.db, `delete from rate_limits where key like 'sign-in-address:%'`, {});
      assert.equal((await open({ token, password: `a guess: ${count}` })).status, 400);
    }
    await queryRows(studio.db, `delete from rate_limits where key like 'sign-in-address:%'`, {});
    assert.equal((await open({ token, password: member.password })).status, 429);
  });

  test('it ends the sessions and links of the account, also an invitation of the old address', async () => {
    const { workspaceId } = colleague;
    const member = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    const link = await makeSignInLink(studio.db, member.accountId, origin);
    await change(member.accountId, { email: 'elsewhere@example.org' });
    assert.equal(await isSignedIn(studio, member.token), false);
    assert.equal((await open({ token: new URL(link?.url ?? '').searchParams.get('token') })).status, 401);

    const wrong = await invite(studio.db, workspaceId);
    const right = getChanged(await change(wrong.accountId, { email: 'right-person@example.org' }));
    const joining = { name: 'Grace', password: 'long enough for it' };
    assert.equal((await open({ token: wrong.token, ...joining })).status, 401);
    assert.deepEqual([right.email, right.pendingEmail], ['right-person@example.org', null]);
    assert.equal((await open({ token: tokenIn(right), ...joining })).status, 200);
  });

  test('a change by the operator waits for the member, too; the earlier link stops working', async () => {
    const member = await createCredentials(studio.db);
    const session = await signIn(studio.db, member);
    const first = await changeAccount(studio.db, member.accountId, { email: 'first@example.org' });
    const second = await changeAccount(studio.db, member.accountId, { email: 'second@example.org' });
    assert.equal(await isSignedIn(studio, session.token), false);
    const { password } = member;
    assert.equal((await open({ token: first?.link?.token, password })).status, 401);
    const answer = await open({ token: second?.link?.token, password });
    assert.equal(answer.status, 200);
    assert.equal((answer.json as { account: { email: string } }).account.email, 'second@example.org');
    assert.equal((await open({ token: second?.link?.token, password })).status, 401, 'it works once');
    assert.equal((await signInAs(studio, member)).status, 401, 'the old address has ended');
    assert.equal(await signInAtProvider(member.email), null);
  });

  test('a session of the member confirms without the password, and goes on', async () => {
    const { workspaceId } = colleague;
    const member = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    const token = tokenIn(getChanged(await change(member.accountId, { email: 'by-session@example.org' })));
    const session = await signIn(studio.db, member);
    const headers = { Cookie: `platen_session=${session.token}` };
    const answer = await open({ token }, { headers });
    assert.deepEqual([answer.status, getToken(answer)], [200, session.token]);
    assert.equal(await getAddress(member.accountId), 'by-session@example.org');
  });

  test('setting the old address again ends the change', async () => {
    const member = await createCredentials(studio.db, { workspaceId: colleague.workspaceId });
    const token = tokenIn(getChanged(await change(member.accountId, { email: 'undone@example.org' })));
    const undone = getChanged(await change(member.accountId, { email: member.email }));
    assert.deepEqual([undone.pendingEmail, undone.link], [null, null]);
    assert.equal((await open({ token, password: member.password })).status, 401);
  });

  test('an address that another account gets meanwhile is not confirmed', async () => {
    const member = await createCredentials(studio.db, { workspaceId: colleague.workspaceId });
    const token = tokenIn(getChanged(await change(member.accountId, { email: 'wanted@example.org' })));
    const other = await createCredentials(studio.db);
    await queryRows(studio.db, `update accounts set email = 'wanted@example.org' where id = :accountId`, {
      ...other,
    });
    const { status, problem } = await open({ token, password: member.password });
    assert.deepEqual([status, problem.code], [409, 'EMAIL_TAKEN']);
    assert.equal(await getAddress(member.accountId), member.email);
  });

  test('the own address needs the current password, and ends the other sessions', async () => {
    const owner = await createCredentials(studio.db);
    await queryRows(studio.db, `update accounts set role = 'OWNER' where id = :accountId`, { ...owner });
    const [mine, stolen] = [await signIn(studio.db, owner), await signIn(studio.db, owner)];
    const { accountId } = owner;
    const set = (json: object) =>
      studio.call('updateMember', { as: mine, path: { memberId: accountId }, json });
    for (const guess of [{}, { currentPassword: '' }, { currentPassword: 'a guess of someone' }]) {
      const { status, problem } = await set({ email: 'thief@evil.example', ...guess });
      assert.deepEqual([status, problem.code], [403, 'PASSWORD_WRONG']);
    }
    assert.ok(await isSignedIn(studio, stolen.token));
    const changed = getChanged(await set({ email: 'own@example.org', currentPassword: owner.password }));
    assert.deepEqual([changed.email, changed.pendingEmail, changed.link], ['own@example.org', null, null]);
    assert.ok(await isSignedIn(studio, mine.token));
    assert.equal(await isSignedIn(studio, stolen.token), false);
  });
});
