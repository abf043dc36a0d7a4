import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestBatch, plainBatch, readLedger, submit, submitJob } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { addTemplate, createTenant, shareTestService, type TestService } from '../helpers/http.ts';

/** Has a worker, so that jobs progress while the tests cancel and delete them. */
let service: TestService;
before(async () => {
  service = await shareTestService({ env: { RATE_LIMITS: 'off' }, worksOnBatches: true });
});
after(() => service.close());

interface Job {
  status: string;
  totalItems: number;
  completedItems: number;
  failedItems: number;
  processedItems: number;
  completedAt: string | null;
}

async function prepare() {
  const tenant = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant);
  const start = (rows: number) => submitJob(service, tenant, plainBatch(templateId, rows));
  const read = async (jobId: string) => (await requestBatch(service, 'GET', `/${jobId}`, tenant)).json as Job;
  const waitForEnd = async (jobId: string): Promise<Job> => {
    await waitUntil(async () => (await read(jobId)).completedAt !== null);
    return await read(jobId);
  };
  return { tenant, templateId, start, read, waitForEnd };
}

test('cancelling a running job stops its counters and refunds the rows that are not rendered', async () => {
  const { tenant, start, read } = await prepare();
  const jobId = await start(120);
  await waitUntil(async () => (await read(jobId)).completedItems >= 3);
  assert.equal((await requestBatch(service, 'POST', `/${jobId}/cancel`, tenant)).status, 204);
  const cancelled = await read(jobId);
  assert.equal(cancelled.status, 'CANCELLED');
  assert.ok(cancelled.completedItems >= 3 && cancelled.completedItems < 120, `${cancelled.completedItems}`);
  assert.equal((await requestBatch(service, 'POST', `/${jobId}/cancel`, tenant)).status, 204);
  // The worker processes the next job, so no row of the first one is in progress.
  const next = await start(1);
  await waitUntil(async () => (await read(next)).status === 'COMPLETED');
  assert.deepEqual(await read(jobId), cancelled);
  const { used, sum } = await readLedger(service.db, tenant.workspaceId);
  assert.deepEqual([used, sum], [cancelled.completedItems + 1, cancelled.completedItems + 1]);
});

test('a cancel at any moment of a job leaves exactly the rendered rows charged', async () => {
  const { tenant, start, waitForEnd } = await prepare();
  let rendered = 0;
  for (let round = 0; round < 12; round += 1) {
    const jobId = await start(4);
    // The delay ranges from none to long after the job has ended.
    await sleep(2 ** round / 4);
    const statuses = await Promise.all(
      [0, 1].map(() => requestBatch(service, 'POST', `/${jobId}/cancel`, tenant)),
    );
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [204, 204],
    );
    const { status, completedItems } = await waitForEnd(jobId);
    assert.ok(status === 'CANCELLED' || (status === 'COMPLETED' && completedItems === 4), status);
    rendered += completedItems;
    const { used, sum } = await readLedger(service.db, tenant.workspaceId);
    assert.deepEqual([used, sum], [rendered, rendered], `round ${round}`);
  }
});

test('a result that is read during a delete is complete or not found', async () => {
  const { tenant, start, waitForEnd } = await prepare();
  for (let round = 0; round < 5; round += 1) {
    const jobId = await start(3);
    assert.equal((await waitForEnd(jobId)).status, 'COMPLETED');
    const complete = await requestBatch(service, 'GET', `/${jobId}/result?delivery=zip`, tenant);
    assert.equal(complete.status, 200);
    const reading = Array.from({ length: 12 }, (_, index) =>
      requestBatch(service, 'GET', `/${jobId}/result?delivery=${index % 3 === 0 ? 'url' : 'zip'}`, tenant),
    );
    const [removed, ...results] = await Promise.all([
      requestBatch(service, 'DELETE', `/${jobId}`, tenant),
      ...reading,
    ]);
    assert.equal(removed.status, 204);
    for (const { status, bytes, headers, problem } of results) {
      if (headers.get('content-type') === 'application/zip') assert.deepEqual(bytes, complete.bytes);
      else if (status !== 200) assert.match(problem.code, /^BATCH_(?:RESULT_)?NOT_FOUND$/);
    }
    const { status, problem } = await requestBatch(service, 'GET', `/${jobId}/result`, tenant);
    assert.deepEqual([status, problem.code], [404, 'BATCH_NOT_FOUND']);
  }
});

test('under constant submissions at most two jobs are active, and each render is charged once', async () => {
  const { tenant, templateId, waitForEnd } = await prepare();
  const jobs: string[] = [];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let accepted = 0; accepted < 3;) {
        const answer = await submit(service, tenant, plainBatch(templateId, 2));
        if (answer.status !== 202) {
          assert.equal(answer.problem.code, 'BATCH_RATE_LIMIT_EXCEEDED');
          continue;
        }
        accepted += 1;
        jobs.push((answer.json as { jobId: string }).jobId);
        const active = await requestBatch(service, 'GET', '?status=PENDING&status=PROCESSING', tenant);
        const { totalElements } = (active.json as { pagination: { totalElements: number } }).pagination;
        assert.ok(totalElements <= 2, `${totalElements} are active`);
      }
    }),
  );
  for (const jobId of jobs) assert.equal((await waitForEnd(jobId)).status, 'COMPLETED');
  assert.deepEqual(await readLedger(service.db, tenant.workspaceId), { used: 36, sum: 36, entries: 18 });
});
