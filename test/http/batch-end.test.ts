import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { archiveKey, rowFileKey } from '../../src/domain/files/batch-files.ts';
import { finishBatchJob } from '../../src/store/batches/terminal-states.ts';
import { removeRetiredVersions } from '../../src/store/blobs.ts';
import { queryRow } from '../../src/store/database.ts';
import { deleteTemplate } from '../../src/store/templates.ts';
import {
  requestBatch,
  complete,
  plainBatch,
  readLedger,
  recordOutcomes,
  submit,
  submitJob,
  whileLocked,
} from '../helpers/batch.ts';
import { addTemplate, createTenant, shareTestService, type TestService } from '../helpers/http.ts';

let service: TestService;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' } });
});
after(() => service.close());

async function prepare() {
  const tenant = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant);
  const start = (rows: number) => submitJob(service, tenant, plainBatch(templateId, rows));
  const read = async (jobId: string): Promise<Record<string, unknown>> => {
    const { json } = await requestBatch(service, 'GET', `/${jobId}`, tenant);
    // Each read creates another download URL.
    return { ...(json as Record<string, unknown>), downloadUrl: null, downloadUrlExpiresAt: null };
  };
  const cancel = async (jobId: string) =>
    (await requestBatch(service, 'POST', `/${jobId}/cancel`, tenant)).status;
  const remove = (jobId: string) => requestBatch(service, 'DELETE', `/${jobId}`, tenant);
  const ledger = () => readLedger(service.db, tenant.workspaceId);
  return { tenant, templateId, start, read, cancel, remove, ledger };
}

test('cancel refunds every row that is not rendered, failed ones too, and keeps the counters', async () => {
  const { start, read, cancel, ledger } = await prepare();
  const jobId = await start(10);
  await recordOutcomes(service.db, jobId, { succeeded: [0, 1, 2], failed: [3] });
  assert.equal(await cancel(jobId), 204);
  const job = await read(jobId);
  assert.deepEqual(
    ['status', 'completedItems', 'failedItems', 'processedItems'].map((name) => job[name]),
    ['CANCELLED', 3, 1, 4],
  );
  assert.notEqual(job['completedAt'], null);
  assert.deepEqual(await ledger(), { used: 3, sum: 3, entries: 2 });

  assert.equal(await cancel(jobId), 204);
  assert.deepEqual(await ledger(), { used: 3, sum: 3, entries: 2 }, 'a second cancel changes nothing');
  assert.deepEqual(await read(jobId), job);
});

test('cancel does not change a job that has ended', async () => {
  const { start, read, cancel, ledger } = await prepare();
  const [completed, failed] = [await start(2), await start(2)];
  await recordOutcomes(service.db, completed, { succeeded: [0], failed: [1] });
  await complete(service.db, completed);
  await finishBatchJob(service.db, failed, { status: 'FAILED', keepCompleted: true });
  const stateBefore = [await read(completed), await read(failed), await ledger()];
  assert.deepEqual([await cancel(completed), await cancel(failed)], [204, 204]);
  assert.deepEqual([await read(completed), await read(failed), await ledger()], stateBefore);
});

test('twenty concurrent cancels refund once', async () => {
  const { start, cancel, ledger } = await prepare();
  for (let round = 0; round < 5; round += 1) {
    const usedBefore = (await ledger()).used;
    const jobId = await start(10);
    await recordOutcomes(service.db, jobId, { succeeded: [0, 1, 2, 3] });
    const statuses = await whileLocked(service.db, jobId, 5, () =>
      Promise.all(Array.from({ length: 20 }, () => cancel(jobId))),
    );
    assert.deepEqual(new Set(statuses), new Set([204]));
    const { used, sum, entries } = await ledger();
    assert.deepEqual([used - usedBefore, sum, entries], [4, used, 2 * (round + 1)]);
  }
});

test('of a concurrent cancel and completion one wins, with its refund', async () => {
  const { start, read, cancel, ledger } = await prepare();
  for (let round = 0; round < 12; round += 1) {
    const usedBefore = (await ledger()).used;
    const jobId = await start(6);
    await recordOutcomes(service.db, jobId, { succeeded: [0, 1, 2, 3], failed: [4, 5] });
    // The one that starts first gets the lock first.
    const isCompletedFirst = round % 2 === 0;
    const [status, isCompleted] = await whileLocked(service.db, jobId, 2, async () => {
      const completing = isCompletedFirst ? complete(service.db, jobId) : undefined;
      const cancelling = cancel(jobId);
      return await Promise.all([cancelling, completing ?? complete(service.db, jobId)]);
    });
    assert.equal(status, 204);
    const job = await read(jobId);
    assert.equal(job['status'], isCompleted ? 'COMPLETED' : 'CANCELLED');
    assert.deepEqual([job['completedItems'], job['failedItems'], job['processedItems']], [4, 2, 6]);
    assert.equal((await ledger()).used - usedBefore, 4);
  }
});

