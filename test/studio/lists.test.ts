/** Lists in Studio: the table of their entries in forms, and their fields with rules in the designer. */
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { waitUntil } from '../helpers/wait-until.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from './browser.ts';
import { makeFromSample, publish, saveChange } from './templates.ts';

let studio: BrowserStudio;
let templateId: string;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const document = {
  schemaVersion: 1,
  name: 'Invoice',
  viewport: { width: 600, height: 300 },
  background: '#ffffff',
  variables: [
    {
      name: 'items',
      type: 'list',
      label: 'Items',
      fields: [
        { name: 'name', type: 'text', label: 'Article', required: true, validation: { maxLength: 20 } },
        { name: 'price', type: 'number', defaultValue: '0' },
      ],
      defaultValue: [{ name: 'Bowl', price: '12' }],
    },
  ],
  elements: [
    {
      type: 'text',
      id: 'text',
      x: 10,
      y: 10,
      width: 580,
      height: 280,
      fontSize: 24,
      text: '{{ list(items.map(i, i.name + " " + string(i.price))) }}',
    },
  ],
};

async function open(t: TestContext, path: 'design' | '', width = 1440): Promise<Page> {
  templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => document);
  await publish(studio, templateId);
  const page = await studio.open(t, `/templates/${templateId}${path === '' ? '' : `/${path}`}`, {
    width,
    expectedStatuses: [400],
  });
  await (path === '' ? table(page) : page.getByRole('region', { name: 'Variables' })).waitFor();
  return page;
}

const table = (page: Page) => page.getByRole('group', { name: /^Items/ });
const cell = (page: Page, field: string, entry: number) =>
  table(page).getByRole('textbox', { name: `${field}, entry ${entry}` });
const cells = async (page: Page) =>
  await table(page)
    .getByRole('textbox')
    .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value));

