/** The pages of jobs and links in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addArchive, complete, plainBatch, recordOutcomes, submitJob } from '../helpers/batch.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { addTemplate, startTestService } from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { addShare, listShares } from '../helpers/shares.ts';
import { createUser, type StudioUser } from '../helpers/studio.ts';
import { queryRows } from '../../src/store/database.ts';
import { checkPage, looks, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

async function newUser(name = 'Social card') {
  const user = await createUser(studio.db, { plan: 'studio' });
  return { user, templateId: await addTemplate(studio.db, user, { name }) };
}

/** A job of two rows, the second of which failed. */
async function addEndedJob(user: StudioUser, templateId: string): Promise<string> {
  const jobId = await submitJob(studio.service, user, plainBatch(templateId));
  await recordOutcomes(studio.db, jobId, { succeeded: [0], failed: [1] });
  await complete(studio.db, jobId);
  return jobId;
}

describe('the jobs', () => {
  test('are listed with filters in the address, and deleted', async (t) => {
    const { user, templateId } = await newUser();
    await addEndedJob(user, templateId);
    await addArchive(
      studio.service,
      user,
      await addTemplate(studio.db, user, { name: 'Badge' }),
      Buffer.from('PK'),
    );
    const page = await studio.open(t, '/jobs', { as: user });
    await page.getByRole('link', { name: 'Badge' }).waitFor();
    await page
      .getByRole('combobox', { name: 'Template' })
      .or(page.getByLabel('Template', { exact: true }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Social card' }).click();
    await page.getByRole('link', { name: 'Badge' }).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('template'), templateId);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Badge' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Badge' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Actions for Social card/ }).click();
    await page.getByRole('menuitem', { name: 'Delete job' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete job' }).click();
    await page.getByText('No jobs with these filters').waitFor();
  });

  test('say what is gone: archive, rows, template', async (t) => {
    const { user, templateId } = await newUser();
    const jobId = await addEndedJob(user, templateId);
    await queryRows(
      studio.db,
      `with gone as (delete from batch_rows where job_id = :jobId)
       update batch_jobs set archive_expires_at = now() - interval '1 second', cleared_at = now()
       where id = :jobId`,
      { jobId },
    );
    const answer = await studio.call('deleteTemplate', { as: user, path: { templateId } });
    assert.equal(answer.status, 204, JSON.stringify(answer.json));
    const page = await studio.open(t, `/jobs/${jobId}`, { as: user, expectedStatuses: [404] });
    await page.getByText('The template has been deleted.').waitFor();
    await page.getByText('The archive of this job has been removed').waitFor();
    await page.getByText('The rows of this job are no longer kept.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Download archive' }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Again with only the failed rows' }).count(), 0);
    await checkPage(page);
  });

  test('show their progress live, also after the service was restarted', async (t) => {
    const database = await createTestDatabase();
    t.after(() => database.close());
    const first = await startBrowserStudio({ database });
    const templateId = await addTemplate(first.db, first.owner);
    const jobId = await submitJob(first.service, first.owner, plainBatch(templateId, 3));
    const page = await first
      .open(t, `/jobs/${jobId}`, { expectedStatuses: [404, 502, 503] })
      .catch((error: unknown) => {
        throw error;
      });
    await page.getByText('Waiting for a free renderer.').waitFor();
    const { port } = new URL(first.service.url);
    await first.service.close();
    await page.getByText('The service does not answer').waitFor();
    const second = await startTestService({ database, worksOnBatches: true, env: { PORT: port } });
    try {
      await page.getByText('All rows are done.').waitFor();
      await page.getByText('The service does not answer').waitFor({ state: 'detached' });
    } finally {
      await first.browser.close();
      await second.close();
    }
  });
});

describe('the links', () => {
  test('are listed, copied and revoked', async (t) => {
    const { user, templateId } = await newUser();
    const share = await addShare(studio.service, user, templateId);
    const page = await studio.open(t, '/links', { as: user });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: Link of Social card' }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), share.url);
    await page.getByRole('button', { name: 'Revoke the link of Social card' }).click();
    await page.getByRole('dialog').getByText(share.url).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('No active links').waitFor();
    assert.equal((await checkedFetch(share.url)).status, 404);
    assert.deepEqual((await listShares(studio.service, user)).data, []);
  });

  test('are not on every plan', async (t) => {
    const user = await createUser(studio.db, { plan: 'free' });
    const page = await studio.open(t, '/links', { as: user });
    await page.getByText('Your plan has no links').waitFor();
    await checkPage(page);
  });
});

for (const { name, ...look } of looks) {
  test(`the pages have no faults (${name})`, async (t) => {
    const { user, templateId } = await newUser(
      'Donaudampfschifffahrtsgesellschaftskapitänsmütze – بطاقة دعوة لحفل الافتتاح',
    );
    const jobId = await addEndedJob(user, templateId);
    await submitJob(studio.service, user, plainBatch(templateId));
    await addShare(studio.service, user, templateId);
    const page = await studio.open(t, `/jobs/${jobId}`, { as: user, ...look });
    await page.getByText('Row 1 failed.').waitFor();
    await checkPage(page);
    await page.goto(`${studio.service.url}/studio/jobs`);
    await page.getByText('1 failed').waitFor();
    await checkPage(page);
    await page.goto(`${studio.service.url}/studio/links`);
    await page.getByText('PNG').first().waitFor();
    await checkPage(page);
    await page.goto(`${studio.service.url}/studio/jobs?status=CANCELLED`);
    await page.getByText('No jobs with these filters').waitFor();
    await checkPage(page);
  });
}
