/** Bad days in the browser: ended sessions, a service that is gone, other tabs, slow networks, failures. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { queryRow, queryRows, type Database } from '../../src/store/database.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { createFleet } from '../helpers/fleet.ts';
import { addTemplate } from '../helpers/http.ts';
import { createUser, expireSession, signIn, type StudioUser } from '../helpers/studio.ts';
import { createCredentials, forgetAttempts, type Credentials } from '../helpers/studio-accounts.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { makeFromSample, saveChange } from './templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

/** Enters the password in the dialog. */
async function signInAgain(page: Page, { password }: Credentials): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Adds keys without asking the service for each one. */
async function addKeys(db: Database, { workspaceId, accountId }: StudioUser, count: number): Promise<void> {
  await queryRows(
    db,
    `insert into api_keys (workspace_id, account_id, name, prefix, hash)
     select :workspaceId, :accountId, 'Program ' || n, 'plt_' || n,
            sha256((cast(:accountId as text) || n)::bytea)
     from generate_series(1, cast(:count as int)) n`,
    { workspaceId, accountId, count },
  );
}

async function countKeys(
  db: Database,
  { workspaceId }: Pick<StudioUser, 'workspaceId'>,
  name: string,
): Promise<number> {
  const { count } = await queryRow<{ count: number }>(
    db,
    'select count(*)::int as count from api_keys where workspace_id = :workspaceId and name = :name',
    { workspaceId, name },
  );
  return count;
}

const createOwner = () => createUser(studio.db, { plan: 'enterprise' });

describe('a session that ends', { timeout: 180_000 }, () => {
  test('while nobody does anything: the dialog opens by itself, and events come again', async (t) => {
    const ada = await createCredentials(studio.db);
    const session = await signIn(studio.db, ada);
    const page = await studio.open(t, '/links', { as: session, expectedStatuses: [401] });
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
    await expireSession(studio.db, session);
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor({ timeout: 60_000 });
    const events = page.waitForResponse(
      (response) => response.url().endsWith('/studio/events') && response.status() === 200,
    );
    await signInAgain(page, ada);
    await events;
  });

  test('in the middle of a new key: the dialog goes on, and one key is created', async (t) => {
    const ada = await createCredentials(studio.db);
    const session = await signIn(studio.db, ada);
    const page = await studio.open(t, '/keys', { as: session, expectedStatuses: [401], hasEvents: false });
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    await dialog.getByLabel('Name').fill('Newsletter');
    await dialog.getByLabel('May author templates').check();
    await expireSession(studio.db, session);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await checkPage(page);
    await signInAgain(page, ada);
    await page.getByRole('heading', { name: 'Copy your key now' }).waitFor();
    assert.equal(await countKeys(studio.db, ada, 'Newsletter'), 1);
  });

  test('while values are tried: they stay, and their picture comes', async (t) => {
    const ada = await createCredentials(studio.db);
    const session = await signIn(studio.db, ada);
    const user = await createUser(studio.db, { workspaceId: ada.workspaceId });
    const id = await addTemplate(studio.db, user, {}, { visibility: 'SHARED' });
    const page = await studio.open(t, `/templates/${id}`, {
      as: session,
      expectedStatuses: [401],
      hasEvents: false,
    });
    await page.getByRole('img', { name: /Plain/ }).waitFor();
    await expireSession(studio.db, session);
    await page.getByLabel('Title').fill('Ω Größe');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    const pictured = page.waitForResponse(
      (answer) => /preview/.test(answer.url()) && answer.status() === 200,
    );
    await signInAgain(page, ada);
    await pictured;
    assert.equal(await page.getByLabel('Title').inputValue(), 'Ω Größe');
  });

  test('by signing out in another tab', async (t) => {
    const ada = await createCredentials(studio.db);
    const session = await signIn(studio.db, ada);
    const page = await studio.open(t, '/account', {
      as: session,
      expectedStatuses: [401],
      hasEvents: false,
    });
    await page.getByLabel('Name').fill('Augusta Ada King');
    const other = await page.context().newPage();
    await other.goto(`${studio.service.url}/studio/reference`);
    await other.getByRole('button', { name: /^Account/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.close();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await signInAgain(page, ada);
    await page.getByText('Saved.').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Augusta Ada King');
  });
});

test('a draft that is published in one tab is published in the other', async (t) => {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 1 });
  await saveChange(studio, templateId, (document) => ({ ...document, description: 'Changed' }));
  const page = await studio.open(t, `/templates/${templateId}`);
  const publish = (tab: Page) => tab.getByRole('button', { name: 'Publish', exact: true });
  await publish(page).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await publish(other).click();
  await publish(other).waitFor({ state: 'hidden' });
  await publish(page).waitFor({ state: 'hidden' });
  await page.getByText('Published v2').first().waitFor();
});