/** Pastes a text into what has the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (document.activeElement.dispatchEvent(event)) throw new Error('nothing was pasted');
  })()`);
}

describe('the table of a list', () => {
  test('is accessible, with and without entries', async (t) => {
    const page = await open(t, '');
    assert.deepEqual(await cells(page), ['Bowl', '12']);
    await checkPageAtWidths(t, page);
    await table(page)
      .getByRole('button', { name: /entry 1/ })
      .click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await cell(page, 'Article', 1).waitFor({ state: 'detached' });
    await checkPageAtWidths(t, page);
  });

  test('adds, edits, orders and removes entries with the keyboard, and the picture follows', async (t) => {
    const page = await open(t, '');
    const picture = page.getByRole('img', { name: /^Picture of/ });
    const before = await picture.getAttribute('src');
    await cell(page, 'price', 1).focus();
    await page.keyboard.press('Enter');
    await waitUntil(async () => (await cells(page)).length === 4);
    await page.keyboard.type('Cup');
    await page.keyboard.press('Tab');
    await page.keyboard.type('7');
    await waitUntil(async () => (await picture.getAttribute('src')) !== before);
    await page.keyboard.press('Alt+ArrowUp');
    assert.deepEqual(await cells(page), ['Cup', '7', 'Bowl', '12']);
    await waitUntil(async () => (await page.evaluate('document.activeElement.value')) === '7');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move down' }).press('Enter');
    await waitUntil(async () => (await cells(page)).join() === 'Bowl,12,Cup,7');
    await table(page)
      .getByRole('button', { name: /entry 1/ })
      .press('Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
    await waitUntil(async () => (await cells(page)).join() === 'Cup,7');
  });

  test('takes cells of a spreadsheet', async (t) => {
    const page = await open(t, '');
    await cell(page, 'Article', 1).focus();
    await paste(page, 'Article\tPrice\r\nPlate\t3\r\n"Large ""blue""\nbowl"\t4\r\n');
    assert.deepEqual(await cells(page), ['Plate', '3', 'Large "blue"bowl', '4']);
    await cell(page, 'price', 2).focus();
    await paste(page, '5\n6');
    assert.deepEqual(
      (await cells(page)).filter((_, index) => index % 2 === 1),
      ['3', '5', '6'],
    );
  });

  test('says which entry is refused, and why', async (t) => {
    const page = await open(t, '');
    await cell(page, 'price', 1).fill('many');
    await table(page)
      .getByText(/items\[0\]\.price/)
      .waitFor();
    assert.equal(await cell(page, 'price', 1).getAttribute('aria-invalid'), 'true');
    assert.notEqual(await cell(page, 'Article', 1).getAttribute('aria-invalid'), 'true');
    await checkPage(page);
    await cell(page, 'price', 1).fill('4');
    await table(page)
      .getByText(/items\[0\]\.price/)
      .waitFor({ state: 'detached' });
  });
});

describe('the fields of a list in the designer', () => {
  /** Waits until the list is saved as expected. */
  const waitForList = async (expected: object) => {
    let seen: unknown;
    await waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      [seen] = (json as { readonly document: { readonly variables: readonly unknown[] } }).document.variables;
      return isDeepStrictEqual(seen, expected);
    }).catch(() => assert.deepEqual(seen, expected));
  };

  test('have labels, rules and an order; entries follow a new name', async (t) => {
    const page = await open(t, 'design');
    const dialog = page.getByRole('dialog');
    await page.getByRole('region', { name: 'Variables' }).getByRole('button', { name: 'Edit items' }).click();
    const field = (number: number) => dialog.getByRole('group', { name: `Field ${number}`, exact: true });
    await dialog.getByRole('button', { name: 'Label and rules of field 1' }).click();
    assert.equal(await field(1).getByRole('textbox', { name: 'Label' }).inputValue(), 'Article');
    assert.equal(await field(1).getByRole('textbox', { name: 'Maximum length' }).inputValue(), '20');
    await checkPage(page);
    await field(1).getByRole('textbox', { name: 'Maximum length' }).fill('x');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await field(1).getByText('Enter a number.').waitFor();
    await field(1).getByRole('textbox', { name: 'Maximum length' }).fill('30');
    await field(1).getByRole('textbox', { name: 'Options' }).fill('Bowl\nCup');
    await dialog.getByRole('textbox', { name: 'Name of field 1' }).fill('article');
    await dialog.getByRole('button', { name: 'Label and rules of field 2' }).press('Enter');
    await field(2).getByRole('textbox', { name: 'Maximum' }).fill('99.5');
    await field(2).getByRole('textbox', { name: 'Default value' }).fill('1');
    await field(2).getByRole('checkbox', { name: 'Required in each entry' }).check();
    await dialog.getByRole('button', { name: 'Move field 2 up' }).click();
    await dialog.getByRole('button', { name: 'Add a field' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await field(3).getByText('Enter a name.').waitFor();
    await checkPage(page);
    await dialog.getByRole('textbox', { name: 'Name of field 3' }).fill('price');
    await dialog.getByText('Another field has this name.').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Name of field 3' }).fill('amount');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitForList({
      name: 'items',
      type: 'list',
      label: 'Items',
      fields: [
        { name: 'price', type: 'number', required: true, defaultValue: '1', validation: { max: 99.5 } },
        {
          name: 'article',
          type: 'text',
          label: 'Article',
          required: true,
          validation: { maxLength: 30, options: ['Bowl', 'Cup'] },
        },
        { name: 'amount', type: 'text' },
      ],
      defaultValue: [{ article: 'Bowl', price: '12' }],
    });
  });

  test('are edited in a narrow window, too', async (t) => {
    const page = await open(t, 'design', 1024);
    await page
      .getByRole('region', { name: 'Variables' })
      .getByRole('button', { name: 'Add variable' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'List', exact: true }).click();
    await dialog.getByRole('button', { name: 'Add a field' }).click();
    await dialog.getByRole('button', { name: 'Label and rules of field 1' }).click();
    await checkPage(page);
  });
});
