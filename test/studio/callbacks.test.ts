/** The page "Callbacks", in a real browser, with a real receiver. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { listActivity } from '../../src/store/activity.ts';
import { queryRows } from '../../src/store/database.ts';
import { findWorkspace } from '../../src/store/workspaces.ts';
import { plainBatch, submitJob } from '../helpers/batch.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { readDelivery } from '../helpers/callbacks.ts';
import { addTemplate } from '../helpers/http.ts';
import { createAuthority, startReceiver, trust, type Receiver } from '../helpers/receiver.ts';
import { createUser, type StudioUser } from '../helpers/studio.ts';
import { checkPage, checkPageAtWidths, looks, startBrowserStudio, type BrowserStudio } from './browser.ts';

let studio: BrowserStudio;
let receiver: Receiver;
/** Paths that the receiver refuses. */
const closed = new Set<string>();
before(async () => {
  const authority = await createAuthority();
  trust(authority);
  receiver = await startReceiver(await authority.issue({ ip: '127.0.0.1' }), (response, { path }) =>
    closed.has(path) ? response.writeHead(503).end('closed for lunch') : response.end('thanks'),
  );
  const env = { OUTBOUND_ALLOW: '127.0.0.0/8', CALLBACK_OFFSETS: '0s' };
  studio = await startBrowserStudio({ env, worksOnBatches: true });
});
after(async () => {
  await studio.close();
  receiver.close();
});

/** Adds ended jobs with deliveries in turn delivered, not delivered, and to be delivered. */
async function addDeliveries({ workspaceId, accountId }: StudioUser, count: number): Promise<void> {
  await queryRows(
    studio.db,
    `with added as (
       insert into callback_deliveries (id, job_id, workspace_id, account_id, url, body, status, attempts,
         created_at, next_attempt_at, delivered_at, last_error)
       select gen_random_uuid(), gen_random_uuid(), :workspaceId, :accountId,
              'https://hooks.example.com/öffentlichkeitsarbeit/' || repeat('long-', 20) || n, '{}',
              case n % 3 when 0 then 'DELIVERED' when 1 then 'FAILED' else 'PENDING' end, 2,
              now() - n * interval '1 minute',
              case when n % 3 = 2 then now() + interval '1 hour' end,
              case when n % 3 = 0 then now() end,
              case when n % 3 = 1 then 'The receiver answered 503; a 2xx is expected.' end
       from generate_series(1, cast(:count as int)) n
       returning id, status
     )
     insert into callback_attempts (delivery_id, number, at, duration_ms, status_code, answer, error)
     select id, number, now(), 1234, case number when 1 then null else 503 end,
            case number when 2 then repeat('كلام طويل <b>no markup</b> ', 16) end,
            'The receiver answered 503; a 2xx is expected.'
     from added cross join generate_series(1, 2) number`,
    { workspaceId, accountId, count },
  );
}

/** Submits a batch to the receiver and waits for the outcome of its callback. Returns the job's id. */
async function runBatch(user: StudioUser, path: string): Promise<string> {
  const templateId = await addTemplate(studio.db, user);
  const callbackUrl = `https://127.0.0.1:${receiver.port}${path}`;
  const jobId = await submitJob(studio.service, user, { ...plainBatch(templateId), callbackUrl });
  await waitUntil(async () => {
    const delivery = await readDelivery(studio.db, jobId).catch(() => null);
    return delivery !== null && delivery.status !== 'PENDING';
  });
  return jobId;
}

const createOwner = () => createUser(studio.db, { plan: 'enterprise' });

