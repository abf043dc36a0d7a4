/** Passkeys in a real browser, with its virtual authenticator: adding, signing in, renaming, removing. */
import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { queryRow } from '../../src/store/database.ts';
import { addPasskey, Authenticator } from '../helpers/passkeys.ts';
import { getCode, forgetSteps, turnOnFactor } from '../helpers/second-factors.ts';
import { createCredentials, forgetAttempts, type Credentials } from '../helpers/studio-accounts.ts';
import { createUser, signIn, type StudioUser } from '../helpers/studio.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
/** The service by the name of its host: browsers have no passkeys for an address. */
let named: { readonly url: string };
before(async () => {
  const port = await findFreePort();
  named = { url: `http://localhost:${port}` };
  studio = await startBrowserStudio({ env: { PORT: String(port), PUBLIC_URL: named.url } });
});
beforeEach(() => forgetAttempts(studio.db));
after(() => studio.close());

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Plugs an authenticator into a page. It answers at once, as if touched. */
async function plugIn(page: Page): Promise<{ unplug(): Promise<void> }> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    async unplug() {
      await devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}

const open = (
  t: TestContext,
  path: string,
  as: Pick<StudioUser, 'token'> | null,
  expectedStatuses: readonly number[] = [],
) => studio.open(t, path, { as, process: named, expectedStatuses, leavesTraces: true });

/** Signs in up to the second step, in the same browser: it has the authenticator. */
async function fillFirstStep(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByLabel('Code', { exact: true }).waitFor();
}

test('is added with the keyboard, signs in, is renamed and removed', { timeout: 240_000 }, async (t) => {
  const ada = await createCredentials(studio.db);
  const page = await open(t, '/account', await signIn(studio.db, ada), [401, 403]);
  await plugIn(page);
  await page.getByText('No passkeys yet.').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  const dialog = page.getByRole('dialog');
  assert.equal(await dialog.getByLabel('Name of the passkey').inputValue(), 'Chrome, Linux');
  await dialog.getByLabel('Name of the passkey').fill('Laptop');
  await checkPageAtWidths(t, page);
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await dialog.getByText('The current password is wrong.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.keyboard.press('Enter');
  const list = dialog.getByRole('region', { name: 'Recovery codes' });
  await list.waitFor();
  const [recoveryCode = ''] = ((await list.textContent()) ?? '').split('\n');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByText('It is on. 10 recovery codes left.').waitFor();
  await page.getByRole('rowheader', { name: 'Laptop' }).waitFor();
  await page.getByRole('cell', { name: 'Never' }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await checkPageAtWidths(t, page);

  await page.getByRole('button', { name: 'Rename the passkey Laptop' }).press('Enter');
  await dialog.getByLabel('Name of the passkey').fill('Old laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('rowheader', { name: 'Old laptop' }).waitFor();

  await page.context().clearCookies();
  await page.goto(`${named.url}/studio/sign-in?next=/account`);
  await fillFirstStep(page, ada);
  await page.getByText('One of your recovery codes').waitFor();
  await checkPageAtWidths(t, page);
  // It has the focus.
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
  await page
    .getByRole('row', { name: 'Old laptop' })
    .getByText(/now|second/)
    .waitFor();
  const { counter } = await queryRow<{ counter: number }>(
    studio.db,
    'select counter::int from passkeys where account_id = :accountId',
    { accountId: ada.accountId },
  );
  assert.ok(counter > 1, 'Chromium counts');

  await page.getByRole('button', { name: 'Remove the passkey Old laptop' }).press('Enter');
  await dialog.getByText('It is your only second factor').waitFor();
  await checkPageAtWidths(t, page);
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await dialog.getByLabel('Code', { exact: true }).fill('123456');
  await page.keyboard.press('Enter');
  await dialog.getByText('The code is wrong').waitFor();
  // Without a code the browser is asked for the passkey.
  await dialog.getByLabel('Code', { exact: true }).fill('');
  await page.keyboard.press('Enter');
  await page.getByText('No passkeys yet.').waitFor();
  await page.getByText('It is off').waitFor();
  assert.notEqual(recoveryCode, '');

  await page.context().clearCookies();
  await page.goto(`${named.url}/studio/sign-in?next=/keys`);
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
});

test('stands beside codes of an app; without its device a code signs in', { timeout: 240_000 }, async (t) => {
  const ada = await createCredentials(studio.db);
  const as = { ...(await signIn(studio.db, ada)), accountId: ada.accountId };
  const { secret } = await turnOnFactor(studio, as, ada.password);
  const page = await open(t, '/account', as, [401, 403]);
  const device = await plugIn(page);
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await dialog.getByLabel('Code', { exact: true }).fill(getCode(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('rowheader', { name: 'Chrome, Linux' }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  // The same device again.
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.keyboard.press('Enter');
  await dialog.getByText('This device or key has a passkey of your account already.').waitFor();
  await checkPage(page);
  await page.keyboard.press('Escape');

  await device.unplug();
  await plugIn(page);
  await page.context().clearCookies();
  await page.goto(`${named.url}/studio/sign-in?next=/keys`);
  await fillFirstStep(page, ada);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('The browser got none').waitFor();
  await checkPage(page);
  await forgetSteps(studio, ada.accountId);
  await page.getByLabel('Code', { exact: true }).fill(getCode(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
});

test('a member sets one up where the workspace requires a second factor', { timeout: 240_000 }, async (t) => {
  const owner = await createUser(studio.db);
  await studio.call('updateWorkspace', { as: owner, json: { requiresSecondFactor: true } });
  const page = await open(t, '/keys', owner, [403]);
  await plugIn(page);
  await page.getByRole('button', { name: 'Use a passkey instead' }).press('Enter');
  await checkPageAtWidths(t, page);
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByRole('region', { name: 'Recovery codes' }).waitFor();
  await checkPageAtWidths(t, page);
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
});

test('the page says where passkeys can be used', { timeout: 120_000 }, async (t) => {
  const user = await createUser(studio.db);
  const page = await studio.open(t, '/account', { as: user });
  await page.getByText('Browsers use passkeys of this service only at').waitFor();
  await page.getByRole('link', { name: named.url }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0);
  await checkPageAtWidths(t, page);
  await addPasskey({ call: studio.call }, user, { authenticator: new Authenticator({ origin: named.url }) });
  await page.reload();
  await page.getByRole('rowheader', { name: 'Laptop' }).waitFor();
});
