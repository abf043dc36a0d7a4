/** Signing in with an OpenID Connect provider, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { queryRows } from '../../src/store/database.ts';
import { findFreePort } from '../helpers/free-port.ts';
import { startOidcProvider, type TestProvider } from '../helpers/oidc-provider.ts';
import { forgetAttempts } from '../helpers/studio-accounts.ts';
import { checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';

let provider: TestProvider;
let studio: BrowserStudio;
before(async () => {
  const port = await findFreePort();
  provider = await startOidcProvider(`http://127.0.0.1:${port}`);
  studio = await startBrowserStudio({ env: { PORT: String(port), ...provider.env } });
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
