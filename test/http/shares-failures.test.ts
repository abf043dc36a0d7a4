/**
 * Publishing and revoking with faults in the middle: the link, its file and its charge exist together or not
 * at all.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { after, afterEach, before, mock, test } from 'node:test';
import { pino } from 'pino';
import { removeUnpublishedFiles, cleanUpShares } from '../../src/domain/shares/clean-up.ts';
import { sharedFileKey } from '../../src/domain/files/shared-files.ts';
import { StorageUnavailableError } from '../../src/storage/storage.ts';
import { readUsage, refundAbandoned } from '../../src/store/quota.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  addTemplate,
  createTenant,
  shareTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import {
  addShare,
  listShares,
  fetchPublicFile,
  publish,
  revokeShare,
  sharedFiles,
} from '../helpers/shares.ts';
import { ageFiles } from '../helpers/storages.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  templateId = await addTemplate(service.db, tenant);
});
after(() => service.close());
afterEach(() => mock.restoreAll());

const log = pino({ level: 'silent' });
const cleanUp = () => cleanUpShares({ db: service.db, storage: service.app.storage, log });
const failWithDiskError = () => Promise.reject(new Error('the disk is broken'));
const failUnreachable = () => Promise.reject(new StorageUnavailableError('no route to host'));

async function state() {
  const { used } = await readUsage(service.db, tenant.workspaceId, new Date());
  const { pagination } = await listShares(service, tenant);
  const reserved = await service.db('quota_entries').where('state', 'RESERVED');
  return {
    used,
    links: pagination['totalElements'],
    files: (await sharedFiles(service)).length,
    reserved: reserved.length,
  };
}

/** Publishes, and checks that it fails, leaves nothing, and succeeds once the fault is gone. */
async function assertPublishFails(status: number, code: string): Promise<void> {
  const before = await state();
  const answer = await publish(service, tenant, templateId);
  assert.deepEqual([answer.status, answer.problem.code], [status, code]);
  if (status === 503) assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  mock.restoreAll();
  assert.deepEqual(await state(), before);
  assert.equal((await publish(service, tenant, templateId)).status, 200, 'the next one succeeds');
}

test('unreachable storage is detected before anything is charged', async () => {
  mock.method(service.app.storage, 'check', failWithDiskError);
  const written = mock.method(service.app.storage, 'write');
  const before = await service.db('quota_entries').count();
  const answer = await publish(service, tenant, templateId);
  assert.deepEqual([answer.status, answer.problem.code], [503, 'SHARING_UNAVAILABLE']);
  assert.deepEqual(await service.db('quota_entries').count(), before);
  assert.equal(written.mock.callCount(), 0);
  await assertPublishFails(503, 'SHARING_UNAVAILABLE');
});

test('storage becomes unreachable before the upload', async () => {
  mock.method(service.app.storage, 'write', failUnreachable);
  mock.method(service.app.storage, 'delete', failUnreachable);
  await assertPublishFails(503, 'SHARING_UNAVAILABLE');
});

test('the upload fails', async () => {
  mock.method(service.app.storage, 'write', failWithDiskError);
  await assertPublishFails(502, 'SHARE_UPLOAD_FAILED');
});

test('the file is stored, but the answer of the storage is lost', async () => {
  const { storage } = service.app;
  const write = storage.write.bind(storage);
  mock.method(storage, 'write', async (...args: Parameters<typeof write>) => {
    await write(...args);
    await failWithDiskError();
  });
  await assertPublishFails(502, 'SHARE_UPLOAD_FAILED');
});