describe('callbacks', { timeout: 300_000 }, () => {
  test('without deliveries, a command to paste submits a batch with a callback', async (t) => {
    const user = await createOwner();
    const variables = [{ name: 'title', type: 'text' as const, required: true, label: "Ada's title" }];
    await addTemplate(studio.db, user, { variables });
    const page = await studio.open(t, '/callbacks', { as: user });
    const code = page.getByRole('region', { name: 'Command that submits a batch with a callback' });
    await code.getByText("Ada'\\''s title").waitFor();
    const env = { ...process.env, PLATEN_API_KEY: user.apiKey };
    const text = (await code.textContent()) ?? '';
    const pasted = text.replace('https://example.com/', `https://127.0.0.1:${receiver.port}/`);
    const { stdout } = await promisify(execFile)('sh', ['-c', pasted], { env });
    assert.equal((JSON.parse(stdout) as { readonly totalItems: number }).totalItems, 2);
  });

  test('no deliveries, three deliveries', async (t) => {
    const user = await createOwner();
    const page = await studio.open(t, '/callbacks', { as: user });
    await page.getByRole('heading', { name: 'No callbacks yet' }).waitFor();
    await page.getByRole('region', { name: 'Command that submits' }).getByText('callbackUrl').waitFor();
    await checkPageAtWidths(t, page);
    await addDeliveries(user, 3);
    await page.reload();
    const list = page.getByRole('list', { name: 'Deliveries' });
    await list.getByText('To be delivered').waitFor();
    assert.equal(await list.getByRole('button', { name: /^Send again/ }).count(), 2);
    await list.getByText('The receiver answered 503').waitFor();
    assert.equal(await page.getByText('is the machine that Platen runs on').count(), 0);
    await list
      .getByRole('button', { name: /^Attempts for/ })
      .first()
      .click();
    await list.getByText('<b>no markup</b>').waitFor();
    await list.getByText('No answer').waitFor();
    await checkPageAtWidths(t, page);
  });

  test('3,000 deliveries are paged and filtered, in the address', async (t) => {
    const user = await createOwner();
    await addDeliveries(user, 3_000);
    const page = await studio.open(t, '/callbacks', { as: user, width: 1024 });
    await page.getByText('1 to 20 of 3,000').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await page.getByText('21 to 40 of 3,000').waitFor();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Not delivered' }).click();
    await page.getByText('1 to 20 of 1,000').waitFor();
    assert.equal(new URL(page.url()).search, '?status=FAILED');
    const list = page.getByRole('list', { name: 'Deliveries' });
    assert.equal(await list.getByText('Not delivered', { exact: true }).count(), 20);
    await page.goBack();
    await page.getByText('21 to 40 of 3,000').waitFor();
    await page.goto(`${studio.service.url}/studio/callbacks?status=DELIVERED&job=${user.accountId}`);
    await page.getByRole('heading', { name: 'No deliveries with these filters' }).waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: /^Only of one job/ }).click();
    await page.getByText('1 to 20 of 1,000').waitFor();
  });

  test('a callback that a receiver refused is sent again and becomes delivered, live', async (t) => {
    closed.add('/shop');
    const jobId = await runBatch(studio.owner, '/shop');
    const page = await studio.open(t, `/jobs/${jobId}`);
    await page.getByRole('link', { name: 'Show deliveries' }).click();
    const list = page.getByRole('list', { name: 'Deliveries' });
    await list.getByText('Not delivered').waitFor();
    assert.equal(await list.getByRole('listitem').count(), 1);
    await list.getByRole('button', { name: /^Attempts for/ }).press('Enter');
    await list.getByText('closed for lunch').waitFor();
    assert.equal(await list.getByText('Answered 503', { exact: true }).count(), 1);
    await checkPage(page);
    closed.delete('/shop');
    const before = receiver.received.length;
    await list.getByRole('button', { name: /^Send again/ }).press('Enter');
    await list.getByText('Delivered', { exact: true }).waitFor();
    await list.getByText('Answered 200').waitFor();
    await list.getByText('thanks').waitFor();
    await checkPage(page);
    assert.equal(receiver.received.length, before + 1);
    const [first, again] = receiver.received.slice(-2);
    assert.deepEqual(again?.headers['webhook-id'], first?.headers['webhook-id']);
    assert.ok(again !== undefined && first?.body.equals(again.body));
  });

  test('asks before it sends again what was delivered', async (t) => {
    const user = await createOwner();
    await runBatch(user, '/delivered');
    const page = await studio.open(t, '/callbacks', { as: user });
    await page.getByText('127.0.0.1 is the machine that Platen runs on').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: /^Send again/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this callback again?' });
    await dialog.getByText('/delivered').waitFor();
    await checkPage(page);
    const before = receiver.received.length;
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('2 attempts').waitFor();
    assert.equal(receiver.received.length, before + 1);
  });

  test('says that an attempt is planned already', async (t) => {
    closed.add('/slow');
    const user = await createOwner();
    await runBatch(user, '/slow');
    const page = await studio.open(t, '/activity', { as: user, expectedStatuses: [0, 409] });
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    // Without events the page does not know what somebody else has done.
    await page.route('**/studio/events', (route) => route.abort());
    await page.reload();
    await page.getByRole('link', { name: 'Callbacks' }).click();
    const again = page.getByRole('button', { name: /^Send again/ });
    await again.waitFor();
    await queryRows(
      studio.db,
      `update callback_deliveries set status = 'PENDING', next_attempt_at = now() + interval '1 hour'
       where workspace_id = :workspaceId`,
      { workspaceId: user.workspaceId },
    );
    await again.click();
    await page.getByRole('alert').getByText('An attempt is planned already').waitFor();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('To be delivered').waitFor();
    assert.equal(await again.count(), 0);
    await checkPage(page);
  });

  test('members see their own deliveries, and no secret', async (t) => {
    const owner = await createOwner();
    const member = await createUser(studio.db, { workspaceId: owner.workspaceId, role: 'MEMBER' });
    await runBatch(owner, '/of-owner');
    await runBatch(member, '/of-member');
    const page = await studio.open(t, '/callbacks', { as: member });
    await page.getByText('/of-member').waitFor();
    assert.equal(await page.getByText('/of-owner').count(), 0);
    await page.getByText('Only owners can see and change it.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Show', exact: true }).count(), 0);
    await checkPage(page);
    const owners = await studio.open(t, '/callbacks', { as: owner });
    await owners.getByText('/of-member').waitFor();
    await owners.getByText('/of-owner').waitFor();
  });

  test('a list that cannot be read says so, and reads it again', async (t) => {
    const user = await createOwner();
    const page = await studio.open(t, '/activity', { as: user, expectedStatuses: [500] });
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await page.route('**/studio/api/v1/deliveries?*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"code":"INTERNAL_ERROR"}',
      }),
    );
    await page.getByRole('link', { name: 'Callbacks' }).click();
    await page.getByRole('alert').waitFor();
    await checkPage(page);
    await page.unroute('**/studio/api/v1/deliveries?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No callbacks yet' }).waitFor();
  });
});

