/**
 * Publishing and revoking when something breaks in the middle: either there is a link with its file and its charge, or none of them.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { after, afterEach, before, mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeUnpublishedFiles, tidyShares } from '../../src/domain/shares/expire.ts';
import { sharedFileKey } from '../../src/domain/shares/files.ts';
import { StorageUnavailableError } from '../../src/storage/storage.ts';
import { readUsage, refundAbandoned } from '../../src/store/quota.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { addShare, listShares, look, publish, revokeShare, sharedFiles } from '../helpers/shares.ts';

let service: TestService;
let tenant: Tenant;
let templateId: string;
before(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } });
  tenant = await createTenant(service.db, { plan: 'enterprise' });
  templateId = await addTemplate(service.db, tenant);
});
after(() => service.close());
afterEach(() => mock.restoreAll());

const tidy = () => tidyShares({ db: service.db, storage: service.app.storage });
const broken = () => Promise.reject(new Error('the disk is broken'));
const away = () => Promise.reject(new StorageUnavailableError('no route to host'));

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

/** Publishes, and checks that it fails and leaves nothing. */
async function failToPublish(status: number, code: string): Promise<void> {
  const before = await state();
  const answer = await publish(service, tenant, templateId);
  assert.deepEqual([answer.status, answer.problem.code], [status, code]);
  if (status === 503) assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  mock.restoreAll();
  assert.deepEqual(await state(), before);
  assert.equal((await publish(service, tenant, templateId)).status, 200, 'the next one succeeds');
}

test('storage that is out of reach is noticed before anything is charged', async () => {
  mock.method(service.app.storage, 'check', broken);
  const written = mock.method(service.app.storage, 'write');
  const before = await service.db('quota_entries').count();
  const answer = await publish(service, tenant, templateId);
  assert.deepEqual([answer.status, answer.problem.code], [503, 'SHARING_UNAVAILABLE']);
  assert.deepEqual(await service.db('quota_entries').count(), before);
  assert.equal(written.mock.callCount(), 0);
  await failToPublish(503, 'SHARING_UNAVAILABLE');
});

test('storage that goes out of reach meanwhile', async () => {
  mock.method(service.app.storage, 'write', away);
  mock.method(service.app.storage, 'delete', away);
  await failToPublish(503, 'SHARING_UNAVAILABLE');
});

test('a file that cannot be stored', async () => {
  mock.method(service.app.storage, 'write', broken);
  await failToPublish(502, 'SHARE_UPLOAD_FAILED');
});

test('a file that was stored though its answer did not come', async () => {
  const { storage } = service.app;
  const write = storage.write.bind(storage);
  mock.method(storage, 'write', async (...from: Parameters<typeof write>) => {
    await write(...from);
    await broken();
  });
  await failToPublish(502, 'SHARE_UPLOAD_FAILED');
});

test('a file that cannot be removed again is removed by a sweep', async () => {
  await tidy();
  const { storage } = service.app;
  const write = storage.write.bind(storage);
  const before = await state();
  mock.method(storage, 'write', async (...from: Parameters<typeof write>) => {
    await write(...from);
    await broken();
  });
  mock.method(storage, 'delete', broken);
  assert.equal((await publish(service, tenant, templateId)).problem.code, 'SHARE_UPLOAD_FAILED');
  assert.deepEqual(await state(), { ...before, files: before.files + 1 });
  mock.restoreAll();
  assert.deepEqual(await tidy(), { expiredShareLinks: 0, unpublishedFiles: 1 });
  assert.deepEqual(await state(), before);
});

test('where the database does not tell, giving the charge back removes what there may be', async () => {
  const before = await state();
  // The link is made, and then nobody can be asked.
  const { storage, db } = service.app;
  const transaction = db.transaction.bind(db);
  const lost = new Error('Connection terminated unexpectedly');
  mock.method(db, 'transaction', async (...from: Parameters<typeof transaction>) => {
    // Others have transactions, too: the duties, and what gives the charge back.
    const { stack = '' } = new Error();
    if (stack.includes('resolveShareLink')) throw lost;
    const done: unknown = await transaction(...from);
    if (stack.includes('insertShareLink')) throw lost;
    return done;
  });
  const answer = await publish(service, tenant, templateId);
  assert.deepEqual([answer.status, answer.problem.code], [502, 'SHARE_UPLOAD_FAILED']);
  mock.restoreAll();
  assert.deepEqual(await state(), { ...before, files: before.files + 1 });
  assert.equal((await tidyShares({ db, storage })).unpublishedFiles, 1);
  assert.deepEqual(await state(), before);
});

