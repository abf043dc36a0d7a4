/** Signing in with OpenID Connect, against a real provider. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { findSession } from '../../src/store/sessions.ts';
import { hashToken } from '../../src/store/tokens.ts';
import { createCaller } from '../helpers/database.ts';
import { turnOnFactor } from '../helpers/second-factors.ts';
import { createCredentials, makeLink } from '../helpers/studio-accounts.ts';
import { callOperation, signIn as startSession } from '../helpers/studio.ts';
import { findFreePort } from '../helpers/free-port.ts';
import { startTestService, type TestService } from '../helpers/http.ts';
import { CookieJar, startOidcProvider, type TestProvider } from '../helpers/oidc-provider.ts';

const startPath = '/studio/api/v1/oidc';

describe('signing in with OpenID Connect', { timeout: 120_000 }, () => {
  let provider: TestProvider;
  let service: TestService;
  let origin: string;

  before(async () => {
    const port = await findFreePort();
    origin = `http://127.0.0.1:${port}`;
    provider = await startOidcProvider(origin);
    service = await startTestService({ env: { PORT: String(port), ...provider.env } });
  });
  after(async () => {
    await service.close();
    await provider.close();
  });
  // All tests come from one address.
  beforeEach(() => queryRows(service.db, 'delete from rate_limits', {}));

  async function addMember(email: string, { isInvited = false } = {}): Promise<string> {
    const { accountId } = await createCaller(service.db);
    await queryRows(
      service.db,
      `update accounts set email = :email, joined_at = case when :isInvited then null else now() end,
              name = case when :isInvited then :email else name end
       where id = :accountId`,
      { accountId, email, isInvited },
    );
    return accountId;
  }

  /** Opens the way to the provider and back, up to the first page of the app. */
  async function signIn(jar: CookieJar, start = `${origin}${startPath}`): Promise<string> {
    const last = await jar.follow(start, (next) => !isPage(next));
    return last.pathname + last.search;
  }

  function isPage(next: URL): boolean {
    return next.origin === origin && !next.pathname.startsWith('/studio/api/');
  }

  async function getAccount(jar: CookieJar): Promise<string | null> {
    const token = jar.get(origin, 'platen_session');
    return token === undefined
      ? null
      : ((await findSession(service.db, hashToken(token)))?.accountId ?? null);
  }

  test('signs in the member with the verified address, and opens the page that was asked for', async () => {
    const accountId = await addMember('ada@example.org');
    provider.signInAs({ sub: 'ada', email: 'Ada@Example.org', email_verified: true, name: 'Ada' });
    const jar = new CookieJar(origin);
    assert.equal(
      await signIn(jar, `${origin}${startPath}?returnTo=%2Fstudio%2Fjobs%3Fpage%3D2`),
      '/studio/jobs?page=2',
    );
    assert.equal(await getAccount(jar), accountId);
    assert.equal(jar.get(origin, 'platen_oidc'), undefined, 'the cookie of the flow is removed');
    const { method, name } = await queryRow<{ method: string; name: string }>(
      service.db,
      `select method, name from sessions join accounts on accounts.id = account_id
       where account_id = :accountId`,
      { accountId },
    );
    assert.deepEqual([method, name], ['OIDC', 'Test account']);
  });

  test('asks an invited person first; yes makes the account an active one', async () => {
    const accountId = await addMember('grace@example.org', { isInvited: true });
    await queryRows(
      service.db,
      `insert into sign_in_links (account_id, token_hash, purpose, expires_at)
       values (:accountId, :hash, 'INVITATION', now() + interval '7 days')`,
      { accountId, hash: hashToken('invitation') },
    );
    provider.signInAs({
      sub: 'grace',
      email: 'grace@example.org',
      email_verified: true,
      name: 'Grace Hopper',
    });
    const jar = new CookieJar(origin);
    const page = new URL(await signIn(jar), origin);
    assert.deepEqual([page.pathname, page.searchParams.get('name')], ['/studio/sign-in', 'Grace Hopper']);
    assert.equal(await getAccount(jar), null, 'nobody is pulled in');
    const token = page.searchParams.get('token') ?? '';
    const answer = (json: object) => callOperation(service, 'signInWithLink', { json: { token, ...json } });
    const asked = await answer({});
    assert.equal(asked.status, 400);
    assert.match(asked.problem.errors[0]?.detail ?? '', /^The workspace “.+” invites you/);
    assert.equal((await answer({ name: 'Grace', password: 'a password of mine' })).status, 400);
    const joined = await answer({ name: 'Grace Hopper' });
    assert.equal(joined.status, 200);
    assert.equal((joined.json as { account: { id: string } }).account.id, accountId);
    assert.equal((await answer({ name: 'Grace Hopper' })).status, 401, 'it works once');
    assert.equal(await signIn(jar), '/studio');
    assert.equal(await getAccount(jar), accountId);
    const account = await queryRow<{ name: string; hasJoined: boolean; links: number }>(
      service.db,
      `select name, joined_at is not null as "hasJoined",
              (select count(*)::int from sign_in_links where account_id = :accountId) as links
       from accounts where id = :accountId`,
      { accountId },
    );
    assert.deepEqual(account, { name: 'Grace Hopper', hasJoined: true, links: 0 });
  });

  test('refuses an address that is not verified, unknown or missing', async () => {
    await addMember('eve@example.org');
    const unverified = '/studio/sign-in?problem=OIDC_EMAIL_UNVERIFIED';
    for (const [person, page] of [
      [{ sub: 'a', email: 'eve@example.org', email_verified: false }, unverified],
      [{ sub: 'b', email: 'eve@example.org', email_verified: 'true' }, unverified],
      [{ sub: 'c', email: 'eve@example.org' }, unverified],
      [{ sub: 'd' }, unverified],
      [
        { sub: 'e', email: 'nobody@example.org', email_verified: true },
        '/studio/sign-in?problem=OIDC_NO_MEMBER',
      ],
    ] as const) {
      provider.signInAs(person);
      const jar = new CookieJar(origin);
      assert.equal(await signIn(jar), page, person.sub);
      assert.equal(await getAccount(jar), null);
    }
  });

  test('an account belongs to who signed in first, also if the address changes hands', async () => {
    const accountId = await addMember('desk@example.org');
    provider.signInAs({ sub: 'desk-1', email: 'desk@example.org', email_verified: true });
    const first = new CookieJar(origin);
    assert.equal(await signIn(first), '/studio');

    provider.signInAs({ sub: 'desk-2', email: 'desk@example.org', email_verified: true });
    const second = new CookieJar(origin);
    assert.equal(await signIn(second), '/studio/sign-in?problem=OIDC_OTHER_PERSON');
    assert.equal(await getAccount(second), null);

    for (const claims of [
      { email: 'married@example.org', email_verified: true },
      { email: 'desk@example.org', email_verified: false },
      {},
    ]) {
      provider.signInAs({ sub: 'desk-1', ...claims });
      const again = new CookieJar(origin);
      assert.equal(await signIn(again), '/studio', JSON.stringify(claims));
      assert.equal(await getAccount(again), accountId);
    }
  });

  test('a person who has an account does not get another one with its address', async () => {
    const own = await addMember('mia@example.org');
    await addMember('boss@example.org');
    provider.signInAs({ sub: 'mia', email: 'mia@example.org', email_verified: true });
    assert.equal(await signIn(new CookieJar(origin)), '/studio');
    provider.signInAs({ sub: 'mia', email: 'boss@example.org', email_verified: true });
    const jar = new CookieJar(origin);
    assert.equal(await signIn(jar), '/studio');
    assert.equal(await getAccount(jar), own);
  });

  test('the first sign-in removes what somebody else may have set for the address before', async () => {
    const workspace = await createCaller(service.db);
    const victim = await createCredentials(service.db, { workspaceId: workspace.workspaceId });
    const { accountId, email } = victim;
    const { token: attacker } = await startSession(service.db, victim);
    const as = { token: attacker, accountId };
    await turnOnFactor(
      { db: service.db, call: (id, call = {}) => callOperation(service, id, call) },
      as,
      victim.password,
    );
    const link = await makeLink(service.db, accountId);
    provider.signInAs({ sub: 'victim', email, email_verified: true });
    const jar = new CookieJar(origin);
    assert.equal(await signIn(jar), '/studio/account?tied');
    assert.equal(await getAccount(jar), accountId);

    assert.equal(await findSession(service.db, hashToken(attacker)), null, 'the session has ended');
    const { password } = victim;
    const byPassword = await callOperation(service, 'signInWithPassword', { json: { email, password } });
    assert.equal(byPassword.status, 401);
    assert.equal((await callOperation(service, 'signInWithLink', { json: { token: link } })).status, 401);
    const left = await queryRow<object>(
      service.db,
      `select password_hash as password,
              (select count(*)::int from second_factors where account_id = :accountId) as factors,
              (select count(*)::int from recovery_codes where account_id = :accountId) as codes,
              (select count(*)::int from known_devices where account_id = :accountId) as devices,
              (select detail from activity
               where account_id = :accountId and action = 'MEMBER_CHANGED') as log
       from accounts where id = :accountId`,
      { accountId },
    );
    assert.deepEqual(left, {
      password: null,
      factors: 0,
      codes: 0,
      devices: 0,
      log:
        'First sign-in with the OpenID provider: the password removed, the second factor removed, ' +
        'earlier sessions and links ended',
    });

    // What the person sets from now on stays.
    const token = jar.get(origin, 'platen_session') ?? '';
    const json = { newPassword: 'a password of their own' };
    const set = await callOperation(service, 'setPassword', { json, as: { token } });
    assert.equal(set.status, 204);
    assert.equal(await signIn(jar), '/studio');
    const again = { email, password: json.newPassword };
    assert.equal((await callOperation(service, 'signInWithPassword', { json: again })).status, 200);
  });

  test('a removed member is not found by the person', async () => {
    const accountId = await addMember('gone@example.org');
    provider.signInAs({ sub: 'gone', email: 'gone@example.org', email_verified: true });
    assert.equal(await signIn(new CookieJar(origin)), '/studio');
    await queryRows(service.db, 'update accounts set removed_at = now() where id = :accountId', {
      accountId,
    });
    const jar = new CookieJar(origin);
    assert.equal(await signIn(jar), '/studio/sign-in?problem=OIDC_NO_MEMBER');
    assert.equal(await getAccount(jar), null);
  });

  test('with another provider, the verified address ties the account anew', async () => {
    const accountId = await addMember('moved@example.org');
    await queryRows(
      service.db,
      `update accounts set oidc_issuer = 'https://earlier.example', oidc_subject = 'x' where id = :accountId`,
      { accountId },
    );
    provider.signInAs({ sub: 'moved', email: 'moved@example.org', email_verified: true });
    const jar = new CookieJar(origin);
    assert.equal(await signIn(jar), '/studio');
    assert.equal(await getAccount(jar), accountId);
  });

  test('an address that is only similar to that of a member is another one', async () => {
    const similar = [
      // U+212A KELVIN SIGN, which toLowerCase() makes k.
      ['kate@example.org', '\u212Aate@example.org'],
      ['kim@kiosk.example', 'kim@\u212Aios\u212A.example'],
      ['ingrid@example.org', '\u0130ngrid@example.org'],
      ['sam@example.org', '\u017Fam@example.org'],
      ['wide@example.org', '\uFF37ide@example.org'],
      ['zero@example.org', 'ze\u200Bro@example.org'],
      ['mark@example.org', '\uFEFFmark@example.org'],
      ['nina@example.org', 'nina@example.org\u00A0'],
      ['otto@example.org', 'otto @example.org'],
      ['paul@example.org', 'paul@example.org\u0000'],
      ['rita@example.org', 'rita\n@example.org'],
    ] as const;
    for (const [index, [stored, given]] of similar.entries()) {
      await queryRows(service.db, 'delete from rate_limits', {});
      await addMember(stored);
      provider.signInAs({ sub: `similar-${index}`, email: given, email_verified: true });
      const jar = new CookieJar(origin);
      const page = await signIn(jar);
      assert.equal(page, '/studio/sign-in?problem=OIDC_NO_MEMBER', JSON.stringify(given));
      assert.equal(await getAccount(jar), null);
    }
  });

  test('a member whose stored address has other letters still signs in with it', async () => {
    const accountId = await addMember('ünal.ß@example.org');
    provider.signInAs({ sub: 'ünal', email: ' ünal.ß@EXAMPLE.org', email_verified: true });
    const jar = new CookieJar(origin);
    assert.equal(await signIn(jar), '/studio');
    assert.equal(await getAccount(jar), accountId);
  });

  test('says that the person has refused', async () => {
    provider.signInAs(null);
    const jar = new CookieJar(origin);
    assert.equal(await signIn(jar), '/studio/sign-in?problem=OIDC_DENIED');
    assert.equal(await getAccount(jar), null);
  });

  test('refuses an answer that another browser asked for, and one with another state', async () => {
    await addMember('mallory@example.org');
    provider.signInAs({ sub: 'mallory', email: 'mallory@example.org', email_verified: true });
    const failed = '/studio/sign-in?problem=OIDC_FAILED';
    const isAnswer = (next: URL) => next.pathname === `${startPath}/callback`;

    const attacker = new CookieJar(origin);
    const answer = await attacker.follow(`${origin}${startPath}`, (next) => !isAnswer(next));
    const victim = new CookieJar(origin);
    assert.equal(await signIn(victim, answer.href), failed, 'without a flow');
    await victim.open(`${origin}${startPath}`);
    assert.equal(await signIn(victim, answer.href), failed, 'in a flow of its own');
    assert.equal(await getAccount(victim), null);

    const changed = new URL(answer);
    changed.searchParams.set('state', 'another');
    assert.equal(await signIn(attacker, changed.href), failed);
    assert.equal(await signIn(attacker, answer.href), failed, 'the flow was used');
    assert.equal(await getAccount(attacker), null);
  });

  test('a flow lasts 10 minutes, and one answer works once', async () => {
    await addMember('olga@example.org');
    provider.signInAs({ sub: 'olga', email: 'olga@example.org', email_verified: true });
    const isAnswer = (next: URL) => next.pathname === `${startPath}/callback`;
    const late = new CookieJar(origin);
    const lateAnswer = await late.follow(`${origin}${startPath}`, (next) => !isAnswer(next));
    await queryRows(service.db, `update oidc_flows set created_at = created_at - interval '10 minutes'`, {});
    assert.equal(await signIn(late, lateAnswer.href), '/studio/sign-in?problem=OIDC_FAILED');

    const jar = new CookieJar(origin);
    const answer = await jar.follow(`${origin}${startPath}`, (next) => !isAnswer(next));
    const flow = jar.get(origin, 'platen_oidc') ?? '';
    const locations = await Promise.all(
      [1, 2, 3].map(async () => {
        const browser = new CookieJar(origin);
        browser.set(origin, 'platen_oidc', flow);
        return await signIn(browser, answer.href);
      }),
    );
    assert.deepEqual(locations.sort(), [
      '/studio',
      ...Array<string>(2).fill('/studio/sign-in?problem=OIDC_FAILED'),
    ]);
  });

  test('accepts what a large provider adds to its answer', async () => {
    const accountId = await addMember('hd@example.org');
    provider.signInAs({ sub: 'hd', email: 'hd@example.org', email_verified: true });
    const jar = new CookieJar(origin);
    const isAnswer = (next: URL) => next.pathname === `${startPath}/callback`;
    const answer = await jar.follow(`${origin}${startPath}`, (next) => !isAnswer(next));
    for (const [name, value] of Object.entries({ authuser: '0', hd: 'example.org', prompt: 'consent' }))
      answer.searchParams.set(name, value);
    assert.equal(await signIn(jar, answer.href), '/studio');
    assert.equal(await getAccount(jar), accountId);
  });

  test('leads only to pages of the app', async () => {
    await addMember('open@example.org');
    provider.signInAs({ sub: 'open', email: 'open@example.org', email_verified: true });
    for (const returnTo of ['/studio/../..//evil.example/', '/studio/..', '/studio/\n//evil.example']) {
      await queryRows(service.db, 'delete from rate_limits', {});
      const page = await signIn(
        new CookieJar(origin),
        `${origin}${startPath}?returnTo=${encodeURIComponent(returnTo)}`,
      );
      assert.match(page, /^\/studio(\/|$)/, JSON.stringify(returnTo));
    }
    for (const returnTo of ['//evil.example', 'https://evil.example', '/studio\\evil', '/studioevil']) {
      const { status } = await service.send('GET', `${startPath}?returnTo=${encodeURIComponent(returnTo)}`);
      assert.equal(status, 400, returnTo);
    }
  });

  test('the cookie of a flow is HttpOnly, SameSite=Lax and ends with the flow', async () => {
    const { headers } = await new CookieJar(origin).open(`${origin}${startPath}`);
    const [cookie = ''] = headers.getSetCookie();
    assert.match(cookie, /^platen_oidc=[\w-]{43}; /);
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=600'])
      assert.ok(cookie.split('; ').includes(attribute), attribute);
    const location = new URL(headers.get('location') ?? '');
    assert.equal(location.searchParams.get('code_challenge_method'), 'S256');
    assert.ok(location.searchParams.get('state') && location.searchParams.get('nonce'));
  });

  test('a provider that is away is no failure of the service', async () => {
    const gone = await startOidcProvider(origin);
    await gone.close();
    const other = await startTestService({ env: gone.env });
    try {
      const { status, headers } = await new CookieJar(other.url).open(`${other.url}${startPath}`);
      assert.equal(status, 302);
      assert.equal(headers.get('location'), '/studio/sign-in?problem=OIDC_UNAVAILABLE');
      assert.deepEqual(headers.getSetCookie(), []);
      assert.ok(other.logged.some((line) => line.includes('"reason":')));
    } finally {
      await other.close();
    }
  });
});

test('claims in the ID token are enough', { timeout: 60_000 }, async () => {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const provider = await startOidcProvider(origin, { claimsInIdToken: true });
  const service = await startTestService({ env: { PORT: String(port), ...provider.env } });
  try {
    const { accountId } = await createCaller(service.db);
    await queryRows(service.db, `update accounts set email = 'ada@example.org' where id = :accountId`, {
      accountId,
    });
    provider.signInAs({ sub: 'ada', email: 'ada@example.org', email_verified: true });
    const last = await new CookieJar(origin).follow(
      `${origin}${startPath}`,
      (next) => next.origin !== origin || next.pathname.startsWith('/studio/api/'),
    );
    assert.equal(last.pathname, '/studio');
  } finally {
    await service.close();
    await provider.close();
  }
});
