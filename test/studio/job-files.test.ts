/** The files of a job's rows, in a real browser: opened, downloaded and shared from the job's page. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { addArchive } from '../helpers/batch.ts';
import { fetchPublicFile } from '../helpers/shares.ts';
import type { StudioUser } from '../helpers/studio.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { submitWhenAllowed } from './batches.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { addUserWithTemplate } from './templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ worksOnBatches: true });
});
after(() => studio.close());

/** Submits two rows, and opens the page of the job once it has ended. */
async function openEndedJob(
  t: Parameters<BrowserStudio['open']>[0],
  { user, templateId }: { readonly user: StudioUser; readonly templateId: string },
  look: { readonly width?: number } = {},
): Promise<{ readonly page: Page; readonly jobId: string }> {
  const rows = ['Ada', 'Grüße'].map((title) => ({ title }));
  const template = {
    templateId,
    format: 'png',
    output: { filenamePattern: 'card {title}', filenameCharacters: 'unicode' },
  };
  const jobId = await submitWhenAllowed(studio, user, { template, rows });
  const page = await studio.open(t, `/jobs/${jobId}?rows=all`, { as: user, ...look });
  await page.getByText('All rows are done.', { exact: true }).waitFor({ timeout: 120_000 });
  return { page, jobId };
}

test('a file is opened, downloaded and shared, as it is in the archive', async (t) => {
  const account = await addUserWithTemplate(studio);
  const { page, jobId } = await openEndedJob(t, account);
  const path = { jobId, rowIndex: 1 };
  const { bytes } = await studio.call('getJobItemFile', { as: account.user, path });
  assert.equal((await sharp(bytes).metadata()).format, 'png');

  const link = page.getByRole('link', { name: 'Open card Grüße.png' });
  assert.equal(await link.getAttribute('target'), '_blank');
  const viewer = await studio.browser.newContext({ storageState: await page.context().storageState() });
  const opened = await viewer.newPage();
  const errors: string[] = [];
  opened.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const shown = await opened.goto(studio.service.url + ((await link.getAttribute('href')) ?? ''));
  assert.equal(shown?.headers()['content-type'], 'image/png');
  assert.equal(await opened.locator('img').count(), 1);
  assert.deepEqual(errors, []);
  await viewer.close();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download card Grüße.png' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'card Grüße.png');
  assert.deepEqual(await readFile(await download.path()), Buffer.from(bytes));

  // By the keyboard alone.
  await page.getByRole('button', { name: 'Share card Grüße.png' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Public link' });
  await dialog.getByText('The link is free').waitFor();
  await checkPage(page);
  const count = () =>
    queryRow<{ links: number }>(studio.db, 'select count(*)::int as links from share_links', {});
  assert.equal((await count()).links, 0, 'nothing is public before it is confirmed');
  await dialog.getByLabel('The link works').selectOption('7 days');
  await dialog.getByRole('button', { name: 'Make link' }).press('Enter');
  const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await checkPage(page);
  const shared = await fetchPublicFile(url);
  assert.deepEqual(shared.bytes, Buffer.from(bytes));
  const { days } = await queryRow<{ days: number }>(
    studio.db,
    'select round(extract(epoch from expires_at - now()) / 86400)::int as days from share_links',
    {},
  );
  assert.equal(days, 7);
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await fetchPublicFile(url)).status, 404);
});

test('jobs without files of rows say why', async (t) => {
  const { user, templateId } = await addUserWithTemplate(studio);
  const sheets = await addArchive(studio.service, user, templateId, Buffer.from('%PDF-1.7'), { kind: 'pdf' });
  await queryRows(
    studio.db,
    `update batch_jobs set format = 'pdf', sheet = '{"columns":1,"rows":1,"gap":0,"margin":10,"paper":"A4"}'
     where id = :sheets`,
    { sheets },
  );
  const page = await studio.open(t, `/jobs/${sheets}`, { as: user });
  await page.getByText('The rows are on the sheets of one PDF').waitFor();
  assert.equal(await page.getByRole('link', { name: /^Open image/ }).count(), 0);
  await checkPage(page);
  await queryRows(
    studio.db,
    `update batch_jobs set sheet = null, archive_expires_at = now() - interval '1 second' where id = :sheets`,
    { sheets },
  );
  await page.reload();
  await page.getByText('The files of this job have been removed').waitFor();
  assert.equal(await page.getByRole('link', { name: /^Open image/ }).count(), 0);
});

test('the rows and the dialog have no faults', async (t) => {
  const { page } = await openEndedJob(t, await addUserWithTemplate(studio));
  await page.getByRole('link', { name: 'Open card Ada.png' }).waitFor();
  await checkPageAtWidths(t, page);
  await page.getByRole('button', { name: 'Share card Ada.png' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).waitFor();
  await checkPageAtWidths(t, page);
});
