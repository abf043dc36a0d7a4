import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Storage } from '../../src/storage/storage.ts';
import { recordBlobs } from '../../src/store/blobs.ts';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { removeInstance } from '../../src/store/instances.ts';
import { createTemplate } from '../../src/store/templates.ts';
import { requestBatch, plainBatch, readLedger, submitJob } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  addTemplate,
  createTenant,
  plainDocument,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { listTasks, readJob } from '../helpers/queue.ts';
import { pauseRenderers } from '../helpers/renderers.ts';

let service: TestService;
let db: Database;
let tenant: Tenant;
before(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
  db = service.db;
});
after(() => service.close());

async function start(rows: number): Promise<string> {
  tenant = await createTenant(db);
  const templateId = await addTemplate(db, tenant);
  return await submitJob(service, tenant, plainBatch(templateId, rows));
}

async function waitForEnd(jobId: string): Promise<string> {
  await waitUntil(async () => !['PENDING', 'PROCESSING'].includes((await readJob(db, jobId)).status));
  return (await readJob(db, jobId)).status;
}

async function waitForRows(jobId: string, rows: number): Promise<void> {
  await waitUntil(async () => (await readJob(db, jobId)).completed >= rows);
}

/** Waits for the end of a job, then checks that all rows were rendered and charged once. */
async function assertComplete(jobId: string, rows: number): Promise<void> {
  assert.equal(await waitForEnd(jobId), 'COMPLETED');
  const { completed, failed } = await readJob(db, jobId);
  assert.deepEqual([completed, failed], [rows, 0]);
  assert.deepEqual(await readLedger(db, tenant.workspaceId), { used: rows, sum: rows, entries: 1 });
}

/** One pool for batches, one for their images, one for callbacks. */
const poolsOfProcess = 3;

async function listPools(): Promise<string[]> {
  return (await queryRows<{ id: string }>(db, 'select id from worker_pools', {})).map(({ id }) => id);
}

async function readError(jobId: string, rowIndex: number): Promise<string> {
  const { error } = await queryRow<{ error: string }>(
    db,
    'select error from batch_rows where job_id = :jobId and row_index = :rowIndex',
    { jobId, rowIndex },
  );
  return error;
}

/** Makes storage refuse some keys until `restore` is called. */
function refuseWrites(refused: RegExp): { restore(): void } {
  const storage = service.app.storage as { write: Storage['write']; writeUnsynced: Storage['writeUnsynced'] };
  const { write, writeUnsynced } = storage;
  const full = () => Promise.reject(new Error('the disk is full'));
  storage.write = (key, content) => (refused.test(key) ? full() : write(key, content));
  storage.writeUnsynced = (key, content) => (refused.test(key) ? full() : writeUnsynced(key, content));
  return {
    restore() {
      Object.assign(storage, { write, writeUnsynced });
    },
  };
}

test('a job is rendered and archived, and its files are cleaned up', async () => {
  const jobId = await start(12);
  await assertComplete(jobId, 12);
  const keys: string[] = [];
  const isCleanedUp = async () => {
    keys.length = 0;
    for await (const key of service.app.storage.list(`batches/${jobId}/`)) keys.push(key);
    return keys.length === 1;
  };
  await waitUntil(isCleanedUp);
  assert.deepEqual(keys, [`batches/${jobId}/archive-1.zip`]);
  await waitUntil(async () => (await listTasks(db, jobId)).length === 0);
  const answer = await requestBatch(service, 'GET', `/${jobId}`, tenant);
  assert.equal((answer.json as { status: string }).status, 'COMPLETED');
});

