import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, plainBatch, readLedger, submit, submitJob, waitUntil } from '../helpers/batch.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';

/** With a worker of its own, so that jobs come to their ends while they are meddled with. */
let service: TestService;
before(async () => {
  service = await startTestService({ worksOnBatches: true, env: { RATE_LIMITS: 'off' } });
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
  const read = async (jobId: string) => (await ask(service, 'GET', `/${jobId}`, tenant)).json as Job;
  const ended = async (jobId: string): Promise<Job> => {
    await waitUntil(async () => (await read(jobId)).completedAt !== null);
    return await read(jobId);
  };
  return { tenant, templateId, start, read, ended };
}

test('cancelled in the middle: counters stand still, and what was not rendered is given back', async () => {
  const { tenant, start, read } = await prepare();
  const jobId = await start(120);
  await waitUntil(async () => (await read(jobId)).completedItems >= 3);
  assert.equal((await ask(service, 'POST', `/${jobId}/cancel`, tenant)).status, 204);
  const cancelled = await read(jobId);
  assert.equal(cancelled.status, 'CANCELLED');
  assert.ok(cancelled.completedItems >= 3 && cancelled.completedItems < 120, `${cancelled.completedItems}`);
  assert.equal((await ask(service, 'POST', `/${jobId}/cancel`, tenant)).status, 204);
  // The worker has turned to the next job, so that nothing of the first is under way.
  const next = await start(1);
  await waitUntil(async () => (await read(next)).status === 'COMPLETED');
  assert.deepEqual(await read(jobId), cancelled);
  const { used, sum } = await readLedger(service.db, tenant.workspaceId);
  assert.deepEqual([used, sum], [cancelled.completedItems + 1, cancelled.completedItems + 1]);
});

test('cancels at every moment of a job: charged is what was rendered, whoever wins', async () => {
  const { tenant, start, ended } = await prepare();
  let rendered = 0;
  for (let round = 0; round < 12; round += 1) {
    const jobId = await start(4);
    // From at once to long after the end.
    await new Promise((resolve) => setTimeout(resolve, 2 ** round / 4));
    const statuses = await Promise.all([0, 1].map(() => ask(service, 'POST', `/${jobId}/cancel`, tenant)));
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [204, 204],
    );
    const { status, completedItems } = await ended(jobId);
    assert.ok(status === 'CANCELLED' || (status === 'COMPLETED' && completedItems === 4), status);
    rendered += completedItems;
    const { used, sum } = await readLedger(service.db, tenant.workspaceId);
    assert.deepEqual([used, sum], [rendered, rendered], `round ${round}`);
  }
});

test('results and a delete at once: whole archives, or none', async () => {
  const { tenant, start, ended } = await prepare();
  for (let round = 0; round < 5; round += 1) {
    const jobId = await start(3);
    assert.equal((await ended(jobId)).status, 'COMPLETED');
    const whole = await ask(service, 'GET', `/${jobId}/result?delivery=zip`, tenant);
    assert.equal(whole.status, 200);
    const reading = Array.from({ length: 12 }, (_, index) =>
      ask(service, 'GET', `/${jobId}/result?delivery=${index % 3 === 0 ? 'url' : 'zip'}`, tenant),
    );
    const [removed, ...results] = await Promise.all([
      ask(service, 'DELETE', `/${jobId}`, tenant),
      ...reading,
    ]);
    assert.equal(removed.status, 204);
    for (const { status, bytes, headers, problem } of results) {
      if (headers.get('content-type') === 'application/zip') assert.deepEqual(bytes, whole.bytes);
      else if (status !== 200) assert.match(problem.code, /^BATCH_(?:RESULT_)?NOT_FOUND$/);
    }
    const { status, problem } = await ask(service, 'GET', `/${jobId}/result`, tenant);
    assert.deepEqual([status, problem.code], [404, 'BATCH_NOT_FOUND']);
  }
});

test('submissions while jobs come and go: two at a time, and every render paid for once', async () => {
  const { tenant, templateId, ended } = await prepare();
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
        const active = await ask(service, 'GET', '?status=PENDING&status=PROCESSING', tenant);
        const { totalElements } = (active.json as { pagination: { totalElements: number } }).pagination;
        assert.ok(totalElements <= 2, `${totalElements} are active`);
      }
    }),
  );
  for (const jobId of jobs) assert.equal((await ended(jobId)).status, 'COMPLETED');
  assert.deepEqual(await readLedger(service.db, tenant.workspaceId), { used: 36, sum: 36, entries: 18 });
});