/** Has the database refuse new links, or do something else when they come. */
async function whenRecording(body: string, act: () => Promise<void>): Promise<void> {
  await service.db.raw(`
    create function interfere() returns trigger language plpgsql as $$ begin ${body} end $$;
    create constraint trigger interfering after insert on share_links deferrable initially deferred
      for each row execute function interfere();
  `);
  try {
    await act();
  } finally {
    await service.db.raw('drop trigger interfering on share_links; drop function interfere()');
  }
}

test('a link that cannot be recorded', async () => {
  const before = await state();
  await whenRecording(`raise exception 'no room';`, async () => {
    const answer = await publish(service, tenant, templateId);
    assert.deepEqual([answer.status, answer.problem.code], [502, 'SHARE_UPLOAD_FAILED']);
    assert.doesNotMatch(JSON.stringify(answer.json), /no room/);
  });
  assert.deepEqual(await state(), before);
});

test('a connection that is lost before the commit', async () => {
  const before = await state();
  await whenRecording('perform pg_terminate_backend(pg_backend_pid()); return null;', async () => {
    const answer = await publish(service, tenant, templateId);
    assert.deepEqual([answer.status, answer.problem.code], [502, 'SHARE_UPLOAD_FAILED']);
  });
  assert.deepEqual(await state(), before);
});

test('where only the answer to the commit is lost, the record decides', async () => {
  const before = await state();
  await whenRecording('perform pg_sleep(1.5); return null;', async () => {
    const publishing = publish(service, tenant, templateId);
    // The server is at its commit when the client's side goes; it ends what it has begun.
    await until(async () => (await waiting('%COMMIT%')).length === 1);
    cutConnections();
    const answer = await publishing;
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    assert.equal((await look((answer.json as { url: string }).url)).status, 200);
  });
  assert.deepEqual(await state(), {
    used: before.used + 1,
    links: (before.links ?? 0) + 1,
    files: before.files + 1,
    reserved: 0,
  });
});

test('a charge that was given back meanwhile gets no link', async () => {
  const { storage } = service.app;
  const write = storage.write.bind(storage);
  mock.method(storage, 'write', async (...from: Parameters<typeof write>) => {
    const written = await write(...from);
    // As if this process had been silent for long.
    await service.db('instances').update({ beat_at: new Date(0) });
    await service
      .db('quota_entries')
      .update({ created_at: new Date(0) })
      .where('state', 'RESERVED');
    assert.equal(await refundAbandoned(service.db, { silentMs: 1_000 }), 1);
    return written;
  });
  await failToPublish(503, 'RENDERER_UNAVAILABLE');
});

test('a sweep leaves the file of a link that is being made alone', async () => {
  const { storage } = service.app;
  const write = storage.write.bind(storage);
  mock.method(storage, 'write', async (...from: Parameters<typeof write>) => {
    const written = await write(...from);
    assert.equal((await tidy()).unpublishedFiles, 0);
    return written;
  });
  const { url } = await addShare(service, tenant, templateId);
  assert.equal((await tidy()).unpublishedFiles, 0);
  assert.equal((await look(url)).status, 200);
});

test('a sweep comes to all files in the end, and leaves alone what is not ours', async () => {
  const { storage } = service.app;
  const { url } = await addShare(service, tenant, templateId);
  const before = await sharedFiles(service);
  for (let count = 0; count < 12; count += 1) {
    await storage.write(sharedFileKey(randomUUID()), Buffer.from('x'));
  }
  await storage.write('shares/readme', Buffer.from('of somebody else'));
  const parts = { db: service.db, storage };
  let removed = 0;
  for (let pass = 0; pass < 20; pass += 1) removed += await removeUnpublishedFiles(parts, 5);
  assert.equal(removed, 12);
  assert.deepEqual(await sharedFiles(service), [...before, 'shares/readme'].sort());
  assert.equal((await look(url)).status, 200);
  await storage.delete('shares/readme');
});

