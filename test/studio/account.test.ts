/** The pages of the account and of the reference. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { signIn } from '../helpers/studio.ts';
import { createCredentials } from '../helpers/studio-accounts.ts';
import { addTemplate } from '../helpers/http.ts';
import { checkPage, checkPageAtWidths, looks, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

for (const { name, ...look } of looks) {
  test(`the account's page, with a session to end (${name})`, async (t) => {
    const other = await signIn(studio.db, studio.owner);
    const page = await studio.open(t, '/account', look);
    const isNarrow = look.width < 768;
    const sessions = isNarrow
      ? page.getByRole('list', { name: 'Your sessions' })
      : page.getByRole('table', { name: 'Your sessions' });
    await sessions.getByText('This browser').waitFor();
    await checkPage(page);
    await sessions
      .getByRole('button', { name: /^End the session/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'End this session?' });
    await dialog.waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'End session' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('The session has ended.').waitFor();
    await sessions.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'hidden' });
    assert.equal((await studio.call('getSession', { as: other })).status, 401);
    assert.equal((await studio.call('getSession')).status, 200);
  });
}

describe('the password', () => {
  test('is changed with the current one, which ends all other sessions', async (t) => {
    const ada = await createCredentials(studio.db);
    const [here, there] = [await signIn(studio.db, ada), await signIn(studio.db, ada)];
    const page = await studio.open(t, '/account', { as: here, expectedStatuses: [400, 403] });
    const current = page.getByLabel('Current password', { exact: true });
    await current.fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill('another long password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The current password is wrong.').waitFor();
    assert.equal(await current.getAttribute('aria-invalid'), 'true');
    await checkPage(page);
    await current.fill(ada.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password is set. All other sessions have ended.').waitFor();
    assert.equal(await current.inputValue(), '');
    assert.equal((await studio.call('getSession', { as: there })).status, 401);
    const { status } = await studio.call('signInWithPassword', {
      as: null,
      json: { email: ada.email, password: 'another long password' },
    });
    assert.equal(status, 200);
  });

  test('needs an address: an owner adds it, a member is told to ask for it', async (t) => {
    const asMember = await studio.open(t, '/account', { as: studio.member });
    await asMember.getByText('An owner of the workspace can add it.').waitFor();
    await checkPage(asMember);
    const page = await studio.open(t, '/account', { as: studio.stranger });
    await page.getByText('Add it above.').waitFor();
    await page.getByLabel('Email').fill('stranger@example.org');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('New password', { exact: true }).fill('long enough for it');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('The password is set.').waitFor();
    await page.getByRole('button', { name: 'Change password' }).waitFor();
  });
});

test("the reference has working links and the service's own address", async (t) => {
  await addTemplate(studio.db, studio.owner, { name: 'بطاقة اجتماعية' });
  const page = await studio.open(t, '/reference');
  const { url } = studio.service;
  await page.getByText(`curl ${url}/api/v1/projects`).waitFor();
  await page.getByRole('link', { name: /بطاقة اجتماعية/ }).waitFor();
  await checkPageAtWidths(t, page);
  const links = await page.getByRole('main').getByRole('link').all();
  const documents = (await Promise.all(links.map((link) => link.getAttribute('href')))).filter(
    (href) => (href !== null && !href.startsWith('/studio/')) || href === '/studio/openapi.yaml',
  );
  assert.deepEqual(
    [...new Set(documents)],
    ['/docs', '/openapi.yaml', '/openapi.json', '/studio/openapi.yaml'],
  );
  for (const href of documents) assert.equal((await page.request.get(url + String(href))).status(), 200);
});
