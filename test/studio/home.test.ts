/** Home, in a real browser: projects and templates with search, menus, and nothing, some and many of them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createUser } from '../helpers/studio.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { addCopies, makeFromSample } from './templates.ts';

let studio: BrowserStudio;
let shopOffer: string;
const longName = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze '.repeat(5).slice(0, 200).trim();
const arabicName = 'بطاقة دعوة لحفل الافتتاح';

before(async () => {
  studio = await startBrowserStudio();
  shopOffer = await makeFromSample(studio, 'shop-offer');
  await makeFromSample(studio, 'name-badge', { name: longName, versions: 0 });
  await makeFromSample(studio, 'social-card', { name: arabicName, versions: 0 });
});
after(() => studio.close());

const templates = (page: Page) => page.getByRole('list', { name: 'Templates' });

/** Opens the menu of a template's card and chooses an item. */
async function choose(page: Page, name: string, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('shows templates with long, German and Arabic names', async (t) => {
  const page = await studio.open(t, '');
  await templates(page).getByRole('link', { name: arabicName }).waitFor();
  await checkPageAtWidths(t, page);
});

test('says how to begin where there are none', async (t) => {
  const page = await studio.open(t, '', { as: studio.stranger });
  await page.getByRole('heading', { name: 'Make your first template' }).waitFor();
  await page.getByRole('link', { name: 'Choose a sample' }).waitFor();
  await checkPageAtWidths(t, page);
});

test('searches templates and projects when typing pauses, and back shows everything again', async (t) => {
  const page = await studio.open(t, '');
  await page.getByRole('link', { name: 'Shop offer' }).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search templates and projects' });
  await search.fill('shop');
  await page.getByRole('link', { name: arabicName }).waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '?search=shop');
  await page.getByRole('link', { name: 'Shop offer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Shop offer' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Shop offer' }).waitFor();
  assert.equal(await search.inputValue(), 'shop');
  await search.fill('no such thing');
  await page.getByRole('heading', { name: 'Nothing found for “no such thing”' }).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Clear the search' }).first().click();
  await page.getByRole('link', { name: arabicName }).waitFor();
});

test('sorts by name, and keeps it in the address', async (t) => {
  const page = await studio.open(t, '?sort=NAME');
  await page.getByRole('link', { name: 'Shop offer' }).waitFor();
  const names = await templates(page).getByRole('link').allTextContents();
  assert.deepEqual(
    names,
    names.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)),
  );
  assert.ok(names.length >= 3);
});

