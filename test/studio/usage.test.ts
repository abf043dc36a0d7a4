/** The page "Usage", in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { queryRows } from '../../src/store/database.ts';
import { plainBatch, submitJob } from '../helpers/batch.ts';
import { addTemplate } from '../helpers/http.ts';
import { createUser, type StudioUser } from '../helpers/studio.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ worksOnBatches: true });
});
after(() => studio.close());

const today = () => new Date().toISOString().slice(0, 10);
const createOwner = () => createUser(studio.db, { plan: 'enterprise' });

async function render({ apiKey: key }: StudioUser, templateId: string): Promise<void> {
  const json = { variables: {} };
  const answer = await studio.service.send('POST', `/api/v1/templates/${templateId}/generate`, { key, json });
  assert.equal(answer.status, 200);
}

/** Counts renders of templates that are gone, on each day of the month before the current one. */
async function addLastMonth({ workspaceId }: StudioUser, templates: number): Promise<void> {
  await queryRows(
    studio.db,
    `insert into usage_by_day (workspace_id, day, template_id, renders)
     select :workspaceId, cast(day as date), template, 1 + extract(day from day)
     from (select gen_random_uuid() as template from generate_series(1, cast(:templates as int))) t
     cross join generate_series(
       date_trunc('month', now(), 'UTC') - interval '1 month',
       date_trunc('month', now(), 'UTC') - interval '1 day', interval '1 day') day`,
    { workspaceId, templates },
  );
}

/** The rows of a table: their cells. */
async function readTable(page: Page, name: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name }).locator('tbody tr');
  return await Promise.all(
    (await rows.all()).map(async (row) => await row.locator('th, td').allInnerTexts()),
  );
}

