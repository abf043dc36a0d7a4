/** Signing in with an OpenID Connect provider, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { findFreePort } from '../helpers/free-port.ts';
import { startOidcProvider, type TestProvider } from '../helpers/oidc-provider.ts';
import { signIn } from '../helpers/studio.ts';
import { forgetAttempts } from '../helpers/studio-accounts.ts';
import { checkPageAtWidths, startOwnBrowserStudio, type BrowserStudio } from './browser.ts';

let provider: TestProvider;
let studio: BrowserStudio;
before(async () => {
  const port = await findFreePort();
  provider = await startOidcProvider(`http://127.0.0.1:${port}`);
  studio = await startOwnBrowserStudio({ env: { PORT: String(port), ...provider.env } });
  await queryRows(studio.db, 'update accounts set email = :email where id = :id', {
    email: 'ada@example.org',
    id: studio.owner.accountId,
  });
});
beforeEach(() => forgetAttempts(studio.db));
after(async () => {
  await studio.close();
  await provider.close();
});

const signedOut = { as: null, expectedStatuses: [401] };
const button = { name: /^Continue with 127\.0\.0\.1:\d+$/ };

test('signs in the member with the verified address, and opens the page that was asked for', async (t) => {
  provider.signInAs({ sub: 'ada', email: 'ada@example.org', email_verified: true });
  const page = await studio.open(t, '/account', signedOut);
  await page.getByRole('link', button).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await page.getByText('with the provider').waitFor();
  assert.equal(new URL(page.url()).pathname, '/studio/account');
});

test('an invited person is asked by the name of the workspace, and joins with the keyboard', async (t) => {
  // The first sign-in at the provider has ended the owner's other sessions.
  const owner = await signIn(studio.db, studio.owner);
  const { status } = await studio.call('inviteMember', { as: owner, json: { email: 'grace@example.org' } });
  assert.equal(status, 201);
  provider.signInAs({ sub: 'grace', email: 'grace@example.org', email_verified: true, name: 'Grace Hopper' });
  const page = await studio.open(t, '/sign-in', { as: null, expectedStatuses: [400, 401] });
  await page.getByRole('link', button).click();
  await page.getByRole('heading', { name: 'You are invited' }).waitFor();
  await page.getByText(/^The workspace “.+” invites you/).waitFor();
  assert.doesNotMatch(page.url(), /token/);
  await checkPageAtWidths(t, page);
  assert.equal(await page.getByLabel('Your name').inputValue(), 'Grace Hopper');
  await page.getByRole('link', { name: 'Not now' }).press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.getByRole('link', button).press('Enter');
  await page.getByLabel('Your name').press('Enter');
  await page.getByRole('button', { name: 'Account: Grace Hopper' }).waitFor();
});

test('says that the address belongs to another person at the provider', async (t) => {
  const { accountId: id } = studio.owner;
  await queryRows(
    studio.db,
    `update accounts set oidc_issuer = :issuer, oidc_subject = 'earlier' where id = :id`,
    { issuer: provider.issuer, id },
  );
  provider.signInAs({ sub: 'ada3', email: 'ada@example.org', email_verified: true });
  const page = await studio.open(t, '/sign-in', signedOut);
  await page.getByRole('link', button).click();
  await page.getByRole('alert').getByText('This is another person at your provider').waitFor();
});

test('says why it did not work, and leaves the other ways', async (t) => {
  provider.signInAs({ sub: 'bob', email: 'bob@example.org', email_verified: true });
  const page = await studio.open(t, '/sign-in', { ...signedOut });
  await page.getByRole('link', button).click();
  await page.getByRole('alert').getByText('You are not a member yet').waitFor();
  await checkPageAtWidths(t, page);
  await page.getByLabel('Password', { exact: true }).waitFor();
});

test('an address that the provider has not verified', async (t) => {
  provider.signInAs({ sub: 'ada2', email: 'ada@example.org', email_verified: false });
  const page = await studio.open(t, '/sign-in', signedOut);
  await page.getByRole('link', button).click();
  await page.getByRole('alert').getByText('Your address is not verified').waitFor();
});
