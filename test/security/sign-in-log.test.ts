/** What the activity log says of sign-ins, and what attackers can do to it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { recordFailedSignIn, removeOldSignIns } from '../../src/store/activity.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createCredentials, forgetAttempts, makeLink } from '../helpers/studio-accounts.ts';
import { signInAs, getToken } from '../helpers/studio-attacks.ts';
import { createUser, signIn, startStudio, type Studio, type StudioUser } from '../helpers/studio.ts';

let studio: Studio;
before(async () => {
  studio = await startStudio();
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

interface Entry {
  readonly action: string;
  readonly actor: { readonly id: string } | null;
  readonly subject: string;
  readonly detail?: string;
  readonly count?: number;
}

async function getLog(as: Pick<StudioUser, 'token'>): Promise<Entry[]> {
  const { json } = await studio.call('listActivity', { as });
  return (json as { data: Entry[] }).data.filter(({ action }) => /^(SIGN|SESSIONS)/.test(action));
}

describe('sign-ins in the activity log', { timeout: 120_000 }, () => {
  test('owners see who signed in, in which way and from where', async () => {
    const owner = await createUser(studio.db);
    const member = await createCredentials(studio.db, { workspaceId: owner.workspaceId });
    await signInAs(studio, member);
    const token = await makeLink(studio.db, member.accountId);
    const byLink = await studio.call('signInWithLink', { as: null, json: { token } });
    const said = (entries: readonly Entry[]) =>
      entries.map(({ action, actor, detail }) => `${action} ${actor?.id ?? 'nobody'} ${detail ?? ''}`);
    const expected = [
      `SIGNED_IN ${member.accountId} With a link, from 127.0.0.1`,
      `SIGNED_IN ${member.accountId} With the password, from 127.0.0.1`,
    ];
    assert.deepEqual(said(await getLog(owner)), expected);
    assert.deepEqual(said(await getLog({ token: getToken(byLink) })), expected);
    assert.deepEqual(await getLog(studio.stranger), []);
  });

  test('failed ones of an account are one entry an hour, however many there are', async () => {
    const owner = await createUser(studio.db);
    const { workspaceId } = owner;
    const member = await createCredentials(studio.db, { workspaceId });
    for (let count = 0; count < 3; count += 1) await signInAs(studio, { ...member, password: 'a guess' });
    await signInAs(studio, { email: 'nobody@example.org', password: 'a guess' });
    await waitUntil(async () => (await getLog(owner))[0]?.count === 3);
    const storm = { accountId: member.accountId, detail: 'With a password, the last from 192.0.2.1' };
    await Promise.all(Array.from({ length: 200 }, () => recordFailedSignIn(studio.db, storm)));
    const entries = await getLog(owner);
    // Two if the hour has just ended.
    assert.ok(entries.length <= 2);
    assert.equal(
      entries.reduce((sum, { count = 1 }) => sum + count, 0),
      203,
    );
    const [last] = entries;
    assert.deepEqual([last?.action, last?.actor, last?.detail], ['SIGN_IN_FAILED', null, storm.detail]);
    assert.deepEqual(await getLog(studio.stranger), []);
  });

  test('they are removed after a year; changes stay', async () => {
    const owner = await createUser(studio.db);
    const { accountId, workspaceId } = owner;
    await queryRows(
      studio.db,
      `insert into activity (workspace_id, at, action, account_id, subject)
       select :workspaceId, now() - age, action, :accountId, 'Ada'
       from unnest(array['SIGNED_IN', 'SIGN_IN_FAILED', 'PASSWORD_SET']) action,
            unnest(array[interval '366 days', interval '364 days']) age`,
      { accountId, workspaceId },
    );
    await removeOldSignIns(studio.db);
    const { left } = await queryRow<{ left: string[] }>(
      studio.db,
      `select array_agg(action order by action) as left from activity
       where workspace_id = :workspaceId and subject = 'Ada'`,
      { workspaceId },
    );
    assert.deepEqual(left, ['PASSWORD_SET', 'PASSWORD_SET', 'SIGNED_IN', 'SIGN_IN_FAILED']);
  });
});

describe('an owner signs a member out everywhere', { timeout: 120_000 }, () => {
  test('sessions and links end, and the log says so; those of others stay', async () => {
    const owner = await createUser(studio.db);
    const { workspaceId } = owner;
    const member = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    const [second, link] = [await signIn(studio.db, member), await makeLink(studio.db, member.accountId)];
    const colleague = await createUser(studio.db, { workspaceId, role: 'MEMBER' });
    const end = (as: StudioUser) =>
      studio.call('endMemberSessions', { as, path: { memberId: member.accountId } });
    assert.equal((await end(studio.stranger)).status, 404);
    assert.equal((await end(colleague)).status, 403);
    assert.equal((await end(owner)).status, 204);
    const getStatus = async (as: Pick<StudioUser, 'token'>) =>
      (await studio.call('getSession', { as })).status;
    assert.deepEqual(await Promise.all([member, second].map(getStatus)), [401, 401]);
    assert.deepEqual(await Promise.all([owner, colleague].map(getStatus)), [200, 200]);
    assert.equal((await studio.call('signInWithLink', { as: null, json: { token: link } })).status, 401);
    const [entry] = await getLog(owner);
    assert.deepEqual(
      [entry?.action, entry?.actor?.id, entry?.detail],
      ['SESSIONS_ENDED', owner.accountId, '2 sessions, and all links'],
    );
  });

  test('of the own sessions this one stays', async () => {
    const owner = await createUser(studio.db);
    const other = await signIn(studio.db, owner);
    const path = { memberId: owner.accountId };
    assert.equal((await studio.call('endMemberSessions', { as: owner, path })).status, 204);
    assert.equal((await studio.call('getSession', { as: owner })).status, 200);
    assert.equal((await studio.call('getSession', { as: other })).status, 401);
  });
});
