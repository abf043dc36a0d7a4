/** What a page has of its own, what is repeated for a list, and the pages of the result. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio, type PageOptions } from '../browser.ts';
import { openPages, getPicture } from './leaflet.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ env: { RATE_LIMITS: 'off' } });
});
after(() => studio.close());

const text = (id: string, value: string, more: object = {}) => ({
  type: 'text',
  id,
  width: 200,
  height: 'hug',
  text: value,
  fontSize: 20,
  ...more,
});

/** A cover, a page for each person, and one with a row for each person. */
const badges = {
  schemaVersion: 1,
  name: 'Badges',
  viewport: { width: 300, height: 200 },
  background: '#ffffff',
  variables: [{ name: 'people', type: 'list', fields: [{ name: 'name', type: 'text' }] }],
  pages: [
    { id: 'cover', elements: [text('heading', 'People', { x: 20, y: 20 })] },
    {
      id: 'badge',
      repeat: { each: '{{ people }}', as: 'person' },
      elements: [text('who', '{{ person.name }}', { x: 20, y: 80 })],
    },
    { id: 'rows', layout: { direction: 'column', padding: 10 }, elements: [text('row', 'Row')] },
  ],
};

const people = JSON.stringify([{ name: 'Ada' }, { name: 'Grace' }, { name: 'Mary' }]);

interface Saved {
  readonly viewport: object;
  readonly pages: readonly (Record<string, unknown> & { readonly elements: readonly object[] })[];
}

async function untilSaved(templateId: string, isMet: (saved: Saved) => boolean): Promise<Saved> {
  let saved: Saved | null = null;
  await waitUntil(async () => {
    const { json } = await studio.call('getDraft', { path: { templateId } });
    saved = (json as { readonly document: Saved }).document;
    return isMet(saved);
  });
  return saved!;
}

async function open(t: TestContext, options: PageOptions = {}): Promise<{ page: Page; templateId: string }> {
  return await openPages(t, studio, { document: badges, ...options });
}

const listed = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Pages' }).getByRole('button', { name, exact: true });

test('a page gets a size and a background of its own, and a name', async (t) => {
  const { page, templateId } = await open(t);
  await listed(page, 'Page 3 rows').click();
  const properties = page.getByRole('region', { name: 'Properties' });
  await properties.getByRole('switch', { name: 'Size of its own' }).click();
  await properties.getByRole('textbox', { name: 'Width', exact: true }).fill('400');
  await page.keyboard.press('Enter');
  const own = await untilSaved(templateId, ({ pages }) => pages[2]?.['viewport'] !== undefined);
  assert.deepEqual(own.viewport, badges.viewport);
  await untilSaved(
    templateId,
    ({ pages }) => JSON.stringify(pages[2]?.['viewport']) === '{"width":400,"height":200}',
  );
  await properties.getByRole('switch', { name: 'Background of its own' }).click();
  await untilSaved(templateId, ({ pages }) => pages[2]?.['background'] === '#ffffff');
  const name = properties.getByRole('group', { name: 'This page' }).getByRole('textbox', { name: 'Name' });
  await name.fill('List');
  await name.press('Enter');
  await listed(page, 'Page 3 List').waitFor();
  await properties.getByRole('switch', { name: 'Size of its own' }).click();
  const shared = await untilSaved(templateId, ({ pages }) => !('viewport' in pages[2]!));
  assert.deepEqual(shared.viewport, badges.viewport);
});

test('an element of a layout is repeated for a list, with names for entry and place', async (t) => {
  const { page, templateId } = await open(t);
  await listed(page, 'Page 3 rows').click();
  await page.getByRole('treeitem', { name: 'row', exact: true }).click();
  const properties = page.getByRole('region', { name: 'Properties' });
  await properties.getByRole('switch', { name: 'Repeat for a list' }).click();
  await untilSaved(templateId, ({ pages }) => JSON.stringify(pages[2]).includes('"each":"{{ people }}"'));
  const group = properties.getByRole('group', { name: 'Repeat for a list' });
  await group.getByRole('textbox', { name: 'Name of the entry' }).fill('one');
  await page.keyboard.press('Enter');
  const list = group.getByRole('combobox', { name: 'List' });
  await list.fill('people');
  await list.press('Enter');
  await group.getByText('Enter a list variable or an expression, such as {{ items }}.').waitFor();
  await list.fill('{{ people.filter(p, p.name != "") }}');
  await list.press('Enter');
  const saved = await untilSaved(templateId, ({ pages }) => JSON.stringify(pages[2]).includes('filter'));
  const repeated = saved.pages[2]?.elements[0];
  assert.ok(repeated);
  assert.deepEqual((repeated as { repeat: object }).repeat, {
    each: '{{ people.filter(p, p.name != "") }}',
    as: 'one',
  });
  await checkPage(page);
  // What no layout places cannot be repeated.
  await listed(page, 'Page 1 cover').click();
  await page.getByRole('treeitem', { name: 'heading', exact: true }).click();
  await properties.getByRole('textbox', { name: 'X', exact: true }).waitFor();
  assert.equal(await properties.getByRole('switch', { name: 'Repeat for a list' }).count(), 0);
});

test('the pages of the result are counted and shown one after the other', async (t) => {
  // With the defaults the list is empty: that data set has no picture of the page.
  const { page, templateId } = await open(t, { expectedStatuses: [400] });
  const settings = await studio.call('getDesignSettings', { path: { templateId } });
  const saved = await studio.call('saveDesignSettings', {
    path: { templateId },
    headers: { 'If-Match': settings.headers.get('etag') ?? '' },
    json: { ...(settings.json as object), dataSets: [{ name: 'Three', values: { people } }] },
  });
  assert.equal(saved.status, 200);
  await page.reload();
  await page.getByRole('button', { name: 'Show Three' }).click();
  const result = page.getByRole('group', { name: 'Pages of the result' });
  await result.getByText('Page 1 of 5 in the result').waitFor();
  await listed(page, 'Page 2 badge × 3').waitFor();
  const getHash = () =>
    page.evaluate<string>(`document.querySelector('[data-canvas] canvas[data-page=badge]').toDataURL()`);
  const next = result.getByRole('button', { name: 'Next page of the result' });
  const seen = new Set<string>();
  for (const number of [2, 3, 4]) {
    await next.click();
    await result.getByText(`Page ${number} of 5 in the result`).waitFor();
    await getPicture(page, 'badge');
    await waitUntil(async () => !seen.has(await getHash()));
    seen.add(await getHash());
    // The element is found on each of them.
    await page.getByRole('treeitem', { name: 'who', exact: true }).click();
    await page.locator('[data-handle]').first().waitFor();
  }
  await next.click();
  await result.getByText('Page 5 of 5 in the result').waitFor();
  assert.equal(await next.getAttribute('aria-disabled'), 'true');
  await listed(page, 'Page 3 rows').and(page.locator('[aria-current=page]')).waitFor();
  await checkPage(page);
});

for (const width of [1024, 390]) {
  test(`pages of the result have no fault at ${width} px`, async (t) => {
    const { page } = await open(t, { width });
    await page.getByRole('group', { name: 'Pages of the result' }).waitFor();
    await checkPage(page);
  });
}
