import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { queryRow } from '../../src/store/database.ts';
import { requestBatch, submitJob } from '../helpers/batch.ts';
import { addTemplate, createTenant, startTestService, type TestService } from '../helpers/http.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { waitUntil } from '../helpers/wait-until.ts';

let service: TestService;
let origin: ImageOrigin;
before(async () => {
  origin = await startImageOrigin();
  service = await startTestService({
    env: { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8' },
    worksOnBatches: true,
  });
});
after(async () => {
  await service.close();
  origin.close();
});

test('a job fetches each image once; rows without their image fail with the reason', async () => {
  origin.answer('/logo.png', (response) => response.end(origin.image));
  const tenant = await createTenant(service.db);
  const templateId = await addTemplate(service.db, tenant, {
    variables: [{ name: 'photo', type: 'image', label: 'Photo' }],
    elements: [{ type: 'image', id: 'photo', x: 0, y: 0, width: 40, height: 20, src: '{{photo}}' }],
  });
  const rows = Array.from({ length: 24 }, (_, row) => ({
    photo: `${origin.url}${row % 8 === 7 ? '/gone.png' : '/logo.png'}`,
  }));
  const jobId = await submitJob(service, tenant, { template: { templateId }, rows });
  const read = async () =>
    (await requestBatch(service, 'GET', `/${jobId}`, tenant)).json as {
      status: string;
      completedItems: number;
      errors: { itemIndex: number; error: string }[];
    };
  await waitUntil(async () => !['PENDING', 'PROCESSING'].includes((await read()).status));

  const { status, completedItems, errors } = await read();
  assert.deepEqual([status, completedItems], ['COMPLETED', 21]);
  assert.deepEqual(
    errors.map(({ itemIndex }) => itemIndex),
    [7, 15, 23],
  );
  assert.equal(new Set(errors.map(({ error }) => error)).size, 1);
  assert.match(errors[0]?.error ?? '', /^Variable "photo" could not be fetched: its server answered 404/);
  assert.deepEqual([origin.requests('/logo.png'), origin.requests('/gone.png')], [1, 1]);

  // The images are deleted with the job's other files.
  const countImages = async () =>
    (
      await queryRow<{ images: number }>(
        service.db,
        'select count(*)::int as images from batch_images where job_id = :jobId',
        { jobId },
      )
    ).images;
  await waitUntil(async () => (await countImages()) <= 0);
  for await (const key of service.app.storage.list(`batches/${jobId}/`)) assert.doesNotMatch(key, /images/);
});