test('rows that cannot be rendered fail alone and are refunded; a job of such rows fails', async () => {
  const owner = await createTenant(db);
  const withPhoto = await addTemplate(db, owner, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo' }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  });
  const refused = { photo: 'https://127.0.0.1/picture.png' };
  const template = { templateId: withPhoto };
  const mixed = await submitJob(service, owner, { template, rows: [refused, {}] });
  assert.equal(await waitForEnd(mixed), 'COMPLETED');
  const counters = await readJob(db, mixed);
  assert.deepEqual([counters.completed, counters.failed], [1, 1]);
  assert.equal((await readLedger(db, owner.workspaceId)).used, 1);

  const jobId = await submitJob(service, owner, { template, rows: [refused, refused] });
  assert.equal(await waitForEnd(jobId), 'FAILED');
  const { completed, failed } = await readJob(db, jobId);
  assert.deepEqual([completed, failed], [0, 2]);
  assert.equal((await readLedger(db, owner.workspaceId)).used, 1);
});

test('a job survives repeated losses of all database connections', async () => {
  const jobId = await start(60);
  for (const rows of [5, 15, 25, 35, 45]) {
    await waitForRows(jobId, rows);
    await queryRows(
      db,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
      {},
    );
  }
  await assertComplete(jobId, 60);
  await waitUntil(async () => (await listPools()).length === poolsOfProcess);
});

test('a process that was presumed dead continues with a new pool, and nothing is counted twice', async () => {
  const jobId = await start(40);
  await waitForRows(jobId, 5);
  const before = await listPools();
  const renderers = pauseRenderers();
  await waitUntil(async () =>
    (await listTasks(db, jobId)).some(({ lockedBy }) => before.includes(lockedBy ?? '')),
  );
  // As if its process had been silent for long.
  for (const { id } of await queryRows<{ id: string }>(db, 'select id from instances', {}))
    await removeInstance(db, id);
  assert.deepEqual(await listPools(), []);
  renderers.resume();
  await assertComplete(jobId, 40);
  await waitUntil(async () => (await listPools()).length === poolsOfProcess);
  assert.ok((await listPools()).every((id) => !before.includes(id)));
});

test('rows do not fail while storage refuses their files', async () => {
  const { restore } = refuseWrites(/\/rows\//);
  const jobId = await start(3);
  const attempts = async () =>
    (
      await queryRow<{ attempts: number }>(
        db,
        'select max(attempts - forgiven)::int as attempts from batch_rows where job_id = :jobId',
        { jobId },
      )
    ).attempts;
  await waitUntil(() => service.logged.filter((line) => line.includes('the disk is full')).length > 3);
  restore();
  await assertComplete(jobId, 3);
  assert.equal(await attempts(), 1);
});

test('a job whose archive cannot be stored fails and is refunded', async () => {
  const { restore } = refuseWrites(/\.zip$/);
  try {
    const jobId = await start(2);
    // The queue waits longer before each attempt; this skips the wait.
    const hurry = async () => {
      await queryRows(
        db,
        `select graphile_worker.reschedule_jobs(task_ids, run_at => now()) from batch_jobs where id = :jobId`,
        { jobId },
      );
      return !['PENDING', 'PROCESSING'].includes((await readJob(db, jobId)).status);
    };
    await waitUntil(hurry);
    const { status, completed, finishAttempts } = await readJob(db, jobId);
    assert.deepEqual([status, completed, finishAttempts], ['FAILED', 2, 5]);
    assert.equal((await readLedger(db, tenant.workspaceId)).used, 0);
  } finally {
    restore();
  }
});

test('a row whose process dies at every attempt fails, and the job continues', async () => {
  const renderers = pauseRenderers();
  const jobId = await start(2);
  await queryRows(db, 'update batch_rows set attempts = 8 where job_id = :jobId and row_index = 1', {
    jobId,
  });
  renderers.resume();
  assert.equal(await waitForEnd(jobId), 'COMPLETED');
  assert.match(await readError(jobId, 1), /given up/);
  assert.equal((await readLedger(db, tenant.workspaceId)).used, 1);
});

test('rows whose files storage has lost or damaged are rendered again', async () => {
  const storage = service.app.storage as { read: Storage['read'] };
  const read = storage.read.bind(storage);
  let isLost = false;
  storage.read = async (key) => {
    // When the archive reaches the first rows, one file is missing and another one is damaged.
    if (!isLost && /\/rows\/[12]-1$/.test(key)) {
      isLost = true;
      await service.app.storage.delete(key);
      // A power loss may leave a file of the right length with other content.
      const other = key.replace(/\d-1$/, key.endsWith('1-1') ? '2-1' : '1-1');
      const bytes = (await service.app.storage.sizeBytes(other)) ?? 0;
      await service.app.storage.write(other, Buffer.alloc(bytes));
    }
    return await read(key);
  };
  try {
    const jobId = await start(4);
    await assertComplete(jobId, 4);
    const { finishAttempts } = await queryRow<{ finishAttempts: number }>(
      db,
      'select finish_attempts as "finishAttempts" from batch_jobs where id = :jobId',
      { jobId },
    );
    assert.equal(finishAttempts, 2, 'all lost files are found in one attempt');
    const rows = await queryRows<{ attempts: number }>(
      db,
      'select attempts from batch_rows where job_id = :jobId order by row_index',
      { jobId },
    );
    assert.deepEqual(
      rows.map(({ attempts }) => attempts),
      [1, 2, 2, 1],
    );
  } finally {
    storage.read = read;
  }
});

test('rows of a template whose file is missing in storage fail soon, with the reason', async () => {
  const owner = await createTenant(db);
  const hash = 'ab'.repeat(32);
  await recordBlobs(db, [{ hash, bytes: 5 }]);
  const templateId = await createTemplate(db, {
    viewer: owner,
    projectId: owner.projectId,
    document: {
      ...plainDocument,
      elements: [{ type: 'image', id: 'logo', x: 0, y: 0, width: 10, height: 10, src: 'logo.png' }],
    },
    files: [{ path: 'logo.png', hash, mediaType: 'image/png' }],
    visibility: 'PRIVATE',
  });
  const jobId = await submitJob(service, owner, plainBatch(templateId, 2));
  assert.equal(await waitForEnd(jobId), 'FAILED');
  assert.match(await readError(jobId, 0), /file of the template is missing/);
  assert.equal((await readLedger(db, owner.workspaceId)).used, 0);
});

test('rows of a removed version fail with the reason; earlier rows stay', async () => {
  const renderers = pauseRenderers();
  const jobId = await start(40);
  const started = () =>
    queryRows(db, 'select from batch_rows where job_id = :jobId and attempts > 0', { jobId });
  await waitUntil(async () => (await started()).length > 0);
  await queryRows(db, 'update batch_jobs set template_version_id = null where id = :jobId', { jobId });
  renderers.resume();
  assert.equal(await waitForEnd(jobId), 'COMPLETED');
  const { completed, failed } = await readJob(db, jobId);
  assert.ok(completed > 0 && completed + failed === 40);
  assert.match(await readError(jobId, 39), /version of the template .* is gone/);
});

test('cancelling a job stops its rows and deletes its files', async () => {
  const jobId = await start(100);
  await waitForRows(jobId, 3);
  assert.equal((await requestBatch(service, 'POST', `/${jobId}/cancel`, tenant)).status, 204);
  const { status, completed } = await readJob(db, jobId);
  assert.equal(status, 'CANCELLED');
  assert.ok(completed < 100);
  await waitUntil(async () => (await listTasks(db, jobId)).length === 0);
  assert.equal((await readJob(db, jobId)).completed, completed, 'the row in progress does not count');
  assert.equal((await readLedger(db, tenant.workspaceId)).used, completed);
  await waitUntil(
    async () => (await Array.fromAsync(service.app.storage.list(`batches/${jobId}/`))).length === 0,
  );
});

test('a worker that stops finishes its row and returns the rest to the queue at once', async () => {
  const jobId = await start(30);
  await waitForRows(jobId, 2);
  await service.app.drain();
  const { completed, status } = await readJob(db, jobId);
  assert.equal(status, 'PROCESSING');
  const tasks = await listTasks(db, jobId);
  assert.ok(tasks.length > 0 && completed < 30);
  assert.ok(tasks.every(({ lockedBy, isDue, attempts }) => lockedBy === null && isDue && attempts === 0));
  const rows = await queryRows(
    db,
    'select from batch_rows where job_id = :jobId and attempts > 0 and status is null',
    { jobId },
  );
  assert.equal(rows.length, 0, 'every row that was started has an outcome');
  assert.deepEqual(await listPools(), []);
});