test('makes a project, moves a template into it, renames it, and deletes it with the template', async (t) => {
  const moved = await makeFromSample(studio, 'certificate', { name: 'To be moved', versions: 0 });
  const page = await studio.open(t, '');
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Autumn');
  await checkPage(page);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { level: 1, name: 'Autumn' }).waitFor();
  await page.getByRole('heading', { name: 'No templates in this project' }).waitFor();
  await checkPage(page);
  await page.getByRole('link', { name: 'Back to all projects' }).click();

  await choose(page, 'To be moved', /^Move/);
  const project = page.getByRole('dialog').getByRole('combobox', { name: 'Project' });
  await project.fill('Autumn');
  await page.getByRole('option', { name: 'Autumn', exact: true }).click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('“To be moved” is now in “Autumn”.').waitFor();

  await page.getByRole('link', { name: 'Autumn' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Autumn' }).waitFor();
  await page.getByRole('link', { name: 'To be moved' }).waitFor();
  await page.getByRole('button', { name: 'Actions for project Autumn' }).click();
  await checkPage(page);
  await page.getByRole('menuitem', { name: /^Rename/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Winter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Winter' }).waitFor();
  await page.getByRole('button', { name: 'Actions for project Winter' }).click();
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await page.getByText('“Winter” is deleted with 1 template', { exact: false }).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Delete project' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const { status } = await studio.call('getTemplate', { path: { templateId: moved } });
  assert.equal(status, 404);
});

test('duplicates a template from its menu, by keyboard alone, and opens the copy', async (t) => {
  const page = await studio.open(t, '');
  await page.getByRole('button', { name: 'Actions for Shop offer' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Open' }).waitFor();
  await checkPage(page);
  for (const key of ['D', 'Enter']) await page.keyboard.press(key === 'D' ? 'ArrowDown' : key);
  await page.keyboard.press('Escape');
  await choose(page, 'Shop offer', /^Duplicate/);
  const dialog = page.getByRole('dialog', { name: 'Duplicate template' });
  await dialog.waitFor();
  await checkPage(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Copy for spring');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Copy for spring' }).waitFor();
  await page.getByText('Published v1').waitFor();
  assert.notEqual(new URL(page.url()).pathname, `/studio/templates/${shopOffer}`);
});

test('deletes a template only after saying what is lost', async (t) => {
  await makeFromSample(studio, 'certificate', { name: 'Goes away', versions: 0 });
  const page = await studio.open(t, '');
  await choose(page, 'Goes away', /^Delete/);
  await page.getByText('This cannot be undone.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Goes away' }).waitFor();
  await choose(page, 'Goes away', /^Delete/);
  await page.getByRole('button', { name: 'Delete template' }).click();
  await page.getByRole('link', { name: 'Goes away' }).waitFor({ state: 'detached' });
});

test('shared templates of others may be duplicated, but not moved, unshared or deleted', async (t) => {
  const shared = await makeFromSample(studio, 'certificate', { name: 'For everybody', versions: 0 });
  await studio.call('updateTemplate', { path: { templateId: shared }, json: { visibility: 'SHARED' } });
  const page = await studio.open(t, '', { as: studio.member });
  await page.getByRole('button', { name: 'Actions for For everybody' }).click();
  for (const name of [/^Move/, /^Stop sharing/, /^Delete/]) {
    assert.equal(await page.getByRole('menuitem', { name }).isDisabled(), true, String(name));
  }
  assert.equal(await page.getByRole('menuitem', { name: /^Duplicate/ }).isDisabled(), false);
  await checkPage(page);
});

test('turns the pages of 3,000 templates', async (t) => {
  const user = await createUser(studio.db);
  const made = await studio.call('createTemplate', {
    as: user,
    path: { projectId: user.projectId },
    json: { name: 'First of many', source: { width: 400, height: 300 } },
  });
  await addCopies(studio, (made.json as { id: string }).id, 2_999);
  const page = await studio.open(t, '?sort=NAME', { as: user });
  await page.getByRole('link', { name: 'Copy 0001' }).waitFor();
  await page.getByText('1 to 24 of 3,000').waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Page 125', exact: true }).click();
  await page.getByText('2,977 to 3,000 of 3,000').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('page'), '125');
  await page.goBack();
  await page.getByRole('link', { name: 'Copy 0001' }).waitFor();
  await page.getByRole('searchbox').fill('copy 2999');
  await page.getByRole('link', { name: 'Copy 2999' }).waitFor();
  assert.equal(await templates(page).getByRole('listitem').count(), 1);
});

test('loads, fails, and goes on', async (t) => {
  const page = await studio.open(t, '/account', { expectedStatuses: [500] });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const lists = /\/studio\/api\/v1\/(?:templates|projects)\?/;
  await page.route(lists, async (route) => {
    await promise;
    const json = { status: 500, code: 'INTERNAL_ERROR', title: 'Internal error', detail: 'A fault.' };
    await route.fulfill({ status: 500, contentType: 'application/problem+json', json });
  });
  await page.goto(`${studio.service.url}/studio`);
  await page.getByText('Loading …').first().waitFor({ state: 'attached' });
  await checkPage(page);
  resolve(undefined);
  await page.getByRole('alert').getByText('A fault.').nth(1).waitFor();
  await checkPage(page);
  await page.unroute(lists);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.first().click();
  await again.first().click();
  await page.getByRole('link', { name: 'Shop offer' }).waitFor();
  await again.waitFor({ state: 'detached' });
});

test('a project that is gone says so', async (t) => {
  const page = await studio.open(t, '?project=00000000-0000-4000-8000-000000000000');
  await page.getByRole('heading', { level: 1, name: 'Project not found' }).waitFor();
  await page.getByRole('button', { name: 'All projects' }).waitFor();
  await checkPage(page);
});
