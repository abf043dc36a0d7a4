/** Charts in the designer: added, and edited by a form or as JSON. */
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, checkPageAtWidths, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const layered = {
  data: { name: 'items' },
  layer: [{ mark: 'bar' }, { mark: 'rule' }],
  encoding: { y: { field: 'sold', type: 'quantitative' } },
};
const items = {
  name: 'items',
  type: 'list',
  label: 'Sold',
  fields: [
    { name: 'month', type: 'text' },
    { name: 'sold', type: 'number' },
    { name: 'region', type: 'text' },
  ],
  defaultValue: ['North', 'South'].flatMap((region, row) =>
    ['Jan', 'Feb', 'Mar'].map((month, index) => ({
      month,
      region,
      sold: String(40 + 30 * index + 20 * row),
    })),
  ),
};

interface Opened {
  readonly page: Page;
  readonly form: Locator;
  /** The saved specification of a chart, once it is as wanted. */
  readonly savedSpec: (id: string, fits: (spec: Record<string, unknown>) => boolean) => Promise<void>;
}

async function open(t: TestContext, document: object, width = 1440): Promise<Opened> {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Charts',
    viewport: { width: 800, height: 500 },
    background: '#ffffff',
    ...document,
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`, { width });
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  return {
    page,
    form: page.getByRole('group', { name: 'Chart form' }),
    savedSpec: async (id, fits) => {
      let seen: unknown;
      await waitUntil(async () => {
        const { json } = await studio.call('getDraft', { path: { templateId } });
        const draft = json as { document: { elements: { id: string; spec?: Record<string, unknown> }[] } };
        const spec = draft.document.elements.find((element) => element.id === id)?.spec;
        seen = spec;
        return spec !== undefined && fits(spec);
      }).catch((error: unknown) => assert.fail(`${String(error)}: ${JSON.stringify(seen)}`));
    },
  };
}

const layer = (page: Page, name: string) =>
  page.getByRole('tree', { name: 'Layers' }).getByRole('treeitem', { name });
const getEncoding = (spec: Record<string, unknown>) =>
  spec['encoding'] as Record<string, Record<string, unknown>>;

describe('charts in the designer', () => {
  test('are added with a list of their own, and take the first list there is', async (t) => {
    const { page, form, savedSpec } = await open(t, { elements: [], variables: [] });
    await page.getByRole('button', { name: 'Add chart' }).click();
    await form.waitFor();
    assert.equal(await form.getByLabel('Data').inputValue(), 'sales');
    await page.getByRole('region', { name: 'Variables' }).getByText('sales').first().waitFor();
    await savedSpec('Chart', ({ title }) => title === 'Sold by month');
    await page.locator('[data-warning]').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await layer(page, 'Chart').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Variables' }).getByText('sales').waitFor({ state: 'detached' });
  });

  test('are edited by a form with the keyboard, and undone', async (t) => {
    const { page, form, savedSpec } = await open(t, { variables: [items], elements: [] });
    await page.getByRole('region', { name: 'Canvas' }).focus();
    await page.keyboard.press('c');
    await form.waitFor();
    const choose = (label: string, option: string) =>
      form.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
    await choose('Color by', 'region');
    await choose('Several colors', 'Side by side');
    await savedSpec('Chart', (spec) => getEncoding(spec)['xOffset']?.['field'] === 'region');
    await choose('Kind', 'Horizontal bars');
    await choose('Order', 'Largest first');
    await choose('Aggregate', 'Sum');
    await choose('Legend', 'Bottom');
    await choose('Number format', '1,235');
    const title = form.getByRole('textbox', { name: 'Chart title' });
    await title.focus();
    await title.fill('Sold in {{ items.size() }} months');
    await page.keyboard.press('Enter');
    await form.getByRole('textbox', { name: 'X axis title' }).fill('Pieces');
    await page.keyboard.press('Tab');
    await savedSpec('Chart', (spec) => {
      const { x, y, yOffset, color } = getEncoding(spec);
      return (
        spec['title'] === 'Sold in {{ items.size() }} months' &&
        JSON.stringify([x?.['title'], x?.['aggregate'], y?.['sort']]) === '["Pieces","sum","-x"]' &&
        JSON.stringify([yOffset, color?.['legend']]) === '[{"field":"region"},{"orient":"bottom"}]'
      );
    });
    await checkPage(page);
    await page.getByRole('region', { name: 'Canvas' }).focus();
    for (let count = 0; count < 9; count += 1) await page.keyboard.press('ControlOrMeta+z');
    await savedSpec('Chart', (spec) => spec['title'] === 'Sold' && getEncoding(spec)['color'] === undefined);
    await choose('Kind', 'Donut');
    await form.getByRole('combobox', { name: 'Slices', exact: true }).waitFor();
    await savedSpec('Chart', (spec) => getEncoding(spec)['theta']?.['field'] === 'sold');
    assert.equal(await form.getByRole('combobox', { name: 'Color by' }).count(), 0);
  });

  test('are edited as JSON where the form ends, and both show the same', async (t) => {
    const chart = { type: 'chart', x: 20, y: 20, width: 300, height: 200 };
    const simple = { data: { name: 'items' }, mark: 'bar', encoding: { y: { aggregate: 'count' } } };
    const { page, form, savedSpec } = await open(t, {
      variables: [items],
      elements: [
        { ...chart, id: 'layers', spec: layered },
        { ...chart, id: 'bars', x: 400, spec: simple },
      ],
    });
    await layer(page, 'layers').click();
    const properties = page.getByRole('region', { name: 'Properties' });
    await properties.getByText('This chart is made of several views.').waitFor();
    assert.equal(await form.count(), 0);
    const json = properties.getByRole('textbox', { name: 'Specification (Vega-Lite)' });
    assert.match(await json.inputValue(), /"layer"/u);
    await checkPage(page);
    await json.fill(JSON.stringify({ ...simple, mark: { type: 'line', opacity: 0.5 } }));
    await page.keyboard.press('Tab');
    await form.waitFor();
    assert.equal(await form.getByRole('combobox', { name: 'Kind' }).inputValue(), 'line');
    await form.getByRole('combobox', { name: 'Kind' }).selectOption('area');
    await savedSpec('layers', ({ mark }) => JSON.stringify(mark) === '{"type":"area","opacity":0.5}');

    await layer(page, 'bars').click();
    await properties.getByRole('button', { name: 'Edit as JSON' }).click();
    assert.equal(await json.inputValue(), JSON.stringify(simple, null, 2));
    await form.getByRole('combobox', { name: 'X axis', exact: true }).selectOption('month');
    await waitUntil(async () => (await json.inputValue()).includes('"field": "month"'));
    await layer(page, 'layers').click({ modifiers: ['ControlOrMeta'] });
    assert.equal(await form.count(), 0);
  });

  test('the form is accessible', async (t) => {
    const { page, form } = await open(t, { variables: [items], elements: [] });
    await page.getByRole('button', { name: 'Add chart' }).click();
    await form.waitFor();
    await form.getByRole('combobox', { name: 'Color by' }).selectOption('region');
    await checkPageAtWidths(t, page, [1440, 1024]);
  });
});
