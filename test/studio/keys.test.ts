/** The page "Keys", in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { setWorkspacePlan } from '../../src/store/workspaces.ts';
import { addTemplate } from '../helpers/http.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';
import { createUser, type StudioUser } from '../helpers/studio.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { longName } from './templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

/** A user whose key from the test's setting is gone. */
async function createUserWithoutKeys(role: 'OWNER' | 'MEMBER' = 'OWNER') {
  const user = await createUser(studio.db, { plan: 'enterprise', role });
  await queryRows(studio.db, 'delete from api_keys where id = :keyId', { keyId: user.keyId });
  return user;
}

/** Adds keys without asking the service for each one. */
async function addKeys(
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: string },
  count: number,
): Promise<void> {
  await queryRows(
    studio.db,
    `insert into api_keys (workspace_id, account_id, name, prefix, hash, expires_at, may_author)
     select :workspaceId, :accountId, 'Program ' || n || ' für die Öffentlichkeitsarbeit', 'plt_' || n,
            sha256((cast(:accountId as text) || n)::bytea),
            case when n % 3 = 0 then now() - interval '1 day'
                 when n % 3 = 1 then now() + interval '1 year' end,
            n % 2 = 0
     from generate_series(1, cast(:count as int)) n`,
    { workspaceId, accountId, count },
  );
}

/** Adds a key that allows everything, one that allows little, and one whose secret cannot be read. */
async function addUrlKeys(user: StudioUser): Promise<void> {
  await addUrlKey(studio.db, user);
  const templateIds = [await addTemplate(studio.db, user, { name: longName }), user.projectId];
  await addUrlKey(studio.db, user, {
    templateIds,
    formats: ['png', 'avif'],
    maxSidePx: 2000,
    rendersADay: 1,
    hasFallback: true,
    fit: true,
    imageHosts: ['*.shop.example', 'images.example.org:8443'],
  });
  const { urlKeyId } = await addUrlKey(studio.db, user);
  await queryRows(studio.db, `update url_keys set sealed_with = '' where id = :urlKeyId`, { urlKeyId });
}