test('a service that is killed and started again: a banner, and the page goes on by itself', async (t) => {
  const own = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-bad-days-'));
  const fleet = createFleet(own, folder);
  t.after(async () => {
    await fleet.close();
    await own.close();
    await rm(folder, { recursive: true, force: true });
  });
  const user = await createUser(own.db);
  const first = await fleet.serve();
  // Cookies do not depend on the port; the test's own service does not know this one.
  const page = await studio.open(t, '/reference', { as: user, expectedStatuses: [0, 401] });
  await page.goto(`${first.url}/studio/keys`);
  await page.getByText(/^1 of .* in use/).waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  await dialog.getByLabel('Name').fill('Newsletter');
  await first.kill();
  // Nobody does anything: the end of live events is enough.
  const banner = page.getByText('The service does not answer');
  await banner.waitFor();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('alert').getByText('Studio cannot reach the service').waitFor();
  await checkPage(page);
  await addKeys(own.db, user, 1);
  await fleet.serve({ PORT: new URL(first.url).port });
  await banner.waitFor({ state: 'hidden' });
  await page.getByText(/^2 of .* in use/).waitFor();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Newsletter');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { name: 'Copy your key now' }).waitFor();
  assert.equal(await countKeys(own.db, user, 'Newsletter'), 1);
});

test('back and forward keep filters, page and scroll position; a new page begins at its top', async (t) => {
  const user = await createOwner();
  await addKeys(studio.db, user, 120);
  const page = await studio.open(t, '/keys?search=program&page=2', { as: user, height: 600 });
  await page.getByText('51 to 100 of 120').waitFor();
  await page.evaluate('scrollTo(0, 1200)');
  await waitUntil(async () => (await page.evaluate('scrollY')) === 1200);
  // The navigation stays where it is.
  await page.getByRole('link', { name: 'Reference' }).click();
  await page.getByRole('heading', { name: 'Reference', level: 1 }).waitFor();
  assert.equal(await page.evaluate('scrollY'), 0);
  await page.goBack();
  await page.getByText('51 to 100 of 120').waitFor();
  await waitUntil(async () => (await page.evaluate('scrollY')) === 1200);
  assert.equal(await page.getByRole('searchbox', { name: 'Search keys' }).inputValue(), 'program');
  await page.goForward();
  await page.getByRole('heading', { name: 'Reference', level: 1 }).waitFor();
  await waitUntil(async () => (await page.evaluate('scrollY')) === 0);
});

test('a slow network: says that it loads, and a double click creates one thing', async (t) => {
  const user = await createOwner();
  const page = await studio.open(t, '/reference', { as: user, leavesTraces: true });
  await page.getByRole('heading', { name: 'Reference', level: 1 }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 800,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.locator('[aria-busy=true]').first().waitFor();
  await checkPage(page);
  await page.getByRole('row', { name: /Test key/ }).waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  await dialog.waitFor();
  // A late second click meets what is around the dialog.
  await page.mouse.click(700, 880);
  await dialog.getByLabel('Name').fill('Newsletter');
  await dialog.getByRole('button', { name: 'Create key' }).dblclick();
  await page.getByRole('heading', { name: 'Copy your key now' }).waitFor();
  assert.equal(await countKeys(studio.db, user, 'Newsletter'), 1);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Delete the key Newsletter' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this key?' });
  await question.getByRole('button', { name: 'Delete key' }).dblclick();
  await question.waitFor({ state: 'hidden' });
  assert.equal(await countKeys(studio.db, user, 'Newsletter'), 0);
});

describe('an answer 500', { timeout: 180_000 }, () => {
  const places = [
    '',
    '/jobs',
    '/links',
    '/callbacks',
    '/keys',
    '/members',
    '/activity',
    '/usage',
    '/account',
  ];
  for (const place of places) {
    test(`on ${place || '/'} says so, with a way to try again`, async (t) => {
      const user = await createOwner();
      const page = await studio.open(t, '/reference', { as: user, expectedStatuses: [500] });
      await page.getByRole('heading', { name: 'Reference', level: 1 }).waitFor();
      const isRead = (url: URL) =>
        url.pathname.startsWith('/studio/api/') && !/\/session$/.test(url.pathname);
      await page.route(isRead, (route) =>
        route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: '{"code":"INTERNAL_ERROR","requestId":"0b6d7a2e-3a84-4d42-93a9-5d5a8c1f3e77"}',
        }),
      );
      if (place === '/account') {
        await page.getByRole('button', { name: /^Account/ }).click();
        await page.getByRole('menuitem', { name: 'Your account' }).click();
      } else {
        const main = page.getByRole('navigation', { name: 'Main' });
        await main.locator(`a[href="/studio${place}"]`).last().click();
      }
      await page.getByRole('alert').getByText('Something went wrong').first().waitFor();
      await checkPage(page);
      await page.unroute(isRead);
      const retry = page.getByRole('button', { name: 'Try again' });
      while ((await retry.count()) > 0) {
        const count = await retry.count();
        await retry.first().click();
        await retry.nth(count - 1).waitFor({ state: 'detached' });
      }
      assert.equal(await page.getByRole('alert').count(), 0);
    });
  }
});