test('a sweep removes a file that could not be removed at once', async () => {
  await cleanUp();
  const { storage } = service.app;
  const write = storage.write.bind(storage);
  const before = await state();
  mock.method(storage, 'write', async (...args: Parameters<typeof write>) => {
    await write(...args);
    await failWithDiskError();
  });
  mock.method(storage, 'delete', failWithDiskError);
  assert.equal((await publish(service, tenant, templateId)).problem.code, 'SHARE_UPLOAD_FAILED');
  assert.deepEqual(await state(), { ...before, files: before.files + 1 });
  mock.restoreAll();
  assert.equal((await cleanUp()).unpublishedFiles, 0, 'it is not a day old');
  await ageFiles(service.filesFolder);
  assert.deepEqual(await cleanUp(), { expiredShareLinks: 0, unpublishedFiles: 1, heldBackFiles: 0 });
  assert.deepEqual(await state(), before);
});

test('if the state of a link is unknown, the link is removed and the charge refunded', async () => {
  const before = await state();
  // The link is inserted, but the answer is lost and the state cannot be read.
  const { storage, db } = service.app;
  const transaction = db.transaction.bind(db);
  const lost = new Error('Connection terminated unexpectedly');
  mock.method(db, 'transaction', async (...args: Parameters<typeof transaction>) => {
    // Maintenance and the refund use transactions too; those must work.
    const { stack = '' } = new Error();
    if (stack.includes('resolveShareLink')) throw lost;
    const result: unknown = await transaction(...args);
    if (stack.includes('insertShareLink')) throw lost;
    return result;
  });
  const answer = await publish(service, tenant, templateId);
  mock.restoreAll();
  assert.deepEqual([answer.status, answer.problem.code], [503, 'SERVICE_UNAVAILABLE']);
  assert.deepEqual(await state(), { ...before, files: before.files + 1 });
  await ageFiles(service.filesFolder);
  assert.equal((await cleanUpShares({ db, storage, log })).unpublishedFiles, 1);
  assert.deepEqual(await state(), before);
});

/** Runs `use` while a trigger with this body fires at the commit of each new link. */
async function withCommitTrigger(body: string, use: () => Promise<void>): Promise<void> {
  await service.db.raw(`
    create function interfere() returns trigger language plpgsql as $$ begin ${body} end $$;
    create constraint trigger interfering after insert on share_links deferrable initially deferred
      for each row execute function interfere();
  `);
  try {
    await use();
  } finally {
    await service.db.raw('drop trigger interfering on share_links; drop function interfere()');
  }
}

test('the link cannot be inserted', async () => {
  const before = await state();
  await withCommitTrigger(`raise exception 'no room';`, async () => {
    const answer = await publish(service, tenant, templateId);
    assert.deepEqual([answer.status, answer.problem.code], [502, 'SHARE_UPLOAD_FAILED']);
    assert.doesNotMatch(JSON.stringify(answer.json), /no room/);
  });
  assert.deepEqual(await state(), before);
});

test('the connection is lost before the commit', async () => {
  const before = await state();
  await withCommitTrigger('perform pg_terminate_backend(pg_backend_pid()); return null;', async () => {
    const answer = await publish(service, tenant, templateId);
    assert.deepEqual([answer.status, answer.problem.code], [503, 'SERVICE_UNAVAILABLE']);
  });
  assert.deepEqual(await state(), before);
});

test('if only the answer to the commit is lost, the link is published', async () => {
  const before = await state();
  await withCommitTrigger('perform pg_sleep(1.5); return null;', async () => {
    const publishing = publish(service, tenant, templateId);
    // The client's connections are cut while the server commits; the server still finishes the commit.
    await waitUntil(async () => (await activeQueries('%COMMIT%')).length === 1);
    cutConnections();
    const answer = await publishing;
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    assert.equal((await fetchPublicFile((answer.json as { url: string }).url)).status, 200);
  });
  assert.deepEqual(await state(), {
    used: before.used + 1,
    links: (before.links ?? 0) + 1,
    files: before.files + 1,
    reserved: 0,
  });
});

