import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createCaller, createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts';
import { queryRow, queryRows } from './database.ts';
import { findCallerByKeyHash } from './callers.ts';
import { createKey, deleteKey, hashKey, listKeys } from './keys.ts';
import { DEFAULT_PLANS } from '../config/plans.ts';
import { createAccount, createWorkspace, findWorkspace, setWorkspacePlan } from './workspaces.ts';

describe('API keys', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ poolSize: 12 });
  });
  after(() => database.close());

  test('a key identifies its account, workspace and current plan', async () => {
    const { db } = database;
    const { apiKey, ...caller } = await createCaller(db, { plan: 'team' });
    assert.deepEqual(await findCallerByKeyHash(db, hashKey(apiKey)), caller);
    assert.equal(caller.plan, 'team');
    await setWorkspacePlan(db, caller.workspaceId, 'free');
    assert.equal((await findCallerByKeyHash(db, hashKey(apiKey)))?.plan, 'free');
    assert.equal(await findCallerByKeyHash(db, hashKey(`${apiKey}x`)), null);
  });

  test('the key itself is not stored', async () => {
    const { db } = database;
    const { apiKey } = await createCaller(db);
    assert.match(apiKey, /^plt_[\w-]{43}$/);
    const { found } = await queryRow<{ found: boolean }>(
      db,
      'select exists (select from api_keys k where k::text like :pattern) as found',
      { pattern: `%${apiKey.slice(12)}%` },
    );
    assert.equal(found, false);
  });

  test('the use of a key is recorded at most once a minute', async () => {
    const { db } = database;
    const { apiKey, workspaceId, keyId } = await createCaller(db);
    const lastUsedAt = async () => (await listKeys(db, workspaceId))[0]?.lastUsedAt;
    const first = await lastUsedAt();
    assert.ok(first instanceof Date);
    await Promise.all(Array.from({ length: 10 }, () => findCallerByKeyHash(db, hashKey(apiKey))));
    assert.deepEqual(await lastUsedAt(), first);
    await queryRows(db, `update api_keys set last_used_at = now() - interval '2 minutes' where id = :keyId`, {
      keyId,
    });
    await findCallerByKeyHash(db, hashKey(apiKey));
    assert.ok(((await lastUsedAt()) ?? 0) >= first);
  });

  test('a workspace has max five keys, even if they are created concurrently', async () => {
    const { db } = database;
    const { workspaceId } = await createWorkspace(db, { name: 'Full', plan: 'free' });
    const accounts = await Promise.all(
      ['A', 'B'].map(async (name) => (await createAccount(db, { workspaceId, name })) ?? ''),
    );
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        createKey(db, { accountId: accounts[index % 2] ?? '', name: `Key ${index}` }),
      ),
    );
    const keys = made.filter((key) => typeof key !== 'string');
    assert.equal(keys.length, 5);
    assert.ok(made.every((key) => typeof key !== 'string' || key === 'full'));
    assert.equal((await listKeys(db, workspaceId)).length, 5);

    const [key] = keys;
    assert.ok(key);
    assert.equal(await deleteKey(db, key.keyId), true);
    assert.equal(await deleteKey(db, key.keyId), false);
    assert.equal(await findCallerByKeyHash(db, hashKey(key.apiKey)), null, 'deleted at once');
    assert.notEqual(await createKey(db, { accountId: accounts[0] ?? '', name: 'Again' }), 'full');
    assert.equal(await createKey(db, { accountId: randomUUID(), name: 'Nobody' }), 'unknown-account');
  });

  test('the number of keys of a workspace follows its plan', async () => {
    const { db } = database;
    const { workspaceId } = await createWorkspace(db, { name: 'Small', plan: 'free' });
    const accountId = (await createAccount(db, { workspaceId, name: 'A' })) ?? '';
    const plans = {
      ...DEFAULT_PLANS,
      free: { ...DEFAULT_PLANS.free, keysPerWorkspace: 1 },
      team: { ...DEFAULT_PLANS.team, keysPerWorkspace: 7 },
    };
    const create = (lifetimeMs: number | null = null) =>
      createKey(db, { accountId, name: 'Key', lifetimeMs }, plans);
    assert.ok(typeof (await create()) === 'object');
    assert.equal(await create(), 'full');
    await setWorkspacePlan(db, workspaceId, 'team');
    for (let count = 1; count < 7; count += 1) assert.ok(typeof (await create()) === 'object');
    assert.equal(await create(), 'full');
  });

  test('an expired key is unknown, stays in the list and does not count', async () => {
    const { db } = database;
    const { workspaceId, accountId } = await createCaller(db);
    const key = await createKey(db, { accountId, name: 'Short', lifetimeMs: 3_600_000 });
    assert.ok(typeof key === 'object' && key.expiresAt !== null);
    assert.equal((await findCallerByKeyHash(db, hashKey(key.apiKey)))?.keyId, key.keyId);
    for (let count = 2; count < 5; count += 1) await createKey(db, { accountId, name: `Key ${count}` });
    assert.equal(await createKey(db, { accountId, name: 'Too many' }), 'full');

    await queryRows(db, `update api_keys set expires_at = now() - interval '1 hour' where id = :keyId`, {
      keyId: key.keyId,
    });
    assert.equal(await findCallerByKeyHash(db, hashKey(key.apiKey)), null);
    assert.ok(typeof (await createKey(db, { accountId, name: 'In its place' })) === 'object');
    // By name: the clock of the machine may step back between two keys.
    const listed = (await listKeys(db, workspaceId)).map(({ name, expiresAt }) => [name, expiresAt !== null]);
    assert.deepEqual(Object.fromEntries(listed), {
      'Test key': false,
      Short: true,
      'Key 2': false,
      'Key 3': false,
      'Key 4': false,
      'In its place': false,
    });
  });

  test('the lifetime of a key counts from its creation', async () => {
    const { db } = database;
    const { accountId, workspaceId } = await createCaller(db);
    await createKey(db, { accountId, name: 'Short', lifetimeMs: 3_600_000 });
    const key = (await listKeys(db, workspaceId)).find(({ name }) => name === 'Short');
    assert.equal((key?.expiresAt?.getTime() ?? 0) - (key?.createdAt.getTime() ?? 0), 3_600_000);
  });

  test('a list of keys shows only their first characters', async () => {
    const { db } = database;
    const { apiKey, workspaceId, keyId, accountId } = await createCaller(db);
    const [key] = await listKeys(db, workspaceId);
    assert.ok(key?.createdAt instanceof Date);
    assert.deepEqual(key, {
      keyId,
      name: 'Test key',
      accountId,
      accountName: 'Test account',
      prefix: apiKey.slice(0, 12),
      createdAt: key.createdAt,
      lastUsedAt: key.lastUsedAt,
      expiresAt: null,
    });
  });

  test('a change of plan does not change the callback secret', async () => {
    const { db } = database;
    const workspace = await createWorkspace(db, { name: 'Signed', plan: 'free' });
    assert.match(workspace.callbackSecret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const changed = await setWorkspacePlan(db, workspace.workspaceId, 'business');
    assert.deepEqual(changed, { ...workspace, plan: 'business' });
    assert.deepEqual(await findWorkspace(db, workspace.workspaceId), changed);
    assert.equal(await findWorkspace(db, randomUUID()), null);
    assert.equal(await setWorkspacePlan(db, randomUUID(), 'free'), null);
  });
});
