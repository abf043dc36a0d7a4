import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createCaller, createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { queryRow, queryRows, type Database } from './database.ts';
import {
  endOtherSessions,
  endSession,
  findSession,
  listSessions,
  MAX_SESSIONS,
  removeEndedSessions,
  startSession,
} from './sessions.ts';
import { hashToken } from './tokens.ts';
import { createAccount, setWorkspacePlan } from './workspaces.ts';

const browser = { userAgent: 'Firefox', address: '192.0.2.7' };

async function signIn(db: Database, accountId: string, earlierTokenHash: Buffer | null = null) {
  const { sessionId, token } = await db.transaction((transaction) =>
    startSession(transaction, { accountId, method: 'LINK', browser, earlierTokenHash }),
  );
  return { sessionId, token, hash: hashToken(token) };
}

/** Moves a session into the past. */
async function age(db: Database, sessionId: string, { idle = '0', total = '0' }): Promise<void> {
  await queryRows(
    db,
    `update sessions set last_used_at = last_used_at - cast(:idle as interval),
                         created_at = created_at - cast(:total as interval)
     where id = :sessionId`,
    { sessionId, idle, total },
  );
}

describe('sessions', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.close());

  test('a session identifies its account and workspace, with their current role and plan', async () => {
    const { db } = database;
    const { accountId, workspaceId } = await createCaller(db, { plan: 'team' });
    const { sessionId, hash } = await signIn(db, accountId);
    const caller = {
      sessionId,
      accountId,
      accountName: 'Test account',
      workspaceId,
      workspaceName: 'Test workspace',
      needsSecondFactor: false,
    };
    assert.deepEqual(await findSession(db, hash), { ...caller, plan: 'team', role: 'OWNER' });
    await setWorkspacePlan(db, workspaceId, 'free');
    await queryRows(db, `update accounts set role = 'MEMBER' where id = :accountId`, { accountId });
    assert.deepEqual(await findSession(db, hash), { ...caller, plan: 'free', role: 'MEMBER' });
    assert.equal(await findSession(db, hashToken('guessed')), null);
  });

  test('the token itself is not stored', async () => {
    const { db } = database;
    const { accountId } = await createCaller(db);
    const { token } = await signIn(db, accountId);
    assert.match(token, /^[\w-]{43}$/);
    const { found } = await queryRow<{ found: boolean }>(
      db,
      'select exists (select from sessions s where s::text like :pattern) as found',
      { pattern: `%${token}%` },
    );
    assert.equal(found, false);
  });

  test('a session ends 14 days after its last use', async () => {
    const { db } = database;
    const { accountId } = await createCaller(db);
    const { sessionId, hash } = await signIn(db, accountId);
    await age(db, sessionId, { idle: '13 days 23:59', total: '13 days 23:59' });
    assert.equal((await findSession(db, hash))?.sessionId, sessionId);
    await age(db, sessionId, { idle: '14 days' });
    assert.equal(await findSession(db, hash), null);
    assert.deepEqual(await listSessions(db, accountId), []);
    assert.equal(await endSession(db, { sessionId, accountId }), false);
  });

  test('a session ends 90 days after it began, however much it is used', async () => {
    const { db } = database;
    const { accountId } = await createCaller(db);
    const { sessionId, hash } = await signIn(db, accountId);
    await age(db, sessionId, { total: '89 days 23:59' });
    const [listed] = await listSessions(db, accountId);
    assert.ok(listed && listed.expiresAt.getTime() - Date.now() < 60_000, 'expires with the 90 days');
    assert.equal((await findSession(db, hash))?.sessionId, sessionId);
    await age(db, sessionId, { total: '1 minute' });
    assert.equal(await findSession(db, hash), null);
    assert.equal(await removeEndedSessions(db, { graceMs: 600_000 }), 0);
    assert.ok((await removeEndedSessions(db, { graceMs: 0 })) > 0);
    assert.deepEqual(await queryRows(db, 'select from sessions where id = :sessionId', { sessionId }), []);
  });

  test('the use of a session is recorded at most once a minute', async () => {
    const { db } = database;
    const { accountId } = await createCaller(db);
    const { sessionId, hash } = await signIn(db, accountId);
    const readUse = async () =>
      await queryRow<{ used: Date; seen: Date }>(
        db,
        `select s.last_used_at as used, a.last_seen_at as seen
         from sessions s join accounts a on a.id = s.account_id where s.id = :sessionId`,
        { sessionId },
      );
    const first = await readUse();
    await Promise.all(Array.from({ length: 10 }, () => findSession(db, hash)));
    assert.deepEqual(await readUse(), first);
    await age(db, sessionId, { idle: '2 minutes' });
    await Promise.all(Array.from({ length: 10 }, () => findSession(db, hash)));
    const later = await readUse();
    assert.ok(later.used >= first.used && later.seen > first.seen);
    await findSession(db, hash);
    assert.deepEqual(await readUse(), later);
  });

  test('a sign-in gets a new token, and ends the session that the browser had', async () => {
    const { db } = database;
    const { accountId } = await createCaller(db);
    const { accountId: otherId } = await createCaller(db);
    const first = await signIn(db, accountId);
    const second = await signIn(db, otherId, first.hash);
    assert.notEqual(second.token, first.token);
    assert.equal(await findSession(db, first.hash), null);
    assert.equal((await findSession(db, second.hash))?.accountId, otherId);
  });

  test('an account has at most 100 sessions; a new one ends the least recently used', async () => {
    const { db } = database;
    const { accountId } = await createCaller(db);
    const oldest = await signIn(db, accountId);
    await age(db, oldest.sessionId, { idle: '1 hour' });
    for (let count = 1; count < MAX_SESSIONS; count += 1) await signIn(db, accountId);
    assert.equal((await listSessions(db, accountId)).length, MAX_SESSIONS);
    const newest = await signIn(db, accountId);
    const listed = await listSessions(db, accountId);
    assert.equal(listed.length, MAX_SESSIONS);
    assert.ok(listed.some(({ id }) => id === newest.sessionId));
    assert.equal(await findSession(db, oldest.hash), null);
  });

  test('an account ends its own sessions only', async () => {
    const { db } = database;
    const { accountId, workspaceId } = await createCaller(db);
    const colleague = (await createAccount(db, { workspaceId, name: 'B' })) ?? '';
    const [mine, other, theirs] = [
      await signIn(db, accountId),
      await signIn(db, accountId),
      await signIn(db, colleague),
    ];
    assert.equal(await endSession(db, { sessionId: theirs.sessionId, accountId }), false);
    await endOtherSessions(db, { sessionId: mine.sessionId, accountId });
    assert.equal(await findSession(db, other.hash), null);
    assert.ok(await findSession(db, theirs.hash));
    assert.equal(await endSession(db, { sessionId: mine.sessionId, accountId }), true);
    assert.equal(await findSession(db, mine.hash), null);
  });

  test('the sessions of a deleted account end with it', async () => {
    const { db } = database;
    const { accountId } = await createCaller(db);
    const { hash } = await signIn(db, accountId);
    await queryRows(db, 'delete from accounts where id = :accountId', { accountId });
    assert.equal(await findSession(db, hash), null);
  });
});