describe('keys', { timeout: 300_000 }, () => {
  test('no keys, three keys, many keys', async (t) => {
    const user = await createUserWithoutKeys();
    const page = await studio.open(t, '/keys', { as: user });
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
    await page.getByRole('heading', { name: 'No URL keys yet' }).waitFor();
    await checkPageAtWidths(t, page);
    await addKeys(user, 3);
    await addUrlKeys(user);
    await page.reload();
    await page.getByText('Program 3 für').first().waitFor();
    assert.equal(await page.getByText('Expired', { exact: true }).count(), 1);
    assert.equal(await page.getByRole('searchbox').count(), 0);
    await page.getByText('Pictures only from *.shop.example, images.example.org:8443').waitFor();
    await page.getByText('Long texts, which are shortened').waitFor();
    assert.equal(await page.getByText('No longer works', { exact: true }).count(), 1);
    await checkPageAtWidths(t, page);
  });

  test('a key is created, shown once, and deleted, with the keyboard alone', async (t) => {
    const user = await createUserWithoutKeys();
    const page = await studio.open(t, '/keys', { as: user });
    await page.getByRole('button', { name: 'Create key' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
    await checkPage(page);
    await page.keyboard.type('Newsletter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await dialog.getByLabel('Stops working').inputValue(), '30');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Copy your key now' }).waitFor();
    await checkPage(page);
    const apiKey = (await dialog.getByRole('region', { name: 'API key' }).textContent()) ?? '';
    const { status } = await studio.service.send('GET', '/api/v1/projects', { key: apiKey });
    assert.equal(status, 200);
    // Escape would lose the key.
    await page.keyboard.press('Escape');
    assert.equal(await dialog.isVisible(), true);
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const row = page.getByRole('row', { name: /Newsletter/ });
    await row.getByText('May author templates').waitFor();
    assert.ok(!(await page.content()).includes(apiKey), 'the key is not in the page any more');

    await page.getByRole('button', { name: 'Delete the key Newsletter' }).press('Enter');
    await dialog.getByText('stop working at once').waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Delete key' }).press('Enter');
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
    const refused = await studio.service.send('GET', '/api/v1/projects', { key: apiKey });
    assert.equal(refused.status, 401);
  });

  test('a URL key is created, shown once, and deleted, with the keyboard alone', async (t) => {
    const user = await createUserWithoutKeys();
    const templateId = await addTemplate(studio.db, user, { name: 'Social card' });
    const page = await studio.open(t, '/keys', { as: user, expectedStatuses: [400] });
    await page.getByRole('button', { name: 'Create URL key' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Web site');
    await page.keyboard.press('Tab');
    await page.keyboard.type('soc');
    await dialog.getByRole('option', { name: 'Social card' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await dialog.getByRole('combobox', { name: 'Only these formats' }).press('ArrowDown');
    await dialog.getByRole('option', { name: 'PNG' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Largest side (px)').focus();
    await page.keyboard.type('1200');
    await dialog.getByLabel('Pictures only from these hosts').focus();
    await page.keyboard.type('not a host!');
    await checkPage(page);
    const submit = dialog.getByRole('button', { name: 'Create URL key' });
    await submit.press('Enter');
    await dialog.locator('textarea[aria-invalid=true]').waitFor();
    await checkPage(page);
    await dialog.getByLabel('Pictures only from these hosts').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('images.example.org');
    await dialog.getByRole('switch', { name: 'Shorten texts that are too long' }).press('Space');
    await submit.press('Enter');
    await dialog.getByRole('heading', { name: 'Copy the secret now' }).waitFor();
    await checkPage(page);
    const secret = (await dialog.getByRole('region', { name: 'Secret' }).textContent()) ?? '';
    const { json } = await studio.call('listUrlKeys', { as: user });
    const [{ id: urlKeyId } = { id: '' }] = (json as { data: { id: string }[] }).data;
    const get = (file: string) =>
      studio.service.send('GET', signedTarget({ urlKeyId, secret }, { templateId, file }));
    assert.equal((await get('card.png')).status, 200);
    assert.equal((await get('card.avif')).status, 403);
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.ok(!(await page.content()).includes(secret), 'the secret is not in the page any more');
    const allows = page.getByRole('row', { name: /Web site/ }).getByRole('listitem');
    assert.deepEqual(await allows.allTextContents(), [
      'Only “Social card”',
      'Only PNG',
      'At most 1,200 px a side',
      'Pictures only from images.example.org',
      'Long texts, which are shortened',
    ]);

    await page.getByRole('button', { name: 'Delete the URL key Web site' }).press('Enter');
    await dialog.getByText('Its URLs stop working at once', { exact: false }).waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Delete URL key' }).press('Enter');
    await page.getByRole('heading', { name: 'No URL keys yet' }).waitFor();
    assert.equal((await get('card.png')).status, 403);
  });

  test('a refused name is said at its field, and nothing is lost', async (t) => {
    const user = await createUserWithoutKeys();
    const page = await studio.open(t, '/keys', { as: user, expectedStatuses: [400] });
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('   ');
    await dialog.getByLabel('May author templates').check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await checkPage(page);
    assert.equal(await dialog.getByLabel('May author templates').isChecked(), true);
  });

  test('all keys of the plan in use: says what to do, also if others used the last one', async (t) => {
    const user = await createUserWithoutKeys();
    await setWorkspacePlan(studio.db, user.workspaceId, 'free');
    const page = await studio.open(t, '/keys', { as: user, expectedStatuses: [409] });
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('One too many');
    await queryRows(studio.db, 'delete from api_keys where workspace_id = :workspaceId', {
      workspaceId: user.workspaceId,
    });
    for (let count = 0; count < 5; count += 1)
      await studio.call('createKey', { as: user, json: { name: `Key ${count}` } });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('alert').waitFor();
    await checkPage(page);
    await page.reload();
    await page.getByText('All 5 keys of the plan are in use').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Create key' }).isDisabled(), true);
    await checkPage(page);
  });

  test('many keys are searched and paged, in the address', async (t) => {
    const user = await createUserWithoutKeys();
    await addKeys(user, 120);
    await queryRows(
      studio.db,
      `insert into url_keys (workspace_id, account_id, name, sealed_secret, sealed_with)
       select :workspaceId, :accountId, 'Site ' || n, '', '' from generate_series(1, 100) n`,
      { workspaceId: user.workspaceId, accountId: user.accountId },
    );
    const page = await studio.open(t, '/keys', { as: user, width: 1024 });
    await page.getByText('1 to 50 of 120').waitFor();
    await page.getByText('All 100 URL keys of the workspace are in use').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Create URL key' }).isDisabled(), true);
    await checkPage(page);
    const rows = page.getByRole('table', { name: 'API keys' }).getByRole('row');
    await page.getByRole('button', { name: 'Page 3' }).click();
    await page.getByText('101 to 120 of 120').waitFor();
    await page.getByRole('searchbox', { name: 'Search keys' }).fill('program 77');
    await rows.nth(2).waitFor({ state: 'detached' });
    assert.equal(await rows.count(), 2);
    await page.getByRole('searchbox', { name: 'Search URL keys' }).fill('site 42');
    await page.getByText('Site 41', { exact: true }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Program 77 für').waitFor();
    await page.getByText('Site 42', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search keys' }).fill('nothing like it');
    await page.getByRole('searchbox', { name: 'Search URL keys' }).fill('nothing like it');
    await page.getByRole('heading', { name: 'No key fits' }).waitFor();
    await page.getByRole('heading', { name: 'No URL key fits' }).waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Show all keys' }).click();
    await page.getByText('1 to 50 of 120').waitFor();
    await page.getByRole('button', { name: 'Show all URL keys' }).click();
    await page.getByText('1 to 50 of 100').waitFor();
  });

  test('a member sees only own keys; an owner whose they are', async (t) => {
    const { owner, member } = studio;
    const ownersPage = await studio.open(t, '/keys');
    await ownersPage.getByRole('columnheader', { name: 'Member' }).waitFor();
    assert.equal(await ownersPage.getByRole('row').count(), 3);
    const membersPage = await studio.open(t, '/keys', { as: member });
    await membersPage.getByRole('row', { name: /Test key/ }).waitFor();
    assert.equal(await membersPage.getByRole('columnheader', { name: 'Member' }).count(), 0);
    assert.equal(await membersPage.getByRole('row').count(), 2);
    assert.notEqual(owner.keyId, member.keyId);
  });

  test('a list that cannot be read says so, and reads it again', async (t) => {
    const page = await studio.open(t, '/activity', { expectedStatuses: [500] });
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await page.route(/\/studio\/api\/v1\/(?:url-)?keys$/, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"code":"INTERNAL_ERROR"}',
      }),
    );
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('alert').nth(1).waitFor();
    await checkPage(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).nth(1).click();
    await page.getByRole('heading', { name: 'No URL keys yet' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('row', { name: /Test key/ })
      .first()
      .waitFor();
  });
});
