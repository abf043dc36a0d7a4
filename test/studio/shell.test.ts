/** What all pages have in common: the frame, the theme, bad days. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test';
import { waitUntil } from '../helpers/wait-until.ts';
import { expireSession, signIn } from '../helpers/studio.ts';
import { createCredentials, forgetAttempts } from '../helpers/studio-accounts.ts';
import { checkPage, looks, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

for (const { name, ...look } of looks) {
  test(`an unknown page, and the navigation (${name})`, async (t) => {
    const page = await studio.open(t, '/nowhere', look);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    assert.equal(await page.title(), 'Page not found · Platen Studio');
    await checkPage(page);
    const isNarrow = look.width < 992;
    const navigation = page.getByRole('navigation', { name: 'Main' });
    if (isNarrow) {
      await navigation.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Open navigation' }).click();
      await navigation.waitFor();
      await checkPage(page);
    }
    await navigation.getByRole('link', { name: 'Reference' }).click();
    await page.getByRole('heading', { name: 'Reference', level: 1 }).waitFor();
    if (isNarrow) await navigation.waitFor({ state: 'hidden' });
    else assert.equal(await navigation.locator('[aria-current=page]').innerText(), 'Reference');
  });

  test(`the account menu (${name})`, async (t) => {
    const page = await studio.open(t, '/reference', look);
    if (look.width < 992) await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: /^Account: Test account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await checkPage(page);
  });
}

test('a new page is announced, has its title, and takes the focus', async (t) => {
  const page = await studio.open(t, '/reference');
  await page.getByRole('heading', { name: 'Reference', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('status').getByText('Your account').waitFor({ state: 'attached' });
  assert.equal(await page.title(), 'Your account · Platen Studio');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Your account');
});

test('the keyboard skips the navigation', async (t) => {
  const page = await studio.open(t, '/reference');
  await page.getByRole('heading', { name: 'Reference', level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content');
  await checkPage(page);
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'content');
  await page.keyboard.press('Tab');
  assert.match(String(await page.evaluate('document.activeElement.textContent')), /^API reference/);
});

test('the chosen theme stays, from the first paint on', async (t) => {
  const page = await studio.open(t, '/account', { leavesTraces: true });
  const scheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme');
  assert.equal(await scheme(), 'light');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await waitUntil(async () => (await scheme()) === 'dark');
  // What it is when the page has a body, before the app runs.
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (document.body === null) return;
    window.firstScheme = document.documentElement.dataset.mantineColorScheme;
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true })`);
  await page.reload();
  assert.equal(await page.evaluate('window.firstScheme'), 'dark');
  assert.equal(await scheme(), 'dark');
});

test('signing out ends the session', async (t) => {
  const session = await signIn(studio.db, studio.owner);
  const page = await studio.open(t, '/reference', { as: session, expectedStatuses: [401] });
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal((await studio.call('getSession', { as: session })).status, 401);
  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

describe('a session that ends in the middle of a form', () => {
  /** Changes a name, and saves it after the session has ended. */
  async function saveAfterSession(t: TestContext) {
    const ada = await createCredentials(studio.db);
    const session = await signIn(studio.db, ada);
    // Events would open the dialog before the form is sent.
    const page = await studio.open(t, '/account', {
      as: session,
      expectedStatuses: [401],
      hasEvents: false,
    });
    await page.getByLabel('Name').fill('Augusta Ada King');
    await expireSession(studio.db, session);
    await page.getByRole('button', { name: 'Save' }).click();
    return { ada, page, dialog: page.getByRole('dialog', { name: 'Sign in again' }) };
  }

  test('the dialog signs in again, and the change is saved', async (t) => {
    const { ada, page, dialog } = await saveAfterSession(t);
    await dialog.waitFor();
    await checkPage(page);
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Saved.').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Augusta Ada King');
    await page.getByRole('button', { name: /^Account: Augusta Ada King/ }).waitFor();
  });

  test('signing in in another tab is enough', async (t) => {
    const { ada, page, dialog } = await saveAfterSession(t);
    const [other] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('link', { name: /in a new tab/ }).click(),
    ]);
    await other.getByLabel('Email').fill(ada.email);
    await other.getByLabel('Password', { exact: true }).fill(ada.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('navigation', { name: 'Main' }).waitFor();
    await other.close();
    await page.bringToFront();
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Saved.').waitFor();
  });

  test('another account cannot go on with it', async (t) => {
    const { page, dialog } = await saveAfterSession(t);
    await dialog.waitFor();
    const { token } = await signIn(studio.db, await createCredentials(studio.db));
    await page.context().addCookies([{ name: 'platen_session', value: token, url: studio.service.url }]);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await dialog.getByRole('alert').getByText('This browser is now signed in as Test account').waitFor();
    assert.equal(await page.getByText('Saved.').count(), 0);
  });
});

test('a page whose files a new version no longer has says to load it again', async (t) => {
  const page = await studio.open(t, '/account', { expectedStatuses: [0] });
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await page.route('**/assets/reference-page-*', (route) => route.abort());
  await page.getByRole('link', { name: 'Reference' }).click();
  await page.getByText('There is a new version of Studio').waitFor();
  await checkPage(page);
  await page.unroute('**/assets/reference-page-*');
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByRole('heading', { name: 'Reference', level: 1 }).waitFor();
});

test('while the service is gone a banner says so; afterwards the page goes on', async (t) => {
  const page = await studio.open(t, '/account', { expectedStatuses: [0] });
  await page.getByLabel('Name').fill('Test account');
  await page.getByLabel('Name').fill('New name');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The service does not answer').waitFor();
  await page.getByRole('alert').getByText('Studio cannot reach the service').waitFor();
  await checkPage(page);
  await page.context().setOffline(false);
  await page.getByText('The service does not answer').waitFor({ state: 'hidden' });
  assert.equal(await page.getByLabel('Name').inputValue(), 'New name');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
});
