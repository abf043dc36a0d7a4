/** The second factor in a real browser: setting it up, signing in, and a workspace that requires it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { queryRows } from '../../src/store/database.ts';
import { readCodes } from '../helpers/codes.ts';
import { getCode, forgetSteps, turnOnFactor } from '../helpers/second-factors.ts';
import { createCredentials, forgetAttempts, type Credentials } from '../helpers/studio-accounts.ts';
import { createUser, signIn } from '../helpers/studio.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

/** Reads the secret from the QR code on a page. */
async function scan(page: Page): Promise<string> {
  const picture = await page.getByRole('img', { name: 'QR code for the authenticator app' }).screenshot();
  const [code] = await readCodes(picture);
  return new URL(code?.text ?? '').searchParams.get('secret') ?? '';
}

async function fillFirstStep(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByLabel('Code', { exact: true }).waitFor();
}

test('is turned on with the keyboard, signs in, and is turned off', { timeout: 240_000 }, async (t) => {
  const ada = await createCredentials(studio.db);
  const page = await studio.open(t, '/account', {
    as: await signIn(studio.db, ada),
    expectedStatuses: [401, 403],
  });
  await page.getByText('It is off').waitFor();
  await checkPageAtWidths(t, page);
  await page.getByRole('button', { name: 'Turn on' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).waitFor();
  await checkPageAtWidths(t, page);
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await dialog.getByText('The current password is wrong.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.keyboard.press('Enter');
  await dialog.getByRole('img', { name: 'QR code' }).waitFor();
  await checkPageAtWidths(t, page);
  const secret = await scan(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const typed = dialog.getByRole('region', { name: 'Key for the authenticator app' });
  assert.equal((await typed.textContent())?.replaceAll(/\s/g, ''), secret);
  const key = "document.querySelector('[role=dialog] pre')";
  assert.equal(await page.evaluate(`${key}.scrollWidth - ${key}.clientWidth`), 0);
  await dialog.getByLabel('Code', { exact: true }).fill('abcdef');
  await page.keyboard.press('Enter');
  await dialog.getByText(/The code is wrong/).waitFor();
  await dialog.getByLabel('Code', { exact: true }).fill(getCode(secret));
  await page.keyboard.press('Enter');
  const list = dialog.getByRole('region', { name: 'Recovery codes' });
  await list.waitFor();
  await checkPageAtWidths(t, page);
  const codes = ((await list.textContent()) ?? '').split('\n');
  assert.equal(codes.length, 10);
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByText('It is on. 10 recovery codes left.').waitFor();
  await checkPage(page);

  await forgetSteps(studio, ada.accountId);
  const other = await studio.open(t, '/sign-in?next=/keys', { as: null, expectedStatuses: [401] });
  await fillFirstStep(other, ada);
  await checkPageAtWidths(t, other);
  assert.doesNotMatch(other.url(), /challenge/);
  await other.getByLabel('Code', { exact: true }).fill('123 456 7');
  await other.keyboard.press('Enter');
  await other.getByRole('alert').waitFor();
  await checkPage(other);
  await other.getByLabel('Code', { exact: true }).fill(getCode(secret));
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Turn off' }).press('Enter');
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await dialog.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await checkPageAtWidths(t, page);
  await page.keyboard.press('Enter');
  await page.getByText('It is off').waitFor();
});

test('a session that ends in the middle of work is resumed with a code', { timeout: 120_000 }, async (t) => {
  const ada = await createCredentials(studio.db);
  const { accountId } = ada;
  const { token } = await signIn(studio.db, ada);
  const { secret } = await turnOnFactor(studio, { token, accountId }, ada.password);
  const page = await studio.open(t, '/keys', { as: { token }, expectedStatuses: [401] });
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  // The page's stream of events ends at once, so it asks without a request of its own.
  await queryRows(studio.db, 'delete from sessions where account_id = :accountId', { accountId });
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByLabel('Code', { exact: true }).waitFor();
  await checkPageAtWidths(t, page);
  await dialog.getByLabel('Code', { exact: true }).fill(getCode(secret));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
});

test('an owner requires it; members are led to setting it up', { timeout: 240_000 }, async (t) => {
  const owner = await createUser(studio.db);
  const { workspaceId } = owner;
  await turnOnFactor(studio, owner);
  const grace = await createCredentials(studio.db, { workspaceId });
  const page = await studio.open(t, '/members', { as: owner });
  await page.getByText('Second factor on').waitFor();
  await checkPageAtWidths(t, page);
  await page.getByRole('switch', { name: 'Require a second factor' }).press('Space');
  await page.getByText('1 member without it').waitFor();
  await checkPageAtWidths(t, page);
  await page.getByRole('dialog').getByRole('button', { name: 'Require it' }).press('Enter');
  await page.getByText('A second factor is required.').waitFor();
  assert.ok(await page.getByRole('switch', { name: 'Require a second factor' }).isChecked());

  const own = await studio.open(t, '/keys', { as: await signIn(studio.db, grace), expectedStatuses: [403] });
  await own.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await checkPageAtWidths(t, own);
  await own.getByLabel('Password', { exact: true }).fill(grace.password);
  await own.keyboard.press('Enter');
  await own.getByRole('img', { name: 'QR code' }).waitFor();
  await checkPageAtWidths(t, own);
  await own.getByLabel('Code', { exact: true }).fill(getCode(await scan(own)));
  await own.keyboard.press('Enter');
  await own.getByRole('region', { name: 'Recovery codes' }).waitFor();
  await own.getByRole('button', { name: 'Done' }).press('Enter');
  await own.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
});
