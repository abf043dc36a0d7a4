/** Signing in: with a password, with a link, with an invitation. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  createCredentials,
  forgetAttempts,
  invite,
  makeLink,
  type Credentials,
} from '../helpers/studio-accounts.ts';
import { checkPage, checkPageAtWidths, looks, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
let ada: Credentials;
before(async () => {
  studio = await startBrowserStudio();
  ada = await createCredentials(studio.db);
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

const signedOut = { as: null, expectedStatuses: [401] };

async function signIn(
  page: Page,
  { email, password }: Pick<Credentials, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits for a page inside the shell. In narrow windows its navigation is hidden. */
async function waitForShell(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Skip to content' }).waitFor({ state: 'attached' });
}

test('without a session there is the sign-in page, which says what is wrong', async (t) => {
  const page = await studio.open(t, '/reference?part=1', { ...signedOut });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(new URL(page.url()).search, '?next=%2Freference%3Fpart%3D1');
  assert.equal(await page.title(), 'Sign in · Platen Studio');
  await checkPageAtWidths(t, page);
  await signIn(page, { ...ada, password: 'wrong' });
  await page.getByRole('alert').getByText('The address or the password is wrong.').waitFor();
  await checkPageAtWidths(t, page);
});

test('a password opens the page that was asked for', async (t) => {
  const page = await studio.open(t, '/reference?part=1', signedOut);
  await signIn(page, ada);
  await page.getByRole('heading', { name: 'Reference' }).waitFor();
  assert.equal(new URL(page.url()).search, '?part=1');
  // Back does not lead to the form.
  await page.goBack();
  assert.doesNotMatch(page.url(), /sign-in/);
});

for (const next of ['//example.org/', '/\\example.org', 'https://example.org/', 'javascript:alert(1)']) {
  test(`does not lead to ${next} after signing in`, async (t) => {
    const page = await studio.open(t, `/sign-in?next=${encodeURIComponent(next)}`, signedOut);
    await signIn(page, ada);
    await waitForShell(page);
    const { origin, pathname } = new URL(page.url());
    assert.deepEqual([origin, pathname.replace(/\/$/, '')], [studio.service.url, '/studio']);
  });
}

test('too many attempts: says to wait', async (t) => {
  const page = await studio.open(t, '/sign-in', { as: null, expectedStatuses: [401, 429] });
  const alert = page.getByRole('alert');
  for (let attempt = 0; !(await alert.getByText('Too many attempts').isVisible()); attempt += 1) {
    assert.ok(attempt < 30, 'no attempt is refused');
    const answered = page.waitForResponse('**/session');
    await signIn(page, { ...ada, password: 'wrong' });
    await answered;
    await alert.waitFor();
  }
  await checkPage(page);
});

describe('a sign-in link', () => {
  test('signs in once; its token leaves the address and the history', async (t) => {
    const token = await makeLink(studio.db, ada.accountId);
    const page = await studio.open(t, `/sign-in?token=${token}`, { as: null });
    await waitForShell(page);
    assert.doesNotMatch(page.url(), /token/);
    const history = page.context().newCDPSession(page);
    const { entries } = await (await history).send('Page.getNavigationHistory');
    assert.deepEqual(
      entries.filter(({ url }) => url.includes(token)),
      [],
    );
    const again = await studio.open(t, `/sign-in?token=${token}`, signedOut);
    await again.getByRole('alert').getByText('This link does not work any more').waitFor();
    assert.doesNotMatch(again.url(), /token/);
    await checkPage(again);
  });

  test('that is unknown leaves the way with the password', async (t) => {
    const page = await studio.open(t, '/sign-in?token=unknown', signedOut);
    await page.getByRole('alert').getByText('This link does not work any more').waitFor();
    await signIn(page, ada);
    await waitForShell(page);
  });
});

describe('an invitation', () => {
  for (const { name, ...look } of looks) {
    test(`asks for name and password, and is accepted once (${name})`, async (t) => {
      const { token } = await invite(studio.db, studio.owner.workspaceId);
      const page = await studio.open(t, `/sign-in?token=${token}`, {
        ...look,
        as: null,
        expectedStatuses: [400],
      });
      await page.getByRole('heading', { name: 'Join your team' }).waitFor();
      assert.doesNotMatch(page.url(), /token/);
      await checkPage(page);
      await page.getByLabel('Your name').fill('Jürgen Müller-Lüdenscheidt');
      await page.getByLabel('Password', { exact: true }).fill('long enough for it');
      await page.getByRole('button', { name: 'Join' }).click();
      await waitForShell(page);
      if (look.width < 992) await page.getByRole('button', { name: 'Open navigation' }).click();
      await page.getByRole('button', { name: /^Account: Jürgen Müller-Lüdenscheidt/ }).waitFor();
      const again = await studio.open(t, `/join?token=${token}`, { ...look, ...signedOut });
      await again.getByLabel('Your name').fill('Somebody else');
      await again.getByLabel('Password', { exact: true }).fill('long enough for it');
      await again.getByRole('button', { name: 'Join' }).click();
      await again.getByRole('heading', { name: 'This invitation does not work any more' }).waitFor();
      await checkPage(again);
    });
  }

  test('keeps what was entered when the service refuses it', async (t) => {
    const { token } = await invite(studio.db, studio.owner.workspaceId);
    const page = await studio.open(t, `/join?token=${token}`, { as: null, expectedStatuses: [400] });
    await page.getByLabel('Your name').fill('   ');
    await page.getByLabel('Password', { exact: true }).fill('long enough for it');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), 'long enough for it');
    assert.equal(await page.getByLabel('Your name').getAttribute('aria-invalid'), 'true');
    await checkPage(page);
  });

  test('without a token the page says what to do', async (t) => {
    const page = await studio.open(t, '/join', { as: null });
    await page.getByRole('heading', { name: 'This page needs an invitation' }).waitFor();
    await checkPage(page);
  });
});