describe('the signing secret', { timeout: 120_000 }, () => {
  const readSecret = async ({ workspaceId }: StudioUser) =>
    (await findWorkspace(studio.db, workspaceId))?.callbackSecret ?? '';

  for (const { name, ...look } of looks.filter(({ width }) => width !== 1024)) {
    test(`is shown when asked for, copied, hidden, and replaced with an overlap (${name})`, async (t) => {
      const user = await createOwner();
      const secret = await readSecret(user);
      const page = await studio.open(t, '/callbacks', { as: user, ...look });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const show = page.getByRole('button', { name: 'Show', exact: true });
      await show.waitFor();
      assert.ok(!(await page.content()).includes(secret));
      await show.click();
      const shown = page.getByRole('region', { name: 'Secret', exact: true });
      await shown.getByText(secret).waitFor();
      await page.getByRole('button', { name: 'Copy: Secret' }).click();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret);
      await checkPage(page);
      await page.getByRole('button', { name: 'Hide' }).click();
      await show.waitFor();
      assert.ok(!(await page.content()).includes(secret));

      await page.getByRole('button', { name: 'New secret …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Make a new signing secret?' });
      await dialog.getByText('For 24 hours').waitFor();
      await checkPage(page);
      await dialog.getByRole('button', { name: 'Make a new secret' }).click();
      await page.getByText(/^Until .* the earlier secret signs, too/).waitFor();
      await dialog.waitFor({ state: 'hidden' });
      await checkPage(page);
      const next = await readSecret(user);
      assert.notEqual(next, secret);
      assert.equal(await shown.textContent(), next);
      const { entries } = await listActivity(
        studio.db,
        { workspaceId: user.workspaceId, accountId: null },
        { offset: 0, limit: 10 },
      );
      assert.deepEqual(entries.map(({ action }) => action).slice(0, 2), [
        'CALLBACK_SECRET_ROTATED',
        'CALLBACK_SECRET_SHOWN',
      ]);
    });
  }
});