test('a link whose charge was refunded in the meantime is not published', async () => {
  const { storage } = service.app;
  const write = storage.write.bind(storage);
  mock.method(storage, 'write', async (...args: Parameters<typeof write>) => {
    const written = await write(...args);
    // As if this process had sent no heartbeat for long.
    await service.db('instances').delete();
    await service
      .db('quota_entries')
      .update({ created_at: new Date(0) })
      .where('state', 'RESERVED');
    assert.equal(await refundAbandoned(service.db, { graceMs: 1_000 }), 1);
    return written;
  });
  await assertPublishFails(503, 'RENDERER_UNAVAILABLE');
});

test('a sweep keeps the file of a link that is being published', async () => {
  const { storage } = service.app;
  const write = storage.write.bind(storage);
  mock.method(storage, 'write', async (...args: Parameters<typeof write>) => {
    const written = await write(...args);
    await ageFiles(service.filesFolder);
    assert.equal((await cleanUp()).unpublishedFiles, 0);
    return written;
  });
  const { url } = await addShare(service, tenant, templateId);
  await ageFiles(service.filesFolder);
  assert.equal((await cleanUp()).unpublishedFiles, 0);
  assert.equal((await fetchPublicFile(url)).status, 200);
});

test('sweeps check all files in turn, and keep files that are not of share links', async () => {
  const { storage } = service.app;
  const { url } = await addShare(service, tenant, templateId);
  const before = await sharedFiles(service);
  for (let count = 0; count < 12; count += 1) {
    await storage.write(sharedFileKey(randomUUID()), Buffer.from('x'));
  }
  await storage.write('shares/readme', Buffer.from('not a shared file'));
  await ageFiles(service.filesFolder);
  const parts = { db: service.db, storage, log };
  let removed = 0;
  for (let pass = 0; pass < 20; pass += 1) removed += (await removeUnpublishedFiles(parts, 5)).removed;
  assert.equal(removed, 12);
  assert.deepEqual(await sharedFiles(service), [...before, 'shares/readme'].sort());
  assert.equal((await fetchPublicFile(url)).status, 200);
  await storage.delete('shares/readme');
});

test('a sweep removes the files of a deleted account after a day', async () => {
  const owner = await createTenant(service.db);
  const { url } = await addShare(service, owner, await addTemplate(service.db, owner));
  await cleanUp();
  await service.db('accounts').where('id', owner.accountId).delete();
  assert.equal((await fetchPublicFile(url)).status, 404);
  await ageFiles(service.filesFolder);
  assert.equal((await cleanUp()).unpublishedFiles, 1);
});

test('a file that cannot be deleted keeps its link, until a retry succeeds', async () => {
  const share = await addShare(service, tenant, templateId);
  for (const [failure, status, code] of [
    [failWithDiskError, 502, 'SHARE_REVOKE_FAILED'],
    [failUnreachable, 503, 'SHARING_UNAVAILABLE'],
  ] as const) {
    const deleting = mock.method(service.app.storage, 'delete', failure);
    const answer = await revokeShare(service, tenant, share.id);
    deleting.mock.restore();
    assert.deepEqual([answer.status, answer.problem.code], [status, code]);
    assert.equal((await fetchPublicFile(share.url)).status, 200);
    assert.ok((await listShares(service, tenant)).data.some(({ id }) => id === share.id));
  }
  assert.equal((await revokeShare(service, tenant, share.id)).status, 204);
  assert.equal((await fetchPublicFile(share.url)).status, 404);
});

