/** Controls of codes in the designer: sizes, shapes, options and bearer bars. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { openPages } from './leaflet.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ env: { RATE_LIMITS: 'off' } });
});
after(() => studio.close());

const box = { x: 20, y: 20, width: 240, height: 120 };
const document = {
  schemaVersion: 1,
  name: 'Codes',
  viewport: { width: 600, height: 400 },
  background: '#ffffff',
  elements: [
    { type: 'qrcode', id: 'ticket', ...box, width: 120, value: 'https://example.org' },
    { type: 'barcode', id: 'license', ...box, y: 160, symbology: 'pdf417', value: 'Ada' },
    { type: 'barcode', id: 'case', ...box, x: 300, symbology: 'itf14', value: '15400141288763' },
  ],
};

test('codes take sizes, shapes, options and bearer bars', { timeout: 300_000 }, async (t) => {
  const { page, templateId } = await openPages(t, studio, { document });
  const untilSaved = (id: string, expected: object) =>
    waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      const { elements } = (json as { readonly document: { readonly elements: Record<string, unknown>[] } })
        .document;
      const saved = elements.find((each) => each['id'] === id) ?? {};
      return Object.entries(expected).every(
        ([key, value]) => JSON.stringify(saved[key]) === JSON.stringify(value),
      );
    });
  const properties = page.getByRole('region', { name: 'Properties' });
  const select = (id: string) =>
    page.getByRole('tree', { name: 'Layers' }).getByRole('treeitem', { name: id }).click();
  const fill = async (name: string, text: string) => {
    const field = properties.getByRole('textbox', { name, exact: true });
    await field.fill(text);
    await field.press('Tab');
  };

  await select('ticket');
  await properties.getByRole('combobox', { name: 'Module shape' }).selectOption('Dots');
  await fill('Module size', '3');
  await untilSaved('ticket', { moduleShape: 'dots', moduleSize: 3 });
  await checkPage(page);

  await select('license');
  await fill('Options', 'columns 99');
  await properties.getByText(/^columns: /u).waitFor();
  await fill('Options', 'columns 5, eclevel 2');
  await fill('Bar width reduction', '0.2');
  await untilSaved('license', { options: { columns: 5, eclevel: 2 }, barWidthReduction: 0.2 });
  await checkPage(page);

  await select('case');
  await properties.getByRole('combobox', { name: 'Bearer bars' }).selectOption('Frame');
  await untilSaved('case', { bearerBars: 'frame' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await untilSaved('case', { bearerBars: undefined });
  assert.equal(await properties.getByRole('combobox', { name: 'Bearer bars' }).inputValue(), '');
});