test('the files of an account that is deleted go with the next sweep', async () => {
  const who = await createTenant(service.db);
  const { url } = await addShare(service, who, await addTemplate(service.db, who));
  await tidy();
  await service.db('accounts').where('id', who.accountId).delete();
  assert.equal((await look(url)).status, 404);
  assert.equal((await tidy()).unpublishedFiles, 1);
});

test('a file that cannot be deleted keeps its link, until a retry succeeds', async () => {
  const share = await addShare(service, tenant, templateId);
  for (const [failure, status, code] of [
    [broken, 502, 'SHARE_REVOKE_FAILED'],
    [away, 503, 'SHARING_UNAVAILABLE'],
  ] as const) {
    const deleting = mock.method(service.app.storage, 'delete', failure);
    const answer = await revokeShare(service, tenant, share.id);
    deleting.mock.restore();
    assert.deepEqual([answer.status, answer.problem.code], [status, code]);
    assert.equal((await look(share.url)).status, 200);
    assert.ok((await listShares(service, tenant)).data.some(({ id }) => id === share.id));
  }
  assert.equal((await revokeShare(service, tenant, share.id)).status, 204);
  assert.equal((await look(share.url)).status, 404);
});

test('a record that cannot be deleted is deleted by a retry, or else by a sweep', async () => {
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
  assert.equal((await look(share.url)).status, 404);
  assert.equal((await revokeShare(service, tenant, share.id)).status, 204);
  assert.equal((await tidy()).expiredShareLinks, 1);
  assert.ok((await listShares(service, tenant)).data.every(({ id }) => id !== abandoned.id));
});

test('an expired file that cannot be deleted keeps its record, and does not keep others from being removed', async () => {
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
  mock.method(storage, 'delete', (key: string) => ((calls += 1) === 1 ? broken() : remove(key)));
  await assert.rejects(tidy(), /expired links/);
  assert.equal(
    (
      await service.db('share_links').whereIn(
        'id',
        shares.map(({ id }) => id),
      )
    ).length,
    1,
  );
  assert.equal((await tidy()).expiredShareLinks, 1);
});

test('storage that fails now and then: every link is whole or refused, and in the end there is a file for each', async () => {
  const { storage } = service.app;
  await tidy();
  const before = await state();
  const chance = createDice(7);
  for (const name of ['write', 'delete', 'check'] as const) {
    const real = storage[name].bind(storage) as (...from: unknown[]) => Promise<unknown>;
    mock.method(storage, name, async (...from: unknown[]) => {
      // Refused, or out of reach; before it was done, or just the answer lost.
      const [fails, fault, place] = [chance() < 0.25, chance() < 0.5 ? away : broken, chance()];
      if (fails && place < 0.5) await fault();
      const done = await real(...from);
      if (fails) await fault();
      return done;
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
  const known = new Set(['', 'SHARE_REVOKE_FAILED', 'SHARE_UPLOAD_FAILED', 'SHARING_UNAVAILABLE']);
  assert.deepEqual([...codes.difference(known)], []);
  assert.ok(codes.size > 1, 'nothing has failed');
  for (const url of live) assert.equal((await look(url)).status, 200);
  for (const url of revoked) assert.equal((await look(url)).status, 404);
  await tidy();
  assert.deepEqual(await state(), {
    used: before.used + live.length + revoked.length,
    links: (before.links ?? 0) + live.length,
    files: before.files + live.length,
    reserved: 0,
  });
});

/** Numbers from 0 to 1 that are the same each time. */
function createDice(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at * 48_271) % 2_147_483_647;
    return at / 2_147_483_647;
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await holds()) return;
    await sleep(20);
  }
  assert.fail(`waited in vain until ${holds.toString()}`);
}

/** What the server is at. */
async function waiting(pattern: string): Promise<unknown[]> {
  const { rows } = await service.db.raw<{ rows: unknown[] }>(
    `select pid from pg_stat_activity
     where datname = current_database() and state = 'active' and query ilike ? and pid <> pg_backend_pid()`,
    [pattern],
  );
  return rows;
}

/** Cuts the connections that the service is using, on its side. */
function cutConnections(): void {
  const { pool } = service.app.db.client as {
    pool: { used: { resource: { connection: { stream: Socket } } }[] };
  };
  for (const { resource } of pool.used) resource.connection.stream.destroy();
}