describe('usage', { timeout: 300_000 }, () => {
  test('no renders, some, those of 300 templates', async (t) => {
    const user = await createOwner();
    const page = await studio.open(t, '/usage', { as: user });
    await page.getByRole('heading', { name: /^Nothing was rendered in/ }).waitFor();
    await page.getByText('0 of 1,000,000 renders').waitFor();
    await page.getByText('1 of 20,000').waitFor();
    await page.getByText('0 of 200,000').waitFor();
    await page.getByText('0 bytes of 10 TiB').waitFor();
    await checkPageAtWidths(t, page);
    await addLastMonth(user, 300);
    await page.getByRole('button', { name: 'Earlier month' }).click();
    await page.getByRole('img', { name: /^Renders by day/ }).waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByText('Other templates').waitFor();
    await checkPageAtWidths(t, page);
  });

  test('100 of many templates are listed on demand', async (t) => {
    const user = await createOwner();
    await addLastMonth(user, 300);
    const page = await studio.open(t, '/usage', { as: user, width: 1024 });
    await page.getByRole('button', { name: 'Earlier month' }).click();
    await page.getByRole('button', { name: 'Show all 100 templates' }).click();
    await page.getByText('Deleted, or not visible to you').nth(99).waitFor();
    await page.getByText('Other templates').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Show fewer' }).click();
    await page.getByText('Deleted, or not visible to you').nth(10).waitFor({ state: 'detached' });
  });

  test('says what was rendered, by day, template and key, as batches go on', async (t) => {
    const user = await createOwner();
    const [one, two] = [await addTemplate(studio.db, user), await addTemplate(studio.db, user)];
    await queryRows(studio.db, `update templates set name = 'فاتورة' where id = :two`, { two });
    await render(user, one);
    await render(user, two);
    await render(user, two);
    const page = await studio.open(t, '/usage', { as: user });
    await page.getByText('3 of 1,000,000 renders').waitFor();
    await page.getByText('999,997 left until').waitFor();
    assert.deepEqual(await readTable(page, 'By template'), [
      ['فاتورة', '67%', '2'],
      ['Plain', '33%', '1'],
    ]);
    assert.deepEqual(await readTable(page, 'By key'), [['Test key', '100%', '3']]);
    await page.getByRole('button', { name: 'Show as table' }).press('Enter');
    const days = await readTable(page, 'Renders by day');
    const date = Number(today().slice(8));
    assert.deepEqual(
      days.map(([, renders]) => renders),
      days.map((_, index) => (index + 1 === date ? '3' : '0')),
    );
    const chart = page.getByRole('img', { name: /: 3 renders/ });
    assert.equal(await chart.locator('[style*="height: 0%"]').count(), days.length - 1);
    await checkPage(page);
    await submitJob(studio.service, user, plainBatch(one, 4));
    await page.getByText('7 of 1,000,000 renders').waitFor();
    await page.getByRole('img', { name: /: 7 renders/ }).waitFor();
    assert.deepEqual((await readTable(page, 'By template')).at(0), ['Plain', '71%', '5']);
  });

  test('the month is in the address; there is none in the future', async (t) => {
    const user = await createOwner();
    await addLastMonth(user, 1);
    const page = await studio.open(t, '/usage?month=2099-01', { as: user });
    const month = page.getByRole('combobox', { name: 'Month' });
    await month.waitFor();
    const now = today().slice(0, 7);
    assert.equal(await month.inputValue(), now);
    const later = page.getByRole('button', { name: 'Later month' });
    assert.equal(await later.isDisabled(), true);
    await page.getByRole('button', { name: 'Earlier month' }).click();
    await page.getByRole('heading', { name: 'By template' }).waitFor();
    const last = new URL(page.url()).searchParams.get('month') ?? '';
    assert.ok(last < now, last);
    await page.reload();
    await page.getByRole('heading', { name: 'By template' }).waitFor();
    assert.equal(await month.inputValue(), last);
    assert.equal(await page.getByText('of 1,000,000 renders').count(), 0);
    await later.click();
    await page.getByRole('heading', { name: /^Nothing was rendered in/ }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    await page.goBack();
    await page.getByRole('heading', { name: 'By template' }).waitFor();
    await month.selectOption({ index: 12 });
    await page.getByRole('heading', { name: /^Nothing was rendered in/ }).waitFor();
  });

  test('a member does not see the names of what others keep private', async (t) => {
    const owner = await createOwner();
    const member = await createUser(studio.db, { workspaceId: owner.workspaceId, role: 'MEMBER' });
    await render(owner, await addTemplate(studio.db, owner));
    await render(member, await addTemplate(studio.db, member));
    const page = await studio.open(t, '/usage', { as: member });
    await page.getByRole('heading', { name: 'By template' }).waitFor();
    const names = async (table: string) => (await readTable(page, table)).map(([cell]) => cell).sort();
    assert.deepEqual(await names('By template'), ['Deleted, or not visible to you', 'Plain']);
    assert.deepEqual(await names('By key'), ['Key of another member', 'Test key']);
    await checkPage(page);
  });

  test('a plan that is used up says what to do', async (t) => {
    const user = await createUser(studio.db, { plan: 'free' });
    const templateId = await addTemplate(studio.db, user);
    await render(user, templateId);
    await queryRows(studio.db, 'update quota_periods set used = 100 where workspace_id = :workspaceId', {
      workspaceId: user.workspaceId,
    });
    const page = await studio.open(t, '/usage', { as: user });
    await page.getByText('100 of 100 renders').waitFor();
    await page.getByText(/^Nothing is left until/).waitFor();
    await checkPage(page);
  });

  test('an answer that fails says so, and is read again', async (t) => {
    const user = await createOwner();
    const page = await studio.open(t, '/activity', { as: user, expectedStatuses: [500] });
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await page.route('**/studio/api/v1/usage?*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"code":"INTERNAL_ERROR"}',
      }),
    );
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('alert').waitFor();
    await checkPage(page);
    await page.unroute('**/studio/api/v1/usage?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: /^Nothing was rendered in/ }).waitFor();
  });
});
