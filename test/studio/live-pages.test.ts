/** Pages stay current by live events, whichever process renders, and when their own process is killed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plainBatch, submitJob } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { findFreePort } from '../helpers/free-port.ts';
import { startImageOrigin, type ImageOrigin } from '../helpers/image-origin.ts';
import { addPriceTag } from './batches.ts';
import { startOwnBrowserStudio, type BrowserStudio } from './browser.ts';

const env = { OUTBOUND_ALLOW: '127.0.0.0/8' };
let database: TestDatabase;
let studio: BrowserStudio;
let fleet: Fleet;
let origin: ImageOrigin;
before(async () => {
  database = await createTestDatabase();
  studio = await startOwnBrowserStudio({ database, env });
  fleet = createFleet(database, studio.service.filesFolder, env);
  origin = await startImageOrigin();
});
after(async () => {
  await fleet.close();
  await studio.close();
  origin.close();
  await database.close();
});

test('a page shows the end of a batch that another process rendered while its own was killed', async (t) => {
  const { user, templateId } = await addPriceTag(studio);
  let finish: () => void = () => undefined;
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  origin.answer('/slow.png', (response) => void isFinished.then(() => response.end(origin.image)));
  const PORT = String(await findFreePort());
  const first = await fleet.serve({ PORT });
  const jobId = await submitJob(studio.service, user, {
    template: { templateId },
    rows: [{ title: 'Ada' }, { title: 'Grace', photo: `${origin.url}/slow.png` }],
  });
  const page = await studio.open(t, `/jobs/${jobId}`, {
    as: user,
    process: first,
    expectedStatuses: [0, 503],
  });
  await page.getByText('Waiting for a free renderer.').waitFor();
  await page.evaluate('globalThis.isSamePage = true');

  // The event comes from the worker's process, through the database.
  await fleet.work();
  await waitUntil(() => origin.requests('/slow.png') > 0);
  await page.getByText('Rendering', { exact: true }).waitFor();

  await first.kill();
  finish();
  await waitUntil(async () => {
    const { json } = await studio.call('getJob', { as: user, path: { jobId } });
    return (json as { readonly status: string }).status === 'COMPLETED';
  });
  // The page has not heard of it.
  await page.getByText('Rendering', { exact: true }).waitFor();
  await fleet.serve({ PORT });
  await page.getByText('All rows are done.').waitFor();
  await page.getByRole('button', { name: 'Download archive' }).waitFor();
  assert.equal(await page.evaluate('isSamePage'), true);
});

test('a list shows jobs that begin and end elsewhere', async (t) => {
  const { user, templateId } = await addPriceTag(studio);
  const page = await studio.open(t, '/jobs', { as: user });
  await page.getByText('No jobs yet').waitFor();
  await fleet.work();
  const jobId = await submitJob(studio.service, user, plainBatch(templateId, 3));
  await page.getByRole('link', { name: 'Price tag' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Completed' }).waitFor();
  await studio.call('deleteJob', { as: user, path: { jobId } });
  await page.getByText('No jobs yet').waitFor();
});
