/** The list of links in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkedFetch } from '../helpers/requests.ts';
import { addShare, listShares } from '../helpers/shares.ts';
import { createUser } from '../helpers/studio.ts';
import { queryRows } from '../../src/store/database.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { addUserWithTemplate, longName } from './templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

/** Adds older links like a given one, to PDF files. */
async function addOlderLinks(id: string, count: number): Promise<void> {
  await queryRows(
    studio.db,
    `with charges as (
       insert into quota_entries
       select (jsonb_populate_record(charge, jsonb_build_object(
         'id', gen_random_uuid(), 'cause', 'copy ' || n))).*
       from share_links link join quota_entries charge on charge.id = link.charge_id,
         generate_series(1, cast(:count as int)) n
       where link.id = :id
       returning id, cast(substr(cause, 6) as int) as n
     )
     insert into share_links
     select (jsonb_populate_record(link, jsonb_build_object(
       'id', gen_random_uuid(), 'charge_id', charges.id,
       'token', link.token || n, 'file_key', link.file_key || n,
       'template_name', 'Card ' || lpad(cast(n as text), 4, '0'),
       'media_type', 'application/pdf', 'extension', 'pdf',
       'created_at', link.created_at - n * interval '1 minute'))).*
     from share_links link, charges where link.id = :id`,
    { id, count },
  );
}

describe('the links', () => {
  test('are listed, copied and revoked', async (t) => {
    const { user, templateId } = await addUserWithTemplate(studio);
    const share = await addShare(studio.service, user, templateId);
    const page = await studio.open(t, '/links', { as: user });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: Link of Social card' }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), share.url);
    await page.getByText('These links work on this machine only (127.0.0.1)').waitFor();
    await page.getByText('the operator sets PUBLIC_URL', { exact: false }).waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Revoke the link of Social card' }).click();
    await page.getByRole('dialog').getByText(share.url).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('No active links').waitFor();
    assert.equal((await checkedFetch(share.url)).status, 404);
    assert.deepEqual((await listShares(studio.service, user)).data, []);
  });

  test('are not on every plan', async (t) => {
    const user = await createUser(studio.db, { plan: 'free' });
    const page = await studio.open(t, '/links', { as: user });
    await page.getByText('Your plan has no links').waitFor();
    await checkPage(page);
  });

  test('are three thousand: pages, and links of one template', async (t) => {
    const { user, templateId } = await addUserWithTemplate(studio);
    const { id } = await addShare(studio.service, user, templateId);
    await addOlderLinks(id, 3_000);
    const page = await studio.open(t, '/links', { as: user });
    await page.getByText('1 to 20 of 3,001').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Page 151', exact: true }).click();
    await page.getByText('Card 3000').waitFor();
    // The last link of the last page: the page before is shown.
    await page.getByRole('button', { name: 'Revoke the link of Card 3000' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('2,981 to 3,000 of 3,000').waitFor();
    await page.goto(`${studio.service.url}/studio/links?page=999`);
    await page.getByText('There is no page 999').waitFor();
    await page.getByRole('button', { name: 'First page' }).click();
    await page.getByText('1 to 20 of 3,000').waitFor();
  });
});

test('the page has no faults', async (t) => {
  const { user, templateId } = await addUserWithTemplate(studio, longName);
  const page = await studio.open(t, '/links', { as: user });
  await page.getByText('No active links').waitFor();
  await checkPageAtWidths(t, page);
  await addShare(studio.service, user, templateId);
  await addShare(studio.service, user, templateId, { format: 'pdf' });
  await page.reload();
  await page.getByText(/^PNG/).waitFor();
  await page.getByText(/^PDF/).waitFor();
  await checkPageAtWidths(t, page);
  await page
    .getByRole('button', { name: /^Revoke the link/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await checkPageAtWidths(t, page);
});