test('a link row that cannot be deleted is deleted by a retry or a sweep', async () => {
  const share = await addShare(service, tenant, templateId);
  const abandoned = await addShare(service, tenant, templateId);
  await service.db.raw(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refusing before delete on share_links execute function refuse();
  `);
  try {
    for (const { id } of [share, abandoned])
      assert.equal((await revokeShare(service, tenant, id)).status, 500);
  } finally {
    await service.db.raw('drop trigger refusing on share_links; drop function refuse()');
  }
  assert.equal((await fetchPublicFile(share.url)).status, 404);
  assert.equal((await revokeShare(service, tenant, share.id)).status, 204);
  assert.equal((await cleanUp()).expiredShareLinks, 1);
  assert.ok((await listShares(service, tenant)).data.every(({ id }) => id !== abandoned.id));
});

test('an expired file that cannot be deleted keeps its row; the others are removed', async () => {
  const shares = [await addShare(service, tenant, templateId), await addShare(service, tenant, templateId)];
  await service
    .db('share_links')
    .whereIn(
      'id',
      shares.map(({ id }) => id),
    )
    .update({ created_at: new Date(0), expires_at: new Date(1) });
  const { storage } = service.app;
  const remove = storage.delete.bind(storage);
  let calls = 0;
  mock.method(storage, 'delete', (key: string) => ((calls += 1) === 1 ? failWithDiskError() : remove(key)));
  await assert.rejects(cleanUp(), /expired links/);
  assert.equal(
    (
      await service.db('share_links').whereIn(
        'id',
        shares.map(({ id }) => id),
      )
    ).length,
    1,
  );
  assert.equal((await cleanUp()).expiredShareLinks, 1);
});

test('with unreliable storage every link is complete or refused, and no file is left over', async () => {
  const { storage } = service.app;
  await ageFiles(service.filesFolder);
  await cleanUp();
  const before = await state();
  const random = createRandom(7);
  for (const name of ['write', 'delete', 'check'] as const) {
    const real = storage[name].bind(storage) as (...args: unknown[]) => Promise<unknown>;
    mock.method(storage, name, async (...args: unknown[]) => {
      // A disk error or unreachable storage; before the operation, or only its answer is lost.
      const [fails, fault, moment] = [
        random() < 0.25,
        random() < 0.5 ? failUnreachable : failWithDiskError,
        random(),
      ];
      if (fails && moment < 0.5) await fault();
      const result = await real(...args);
      if (fails) await fault();
      return result;
    });
  }
  const codes = new Set<string>();
  const live: string[] = [];
  const revoked: string[] = [];
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const answer = await publish(service, tenant, templateId);
      codes.add(answer.problem.code);
      if (answer.status !== 200) return;
      const { id, url } = answer.json as { id: string; url: string };
      if (index % 2 === 0) {
        live.push(url);
        return;
      }
      for (;;) {
        const { status, problem } = await revokeShare(service, tenant, id);
        if (status === 204) break;
        codes.add(problem.code);
      }
      revoked.push(url);
    }),
  );
  mock.restoreAll();
  const expectedCodes = new Set(['', 'SHARE_REVOKE_FAILED', 'SHARE_UPLOAD_FAILED', 'SHARING_UNAVAILABLE']);
  assert.deepEqual([...codes.difference(expectedCodes)], []);
  assert.ok(codes.size > 1, 'no request failed');
  for (const url of live) assert.equal((await fetchPublicFile(url)).status, 200);
  for (const url of revoked) assert.equal((await fetchPublicFile(url)).status, 404);
  // A refused link whose file could not be removed either.
  await ageFiles(service.filesFolder);
  assert.equal((await cleanUp()).heldBackFiles, 0);
  assert.deepEqual(await state(), {
    used: before.used + live.length + revoked.length,
    links: (before.links ?? 0) + live.length,
    files: before.files + live.length,
    reserved: 0,
  });
});

/** A seeded generator of numbers between 0 and 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** The queries that the database server is running, by pattern. */
async function activeQueries(pattern: string): Promise<unknown[]> {
  const { rows } = await service.db.raw<{ rows: unknown[] }>(
    `select pid from pg_stat_activity
     where datname = current_database() and state = 'active' and query ilike ? and pid <> pg_backend_pid()`,
    [pattern],
  );
  return rows;
}

/** Destroys the service's busy database connections on the client side. */
function cutConnections(): void {
  const { pool } = service.app.db.client as {
    pool: { used: { resource: { connection: { stream: Socket } } }[] };
  };
  for (const { resource } of pool.used) resource.connection.stream.destroy();
}