test('delete removes an ended job with its rows and files, and refunds nothing', async () => {
  const { tenant, start, read, remove, ledger } = await prepare();
  const { storage } = service.app;
  const jobId = await start(3);
  for (const status of ['PENDING', 'PROCESSING']) {
    const refused = await remove(jobId);
    assert.deepEqual([refused.status, refused.problem.code], [409, 'BATCH_JOB_ACTIVE']);
    assert.match(refused.problem.detail, new RegExp(status));
    await recordOutcomes(service.db, jobId, { succeeded: [Number(status === 'PROCESSING')] });
  }
  await complete(service.db, jobId);
  assert.equal((await read(jobId))['status'], 'COMPLETED');
  const keys = [archiveKey(jobId, 0), rowFileKey(jobId, 0, 1), rowFileKey(jobId, 1, 2)];
  for (const key of keys) await storage.write(key, Buffer.from('file'));
  const ledgerBefore = await ledger();

  assert.equal((await remove(jobId)).status, 204);
  for (const key of keys) assert.equal(await storage.sizeBytes(key), null, key);
  assert.deepEqual(await service.db('batch_rows').where('job_id', jobId), []);
  assert.deepEqual(await ledger(), ledgerBefore);
  for (const [method, path] of [
    ['DELETE', ''],
    ['GET', ''],
    ['GET', '/items'],
    ['POST', '/cancel'],
  ] as const) {
    const { status, problem } = await requestBatch(service, method, `/${jobId}${path}`, tenant);
    assert.deepEqual([status, problem.code], [404, 'BATCH_NOT_FOUND'], path);
  }
});

test('of many concurrent deletes one succeeds', async () => {
  const { start, cancel, remove } = await prepare();
  const jobId = await start(2);
  await cancel(jobId);
  const statuses = (await Promise.all(Array.from({ length: 12 }, () => remove(jobId)))).map(
    ({ status }) => status,
  );
  assert.deepEqual(statuses.sort(), [204, ...Array<number>(11).fill(404)]);
});

test('a concurrent cancel and delete leave the job cancelled or deleted', async () => {
  const { start, read, cancel, remove, ledger } = await prepare();
  for (let round = 0; round < 10; round += 1) {
    const jobId = await start(3);
    const [cancelled, removed] = await whileLocked(service.db, jobId, 2, () =>
      Promise.all([cancel(jobId), remove(jobId)]),
    );
    assert.equal(cancelled, 204);
    assert.ok(removed.status === 204 || removed.problem.code === 'BATCH_JOB_ACTIVE');
    assert.equal((await read(jobId))['status'], removed.status === 204 ? 404 : 'CANCELLED');
    assert.equal((await ledger()).used, 0);
  }
});

test('concurrent cancels and submissions never leave more than two jobs active', async () => {
  const { tenant, templateId, start, cancel } = await prepare();
  let active = [await start(1), await start(1)];
  for (let round = 0; round < 10; round += 1) {
    const [ended, ...answers] = await Promise.all([
      cancel(active[0]!),
      ...Array.from({ length: 6 }, () => submit(service, tenant, plainBatch(templateId, 1))),
    ]);
    assert.equal(ended, 204);
    const accepted = answers.filter(({ status }) => status === 202);
    assert.ok(accepted.length <= 1, `${accepted.length} were accepted`);
    for (const { status, problem } of answers)
      if (status !== 202) assert.deepEqual([status, problem.code], [429, 'BATCH_RATE_LIMIT_EXCEEDED']);
    active = [active[1]!, ...accepted.map(({ json }) => (json as { jobId: string }).jobId)];
    if (active.length < 2) active.push(await start(1));
  }
});

test('a template version is kept while an active job needs it', async () => {
  const { templateId, start, cancel } = await prepare();
  const jobId = await start(1);
  const { id } = await queryRow<{ id: string }>(
    service.db,
    'select id from template_versions where template_id = :templateId',
    { templateId },
  );
  const versions = () => service.db('template_versions').where('id', id);
  await deleteTemplate(service.db, templateId);
  await removeRetiredVersions(service.db, { graceMs: 0 });
  await removeRetiredVersions(service.db, { graceMs: 0 });
  assert.equal((await versions()).length, 1);
  await cancel(jobId);
  await removeRetiredVersions(service.db, { graceMs: 0 });
  assert.equal((await versions()).length, 0);
});
