/** Batches of one workspace do not delay those of another. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { requestBatch, submitJob, type SubmissionBody } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { listTasks, readJob } from '../helpers/queue.ts';

let service: TestService;
let origin: ImageOrigin;
before(async () => {
  origin = await startImageOrigin();
  service = await startTestService({
    // A row whose image never comes would wait for longer than this test does.
    env: { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8', IMAGE_TIMEOUT: '10m' },
    worksOnBatches: true,
  });
  origin.answer('/red.png', (response) => response.end(origin.image));
});
after(async () => {
  await service.close();
  origin.close();
});

/** A batch of rows, each with its own image. */
async function getBatch(tenant: Tenant, paths: readonly string[]): Promise<SubmissionBody> {
  const templateId = await addTemplate(service.db, tenant, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo' }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  });
  return { template: { templateId }, rows: paths.map((path) => ({ photo: origin.url + path })) };
}

let silentPaths = 0;
/** Paths of images that never come. */
function silent(count: number): string[] {
  return Array.from({ length: count }, () => {
    const path = `/silent-${(silentPaths += 1)}.png`;
    origin.answer(path, () => undefined);
    return path;
  });
}

async function countClaimed(jobId: string): Promise<number> {
  const { claimed } = await queryRow<{ claimed: number }>(
    service.db,
    `select count(*)::int as claimed from batch_rows where job_id = :jobId and attempts > forgiven`,
    { jobId },
  );
  return claimed;
}

const requestsFor = (paths: readonly string[]): number =>
  paths.filter((path) => origin.requests(path) > 0).length;

test('rows whose images never come delay no batch of another workspace', async () => {
  const [slow, other] = [
    await createTenant(service.db, { plan: 'business' }),
    await createTenant(service.db),
  ];
  const paths = silent(400);
  const jobs = [];
  for (const part of [paths.slice(0, 200), paths.slice(200)])
    jobs.push(await submitJob(service, slow, await getBatch(slow, part)));
  await waitUntil(() => requestsFor(paths) >= 16);

  const jobId = await submitJob(service, other, await getBatch(other, ['/red.png']));
  await waitUntil(async () => (await readJob(service.db, jobId)).status === 'COMPLETED');
  for (const each of jobs) {
    const { completed, failed } = await readJob(service.db, each);
    assert.equal(completed + failed, 0);
    // No row is claimed while its image is fetched. A task claims it only until it finds that out.
    await waitUntil(async () => (await countClaimed(each)) === 0);
    await requestBatch(service, 'POST', `/${each}/cancel`, slow);
  }
  // Tasks of a cancelled job end when they notice it; those in progress hold their slots until then.
  assert.ok(requestsFor(paths) < 400);
});

test('rows are rendered once their images have come, and rows that have none at once', async () => {
  const tenant = await createTenant(service.db);
  const body = await getBatch(tenant, ['/red.png', '/red.png']);
  const jobId = await submitJob(service, tenant, { ...body, rows: [...body.rows, {}] });
  await waitUntil(async () => (await readJob(service.db, jobId)).status === 'COMPLETED');
  assert.equal((await readJob(service.db, jobId)).completed, 3);
});

test('a worker that stops returns rows that wait for images to the queue at once', async () => {
  const tenant = await createTenant(service.db);
  const paths = silent(2);
  const jobId = await submitJob(service, tenant, await getBatch(tenant, paths));
  await waitUntil(() => requestsFor(paths) === 2);
  await service.app.drain();
  const tasks = await listTasks(service.db, jobId);
  assert.deepEqual(
    tasks.map(({ task, lockedBy, isDue, attempts }) => ({ task, lockedBy, isDue, attempts })),
    Array.from({ length: 2 }, () => ({ task: 'fetch_images', lockedBy: null, isDue: true, attempts: 0 })),
  );
  assert.deepEqual(
    tasks.map(({ id }) => id),
    (await readJob(service.db, jobId)).taskIds.sort((a, b) => Number(a) - Number(b)),
  );
  const claims = await queryRows(
    service.db,
    `select from batch_images i join instances p on p.id = i.instance_id where i.job_id = :jobId`,
    { jobId },
  );
  assert.equal(claims.length, 0, 'another process can fetch the images at once');
});
