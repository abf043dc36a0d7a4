/** Tables in the designer: added, drawn with the data set in use, and edited by a form. */
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';
import { onScreen, getPlace } from './views.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const items = {
  name: 'items',
  type: 'list',
  label: 'Items',
  fields: [
    { name: 'name', type: 'text', label: 'Article' },
    { name: 'price', type: 'number' },
    { name: 'photo', type: 'image' },
    { name: 'day', type: 'date' },
  ],
  defaultValue: [
    { name: 'Bowl', price: '1200', day: '2026-01-02' },
    { name: 'Cup', price: '7', day: '2026-01-03' },
  ],
};

interface Table {
  readonly id: string;
  readonly rows: string;
  readonly columns: readonly Record<string, unknown>[];
  readonly [key: string]: unknown;
}

async function open(t: TestContext, document: object, width = 1440) {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Tables',
    viewport: { width: 1000, height: 600 },
    background: '#ffffff',
    locale: 'en',
    elements: [],
    variables: [items],
    ...document,
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`, { width });
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  const saved = async (what: string, fits: (table: Table) => boolean) => {
    let seen: Table | undefined;
    await waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      [seen] = (json as { readonly document: { readonly elements: readonly Table[] } }).document.elements;
      return seen !== undefined && fits(seen);
    }).catch(() => assert.fail(`${what}: ${JSON.stringify(seen)}`));
  };
  return { page, templateId, saved };
}

const properties = (page: Page) => page.getByRole('region', { name: 'Properties' });
const column = (page: Page, number: number) =>
  properties(page).getByRole('group', { name: `Column ${number}`, exact: true });

describe('tables in the designer', () => {
  test('are added by a key with the columns of the first list, and undone in one step', async (t) => {
    const { page, saved, templateId } = await open(t, {});
    await page.getByRole('region', { name: 'Canvas' }).focus();
    await page.keyboard.press('g');
    await column(page, 3).waitFor();
    await saved('the table', ({ rows, columns, height }) => {
      const shown = columns.map(({ header, value, format }) => [header, value, format]);
      return (
        rows === '{{ items }}' &&
        height === 'hug' &&
        JSON.stringify(shown) ===
          JSON.stringify([
            ['Article', '{{ item.name }}', null],
            ['Price', '{{ item.price }}', 'number'],
            ['Day', '{{ item.day }}', 'date'],
          ])
      );
    });
    const { json } = await studio.call('getDraft', { path: { templateId } });
    assert.deepEqual((json as { readonly problems: unknown }).problems, []);
    await checkPage(page);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await column(page, 1).waitFor({ state: 'detached' });
  });

  test('make a list where there is none, and are commands of the palette', async (t) => {
    const { page, saved } = await open(t, { variables: [] });
    await page.keyboard.press('ControlOrMeta+k');
    // The palette takes the keys a moment after it has opened.
    await page.getByRole('textbox', { name: 'Search commands' }).fill('Add table');
    await page.keyboard.press('Enter');
    await column(page, 2).waitFor();
    await saved('the table of a new list', ({ rows }) => rows === '{{ sales }}');
    await page.getByRole('region', { name: 'Variables' }).getByText('sales').first().waitFor();
  });

  test('columns are added, ordered, styled and removed, and totals go along', async (t) => {
    const { page, saved, templateId } = await open(t, {});
    await page.getByRole('button', { name: 'Add table' }).click();
    await column(page, 1).getByRole('textbox', { name: 'Column 1 header' }).fill('Thing');
    await properties(page).getByRole('button', { name: 'Add column' }).click();
    await page.getByRole('menuitem', { name: 'photo' }).click();
    await column(page, 4).waitFor();
    await properties(page).getByRole('button', { name: 'Remove column 3' }).click();
    await column(page, 2).getByRole('button', { name: 'Settings of column 2' }).click();
    await column(page, 2)
      .getByRole('combobox', { name: 'Column 2 format', exact: true })
      .selectOption('money');
    await column(page, 2).getByRole('textbox', { name: 'Column 2 width' }).fill('160');
    await page.keyboard.press('Enter');
    await checkPage(page);
    await properties(page).getByRole('switch', { name: 'Total', exact: true }).click();
    const total = (number: number) =>
      properties(page).getByRole('textbox', { name: `Total of column ${number}`, exact: true });
    await total(2).fill('{{ sum(items.map(i, i.price)) }}');
    await page.keyboard.press('Enter');
    await properties(page).getByText('= 1207').waitFor();
    await properties(page).getByRole('button', { name: 'Move column 2 left' }).click();
    await properties(page).getByRole('switch', { name: 'Header', exact: true }).click();
    await properties(page).getByRole('combobox', { name: 'Between' }).selectOption('all');
    await saved('the columns', ({ columns, total: row, header, borders }) => {
      // The draft may still be one without a total.
      const { cells } = (row ?? {}) as { readonly cells?: readonly string[] };
      const [first, second, third] = columns;
      return (
        columns.length === 3 &&
        JSON.stringify([first?.['value'], first?.['width'], first?.['format']]) ===
          '["{{ item.price }}",160,{"style":"currency","currency":"EUR"}]' &&
        second?.['header'] === 'Thing' &&
        third?.['value'] === '{{ item.photo }}' &&
        JSON.stringify(cells) === '["{{ sum(items.map(i, i.price)) }}","Total",""]' &&
        header === null &&
        (borders as { between?: string }).between === 'all'
      );
    });
    const { json } = await studio.call('getDraft', { path: { templateId } });
    assert.deepEqual((json as { readonly problems: unknown }).problems, []);
    await checkPage(page);
  });

  test('the sum so far is switched on with the column of numbers, styled and moved along', async (t) => {
    const { page, saved, templateId } = await open(t, {});
    await page.getByRole('button', { name: 'Add table' }).click();
    await properties(page).getByRole('switch', { name: 'Sum so far', exact: true }).click();
    const sums = properties(page).getByRole('group', { name: 'Sum so far', exact: true });
    const isCarry = (carry: unknown, expected: object) => JSON.stringify(carry) === JSON.stringify(expected);
    const made = { label: 'Carried forward', headLabel: 'Brought forward', value: '{{ item.price }}' };
    await saved('the sum', ({ carry }) => isCarry(carry, made));
    await checkPage(page);
    await sums.getByRole('combobox', { name: 'Carry column', exact: true }).selectOption('Price');
    const format = sums.getByRole('combobox', { name: 'Carry format', exact: true });
    const offered = await format.getByRole('option').allInnerTexts();
    assert.equal(offered.join(), 'As it is,Number,Percent,Currency,Other numbers');
    await format.selectOption('percent');
    await sums.getByRole('textbox', { name: 'Carry label', exact: true }).fill('Sum');
    await page.keyboard.press('Enter');
    await properties(page).getByRole('button', { name: 'Move column 2 left' }).click();
    await saved(
      'the moved column',
      ({ carry, columns }) =>
        columns[0]?.['header'] === 'Price' &&
        isCarry(carry, { ...made, label: 'Sum', format: 'percent', column: 0 }),
    );
    const { json } = await studio.call('getDraft', { path: { templateId } });
    assert.deepEqual((json as { readonly problems: unknown }).problems, []);
    await checkPage(page);
  });

  test('values offer the fields of the entry, and visibility takes an expression', async (t) => {
    const { page, saved } = await open(t, {});
    await page.getByRole('button', { name: 'Add table' }).click();
    await column(page, 1).getByRole('textbox', { name: 'Column 1 value' }).fill('{{ item.p');
    const offers = page.getByRole('listbox', { name: 'Variables' });
    assert.match(await offers.getByRole('option').first().innerText(), /^item\.price\s+number$/u);
    await page.keyboard.press('Enter');
    await saved('the field', ({ columns }) => columns[0]?.['value'] === '{{ item.price }}');
    await properties(page).getByRole('button', { name: 'Bind visible' }).click();
    await page.getByRole('menuitem', { name: 'Write an expression' }).click();
    // What is to be written is selected.
    const visible = properties(page).getByRole('textbox', { name: 'Visible' });
    await waitUntil(async () => (await page.evaluate<string>('getSelection().toString()')) === 'true');
    await page.keyboard.type('ite');
    await offers.getByText('items', { exact: true }).waitFor();
    await visible.press('ControlOrMeta+a');
    await page.keyboard.type('{{ items.size() > 5 }}');
    await page.keyboard.press('Enter');
    await saved('the expression', (table) => table['visible'] === '{{ items.size() > 5 }}');
    await properties(page).getByText('= false').waitFor();
    await checkPage(page);
  });

  test('rows and columns have colours, weights and slants by entry', async (t) => {
    const { page, saved, templateId } = await open(t, {});
    await page.getByRole('button', { name: 'Add table' }).click();
    await column(page, 1).getByRole('button', { name: 'Settings of column 1' }).click();
    const write = async (key: string, expression: string) => {
      await properties(page)
        .getByRole('button', { name: `Bind ${key.toLowerCase()}`, exact: true })
        .click();
      await page.getByRole('menuitem', { name: 'Write an expression' }).click();
      const focused = () => page.evaluate<string>('String(document.activeElement.value)');
      await waitUntil(async () => (await focused()).startsWith('{{'));
      await properties(page).getByRole('textbox', { name: key, exact: true }).press('ControlOrMeta+a');
      await page.keyboard.type(`{{ ${expression} }}`);
      await page.keyboard.press('Enter');
    };
    await properties(page).getByRole('combobox', { name: 'Body font style' }).selectOption('italic');
    await write('Body font style', 'item.price > 10.0 ? "italic" : "normal"');
    await properties(page).getByText('= italic').waitFor();
    await write('Body font weight', 'item.price > 10.0 ? 700 : 400');
    await properties(page).getByText('= 700').waitFor();
    await write('Column 1 style decoration', 'item.name == "Cup" ? "underline" : "none"');
    const paint = column(page, 1).getByRole('radiogroup', { name: 'Column 1 style color type' });
    await paint.getByText('Color', { exact: true }).click();
    await column(page, 1).getByRole('textbox', { name: 'Column 1 style color' }).fill('#b00020');
    await page.keyboard.press('Enter');
    await saved('the styles', ({ body, columns }) => {
      const { fontStyle, fontWeight } = (body ?? {}) as Record<string, unknown>;
      const style = (columns[0]?.['style'] ?? {}) as { decoration?: string; color?: string };
      return (
        fontStyle === '{{ item.price > 10.0 ? "italic" : "normal" }}' &&
        fontWeight === '{{ item.price > 10.0 ? 700 : 400 }}' &&
        style.decoration === '{{ item.name == "Cup" ? "underline" : "none" }}' &&
        style.color === '#b00020'
      );
    });
    const { json } = await studio.call('getDraft', { path: { templateId } });
    assert.deepEqual((json as { readonly problems: unknown }).problems, []);
    await properties(page).getByRole('button', { name: 'Bind body font style', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Use a fixed value' }).click();
    await saved('the word before', ({ body }) => (body as { fontStyle?: string }).fontStyle === 'italic');
    await checkPage(page);
  });

  test('a cell of the header takes several columns', async (t) => {
    const { page, saved, templateId } = await open(t, {});
    await page.getByRole('button', { name: 'Add table' }).click();
    await column(page, 2).getByRole('textbox', { name: 'Column 2 header' }).fill('');
    await properties(page).getByRole('textbox', { name: 'Header span', exact: true }).fill('2 1');
    await page.keyboard.press('Enter');
    await saved('the span', ({ header, columns }) => {
      const { span } = (header ?? {}) as { readonly span?: readonly number[] };
      return span?.join() === '2,1' && (columns[1]?.['header'] ?? '') === '';
    });
    const { json } = await studio.call('getDraft', { path: { templateId } });
    assert.deepEqual((json as { readonly problems: unknown }).problems, []);
    await properties(page).getByRole('button', { name: 'Remove column 2' }).click();
    await saved('the span of those left', ({ header, columns }) => {
      const { span } = (header ?? {}) as { readonly span?: readonly number[] };
      return columns.length === 2 && span?.join() === '1,1';
    });
    await checkPage(page);
  });

  test('cells of a column show a picture or a code', async (t) => {
    const { page, saved, templateId } = await open(t, {});
    await page.getByRole('button', { name: 'Add table' }).click();
    await properties(page).getByRole('button', { name: 'Add column' }).click();
    await page.getByRole('menuitem', { name: 'photo' }).click();
    const content = (number: number) =>
      column(page, number).getByRole('combobox', { name: `Column ${number} content`, exact: true });
    await content(4).selectOption('Image');
    await column(page, 4).getByRole('textbox', { name: 'Column 4 height', exact: true }).fill('60');
    await page.keyboard.press('Enter');
    await column(page, 4).getByRole('combobox', { name: 'Column 4 fit', exact: true }).selectOption('fill');
    await content(1).selectOption('Barcode');
    await column(page, 1)
      .getByRole('combobox', { name: 'Column 1 symbology', exact: true })
      .selectOption('Code 39');
    await content(2).selectOption('QR code');
    await column(page, 2)
      .getByRole('textbox', { name: 'Column 2 value', exact: true })
      .fill('Price {{ item.p');
    await page.getByRole('listbox', { name: 'Variables' }).getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await saved('the cells', ({ columns }) => {
      const cells = columns.map(({ cell, value }) => cell ?? value);
      return (
        JSON.stringify([cells[0], cells[3]]) ===
          JSON.stringify([
            { type: 'barcode', value: '{{ item.name }}', symbology: 'code39', height: 40 },
            { type: 'image', src: '{{ item.photo }}', fit: 'fill', height: 60 },
          ]) && (cells[1] as { value?: string }).value === 'Price {{ item.price }}'
      );
    });
    const { json } = await studio.call('getDraft', { path: { templateId } });
    assert.deepEqual((json as { readonly problems: unknown }).problems, []);
    await checkPage(page);
    await content(1).selectOption('Text');
    await saved(
      'the text again',
      ({ columns }) => columns[0]?.['value'] === '{{ item.name }}' && columns[0]?.['cell'] === undefined,
    );
  });

  test('another name of a field is written into columns, and one undo takes it back', async (t) => {
    const { page, saved } = await open(t, {});
    await page.getByRole('button', { name: 'Add table' }).click();
    await column(page, 3).waitFor();
    await page.getByRole('button', { name: 'Actions for items' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit variable' });
    await dialog.getByRole('textbox', { name: 'Name of field 2' }).fill('unit price');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await saved('the new name', ({ columns }) => columns[1]?.['value'] === '{{ item["unit price"] }}');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await saved('the old name', ({ columns }) => columns[1]?.['value'] === '{{ item.price }}');
  });

  test('a double click leads to the text of a header or a cell', async (t) => {
    const table = {
      type: 'table',
      id: 'Rows',
      x: 100,
      y: 100,
      width: 800,
      height: 'hug',
      rows: '{{ items }}',
      columns: [
        { header: 'Article', value: '{{ item.name }}' },
        { header: 'Price', value: '{{ item.price }}' },
      ],
      body: { fontSize: 40 },
    };
    const { page, saved } = await open(t, { elements: [table] });
    await page.getByRole('tree', { name: 'Layers' }).getByRole('treeitem', { name: 'Rows' }).click();
    await column(page, 2).waitFor();
    const place = await getPlace(page);
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
    const open2 = async (x: number, y: number) => {
      const at = onScreen(place, { x, y });
      await page.mouse.dblclick(at.x, at.y);
    };
    await open2(600, 125);
    await waitUntil(async () => (await focused()) === 'Column 2 header');
    await page.keyboard.type('Euro');
    await open2(150, 185);
    await waitUntil(async () => (await focused()) === 'Column 1 value');
    await saved('the header', ({ columns }) => columns[1]?.['header'] === 'Euro');
  });

  test('show the data set in use, and an entry that is edited at once', async (t) => {
    const { page, templateId } = await open(t, {});
    await page.getByRole('button', { name: 'Add table' }).click();
    await column(page, 1).waitFor();
    const shown = () => page.locator('canvas[data-layer=page]').evaluate(pixels);
    await waitUntil(async () => (await shown()) !== '');
    const sets = page.getByRole('region', { name: 'Data sets' });
    await sets.getByRole('button', { name: 'New data set' }).click();
    await page.getByRole('menuitem', { name: 'Empty', exact: false }).first().click();
    const before = await shown();
    const edit = async () => {
      await sets
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Edit values' }).click();
    };
    await edit();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add an entry' }).click();
    await page.keyboard.type('Large plate');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitUntil(async () => (await shown()) !== before);
    const { json } = await studio.call('getDraft', { path: { templateId } });
    assert.deepEqual((json as { readonly problems: unknown }).problems, []);
  });

  test('the form is accessible', async (t) => {
    const { page } = await open(t, {});
    await page.getByRole('button', { name: 'Add table' }).click();
    await column(page, 1).getByRole('button', { name: 'Settings of column 1' }).click();
    await column(page, 1)
      .getByRole('combobox', { name: 'Column 1 format', exact: true })
      .selectOption('options');
    await checkPageAtWidths(t, page, [1440, 1024]);
  });
});

/** What a canvas shows, as text. */
function pixels(canvas: unknown): string {
  return (canvas as { toDataURL: () => string }).toDataURL();
}
