/** Lists in lists in Studio: a table of its own for each, in forms, corrections and the designer. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { waitUntil } from '../helpers/wait-until.ts';
import { button, chooseFile } from './batches.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { makeFromSample, publish, saveChange } from './templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const parts = { name: 'parts', type: 'list', label: 'Parts', fields: [{ name: 'code', type: 'text' }] };
const orders = {
  name: 'orders',
  type: 'list',
  label: 'Orders',
  fields: [
    { name: 'id', type: 'text', label: 'Number', required: true },
    {
      name: 'items',
      type: 'list',
      label: 'Items',
      fields: [{ name: 'name', type: 'text', label: 'Article' }, { name: 'price', type: 'number' }, parts],
    },
  ],
  defaultValue: [{ id: 'A-17', items: [{ name: 'Tea', price: '4.20', parts: [{ code: 'L1' }] }] }],
};
const sum = '{{ sum(orders.map(o, sum(o.items.map(i, i.price)))) }}';
const document = {
  schemaVersion: 1,
  name: 'Statement',
  viewport: { width: 300, height: 100 },
  background: '#ffffff',
  variables: [orders],
  elements: [{ type: 'text', id: 't', x: 0, y: 0, width: 300, height: 40, fontSize: 24, text: sum }],
};

async function open(t: TestContext, view: '' | '/design' | '/batch'): Promise<[Page, string]> {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => document);
  await publish(studio, templateId);
  const page = await studio.open(t, `/templates/${templateId}${view}`, { expectedStatuses: [400] });
  return [page, templateId];
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const field = (around: Locator, name: string) => around.getByRole('textbox', { name, exact: true });

test('a cell of a list opens its table by keyboard, and Escape closes the innermost alone', async (t) => {
  const [page] = await open(t, '');
  const table = page.getByRole('group', { name: /^Orders/ });
  const picture = page.getByRole('img', { name: /^Picture of/ });
  const items = table.getByRole('button', { name: 'Items, entry 1: 1 entry' });
  await items.focus();
  const before = await picture.getAttribute('src');
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, 'Items, entry 1');
  await field(dialog, 'Article, entry 1').and(page.locator(':focus')).waitFor();
  await checkPageAtWidths(t, page);
  await page.keyboard.press('Enter');
  await field(dialog, 'Article, entry 2').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Cup');
  await page.keyboard.press('Tab');
  await page.keyboard.type('7');
  await waitUntil(async () => (await picture.getAttribute('src')) !== before);

  // The list in the list in the list: empty at first.
  await page.keyboard.press('Tab');
  await dialog
    .getByRole('button', { name: 'Parts, entry 2: 0 entries' })
    .and(page.locator(':focus'))
    .press('Enter');
  const inner = dialogOf(page, 'Items, entry 1 › Parts, entry 2');
  await inner.getByRole('button', { name: 'Add an entry' }).and(page.locator(':focus')).waitFor();
  await checkPage(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('C9');
  await page.keyboard.press('Escape');
  await inner.waitFor({ state: 'detached' });
  const cell = dialog.getByRole('button', { name: 'Parts, entry 2: 1 entry' });
  await cell.and(page.locator(':focus')).press('Alt+ArrowUp');
  assert.equal(await field(dialog, 'Article, entry 1').inputValue(), 'Cup');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await table
    .getByRole('button', { name: 'Items, entry 1: 2 entries' })
    .and(page.locator(':focus'))
    .waitFor();
});

test('what is refused in a list in a list is marked on the way to it', async (t) => {
  const [page] = await open(t, '');
  const table = page.getByRole('group', { name: /^Orders/ });
  await table.getByRole('button', { name: 'Items, entry 1: 1 entry' }).click();
  const dialog = dialogOf(page, 'Items, entry 1');
  await field(dialog, 'price, entry 1').fill('much');
  await dialog.getByText(/orders\[0\]\.items\[0\]\.price/).waitFor();
  assert.equal(await field(dialog, 'price, entry 1').getAttribute('aria-invalid'), 'true');
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await table.getByText(/orders\[0\]\.items\[0\]\.price/).waitFor();
  await checkPage(page);
});

test('a row of a batch is corrected in the table of its inner list', async (t) => {
  const [page] = await open(t, '/batch');
  const csv = 'orders[0].id,orders[0].items[0].name,orders[0].items[0].price\nA-17,Tea,four\n';
  await chooseFile(page, 'orders.csv', Buffer.from(csv));
  await button(page, 'orders, row 2: 1 entry: A-17').click();
  const outer = dialogOf(page, 'orders, row 2');
  await outer.getByRole('button', { name: 'Items, entry 1: 1 entry' }).click();
  const inner = dialogOf(page, 'Items, entry 1');
  await field(inner, 'price, entry 1').fill('4');
  await page.keyboard.press('Escape');
  await inner.waitFor({ state: 'detached' });
  // What was typed is not lost with the dialog around.
  await outer.getByRole('button', { name: 'Correct' }).click();
  await outer.waitFor({ state: 'detached' });
  await page.locator('[data-corrected]').getByText('1 entry: A-17').waitFor();
  await page.getByText(/must be a number/u).waitFor({ state: 'detached' });
});

test('the fields of an inner list have rules, and a default as a table', async (t) => {
  const [page, templateId] = await open(t, '/design');
  await page.getByRole('region', { name: 'Variables' }).getByRole('button', { name: 'Edit orders' }).click();
  const dialog = dialogOf(page, 'Edit variable');
  await dialog.getByRole('button', { name: 'Label and rules of field 2', exact: true }).click();
  const items = dialog.getByRole('group', { name: 'Field 2', exact: true }).first();
  await items.getByRole('button', { name: 'Add an entry' }).click();
  await field(items, 'Article, entry 1').fill('Milk');
  await items.getByRole('button', { name: 'Parts, entry 1: 0 entries' }).click();
  const inner = dialogOf(page, 'Parts, entry 1');
  await inner.getByRole('button', { name: 'Add an entry' }).click();
  await field(inner, 'code, entry 1').fill('M1');
  await checkPage(page);
  await page.keyboard.press('Escape');
  await inner.waitFor({ state: 'detached' });
  await items.getByRole('textbox', { name: 'Name of field 1' }).fill('article');
  await items.getByRole('textbox', { name: 'Greatest number of entries' }).fill('9');
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const expected = {
    ...orders,
    fields: [
      orders.fields[0],
      {
        ...orders.fields[1],
        fields: [
          { name: 'article', type: 'text', label: 'Article' },
          { name: 'price', type: 'number' },
          parts,
        ],
        validation: { maxLength: 9 },
        defaultValue: [{ article: 'Milk', parts: [{ code: 'M1' }] }],
      },
    ],
    defaultValue: [{ id: 'A-17', items: [{ article: 'Tea', price: '4.20', parts: [{ code: 'L1' }] }] }],
  };
  let seen: unknown;
  await waitUntil(async () => {
    const { json } = await studio.call('getDraft', { path: { templateId } });
    [seen] = (json as { readonly document: { readonly variables: readonly unknown[] } }).document.variables;
    return isDeepStrictEqual(seen, expected);
  }).catch(() => assert.deepEqual(seen, expected));
});
