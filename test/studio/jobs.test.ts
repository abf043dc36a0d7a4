/** The list of jobs, and the page of a job, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addArchive, complete, plainBatch, recordOutcomes, submitJob } from '../helpers/batch.ts';
import { addTemplate } from '../helpers/http.ts';
import type { StudioUser } from '../helpers/studio.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { submitWhenAllowed } from './batches.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { addUserWithTemplate, longName } from './templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

/** A job of two rows, the second of which failed. */
async function addEndedJob(user: StudioUser, templateId: string): Promise<string> {
  const jobId = await submitWhenAllowed(studio, user, plainBatch(templateId));
  await recordOutcomes(studio.db, jobId, { succeeded: [0], failed: [1] });
  await complete(studio.db, jobId);
  return jobId;
}

/** Adds older failed jobs like a given one. */
async function addOlderJobs(jobId: string, count: number): Promise<void> {
  await queryRows(
    studio.db,
    `insert into batch_jobs
     select (jsonb_populate_record(job, jsonb_build_object(
       'id', gen_random_uuid(), 'status', 'FAILED', 'archive_key', null, 'archive_bytes', null,
       'template_name', 'Card ' || lpad(cast(n as text), 4, '0'),
       'created_at', job.created_at - n * interval '1 minute'))).*
     from batch_jobs job, generate_series(1, cast(:count as int)) n where job.id = :jobId`,
    { jobId, count },
  );
}

describe('the jobs', () => {
  test('are listed with filters in the address, and deleted', async (t) => {
    const { user, templateId } = await addUserWithTemplate(studio);
    await addArchive(
      studio.service,
      user,
      await addTemplate(studio.db, user, { name: 'Badge' }),
      Buffer.from('PK'),
    );
    await addEndedJob(user, templateId);
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
    const { user, templateId } = await addUserWithTemplate(studio);
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
    await page.getByText('The files of this job have been removed').waitFor();
    await page.getByText('The rows of this job are no longer kept.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Download archive' }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Again with only the failed rows' }).count(), 0);
    await checkPage(page);
  });

  test('are cancelled; what was not rendered goes back to the plan', async (t) => {
    const { user, templateId } = await addUserWithTemplate(studio);
    const jobId = await submitJob(studio.service, user, plainBatch(templateId, 3));
    const page = await studio.open(t, `/jobs/${jobId}`, { as: user });
    await page.getByRole('button', { name: 'Cancel job' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 rows will not be rendered').waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Let it run', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel job' }).click();
    await dialog.getByRole('button', { name: 'Cancel job' }).click();
    await page.getByText('The job was cancelled.').waitFor();
    await page.getByRole('button', { name: 'Delete job' }).waitFor();
    await checkPage(page);
    const { used } = await queryRow<{ used: number }>(
      studio.db,
      'select coalesce(sum(used), 0)::int as used from quota_periods where workspace_id = :workspaceId',
      { workspaceId: user.workspaceId },
    );
    assert.equal(used, 0);
  });

  test('are three thousand: pages, filters and back again', async (t) => {
    const { user, templateId } = await addUserWithTemplate(studio);
    await addOlderJobs(await addEndedJob(user, templateId), 3_000);
    const page = await studio.open(t, '/jobs', { as: user });
    await page.getByText('1 to 20 of 3,001').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Page 151', exact: true }).click();
    await page.getByText('3,001 to 3,001 of 3,001').waitFor();
    await page.getByRole('link', { name: 'Card 3000' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('page'), '151');
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Completed' }).click();
    await page.getByRole('link', { name: 'Social card' }).waitFor();
    assert.equal(new URL(page.url()).search, '?status=COMPLETED');
    await page.goBack();
    await page.getByRole('link', { name: 'Card 3000' }).waitFor();
  });

  test('of a page that does not exist say so, and an unknown filter is none', async (t) => {
    const { user, templateId } = await addUserWithTemplate(studio);
    await addEndedJob(user, templateId);
    const page = await studio.open(t, '/jobs?page=7', { as: user });
    await page.getByText('There is no page 7').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'First page' }).click();
    await page.getByRole('link', { name: 'Social card' }).waitFor();
    await page.goto(`${studio.service.url}/studio/jobs?status=LOST&source=ELSEWHERE&page=-3`);
    await page.getByRole('link', { name: 'Social card' }).waitFor();
  });

  test('of somebody else do not exist', async (t) => {
    const { user, templateId } = await addUserWithTemplate(studio);
    const jobId = await addEndedJob(user, templateId);
    const page = await studio.open(t, `/jobs/${jobId}`, { as: studio.stranger, expectedStatuses: [404] });
    await page.getByRole('alert').filter({ hasText: 'This does not exist' }).waitFor();
    await checkPage(page);
    await page.goto(`${studio.service.url}/studio/jobs`);
    await page.getByText('No jobs yet').waitFor();
    await checkPage(page);
  });
});

test('the pages have no faults', async (t) => {
  const { user, templateId } = await addUserWithTemplate(studio, longName);
  const jobId = await addEndedJob(user, templateId);
  await submitWhenAllowed(studio, user, plainBatch(templateId));
  const page = await studio.open(t, `/jobs/${jobId}`, { as: user });
  await page.getByText('Row 1 failed.').waitFor();
  await checkPageAtWidths(t, page);
  await page.goto(`${studio.service.url}/studio/jobs`);
  await page.getByText('1 failed').waitFor();
  await checkPageAtWidths(t, page);
  await page.goto(`${studio.service.url}/studio/jobs?status=CANCELLED`);
  await page.getByText('No jobs with these filters').waitFor();
  await checkPageAtWidths(t, page);
});
