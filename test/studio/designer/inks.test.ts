/** Inks: declared in the designer, chosen for a color, undone, and in the PDF. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readProfile } from '../../../src/render/inks/condition-profiles.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { openPages } from './leaflet.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ env: { RATE_LIMITS: 'off' } });
});
after(() => studio.close());

const document = {
  schemaVersion: 1,
  name: 'Label',
  viewport: { width: 300, height: 200 },
  viewportOutputIntent: 'print',
  background: '#ffffff',
  elements: [{ type: 'rect', id: 'panel', x: 20, y: 20, width: 200, height: 100, fill: '#ff0000' }],
};

test('an ink is declared, and a fill is in it or in process inks', { timeout: 300_000 }, async (t) => {
  const { page, templateId } = await openPages(t, studio, { document });
  const untilSaved = (inks: unknown, fill: string) =>
    waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      const saved = (json as { readonly document: Record<string, unknown> }).document;
      const [panel] = saved['elements'] as readonly { readonly fill?: unknown }[];
      return JSON.stringify([saved['inks'], panel?.fill]) === JSON.stringify([inks, fill]);
    });
  const properties = page.getByRole('region', { name: 'Properties' });
  await properties.getByRole('button', { name: 'Add ink' }).click();
  const ink = properties.getByRole('group', { name: 'Ink 1', exact: true });
  const name = ink.getByRole('textbox', { name: 'Ink 1 name' });
  await name.fill('Gold');
  await name.press('Tab');
  const cmyk = ink.getByRole('textbox', { name: /seen as cyan/iu });
  await cmyk.fill('20, 30, 80, 10');
  await cmyk.press('Tab');
  await untilSaved([{ name: 'Gold', cmyk: [20, 30, 80, 10] }], '#ff0000');
  await checkPage(page);

  await page.getByRole('tree', { name: 'Layers' }).getByRole('treeitem', { name: 'panel' }).click();
  await properties.getByRole('button', { name: 'Choose fill' }).click();
  const cyan = page.getByRole('textbox', { name: 'Cyan' });
  await cyan.fill('100');
  await cyan.press('Tab');
  await untilSaved([{ name: 'Gold', cmyk: [20, 30, 80, 10] }], 'device-cmyk(100% 0% 0% 0%)');
  await page.getByRole('combobox', { name: 'Ink' }).click();
  await page.getByRole('option', { name: 'Gold' }).click();
  await untilSaved([{ name: 'Gold', cmyk: [20, 30, 80, 10] }], 'ink("Gold")');
  await checkPage(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await untilSaved([{ name: 'Gold', cmyk: [20, 30, 80, 10] }], 'device-cmyk(100% 0% 0% 0%)');
});

test('a printing condition is chosen, or uploaded as a profile', { timeout: 300_000 }, async (t) => {
  const { page, templateId } = await openPages(t, studio, { document, expectedStatuses: [400] });
  const untilSaved = (outputProfile: unknown, rgbToCmyk: unknown) =>
    waitUntil(async () => {
      const { json } = await studio.call('getDraft', { path: { templateId } });
      const saved = (json as { readonly document: Record<string, unknown> }).document;
      return saved['outputProfile'] === outputProfile && saved['rgbToCmyk'] === rgbToCmyk;
    });
  const properties = page.getByRole('region', { name: 'Properties' });
  const condition = properties.getByRole('combobox', { name: 'Printing condition' });
  await condition.selectOption({ label: 'FOGRA47: uncoated paper, Europe' });
  await untilSaved('FOGRA47', undefined);
  await properties.getByRole('combobox', { name: 'RGB in print' }).selectOption('Convert to CMYK');
  await untilSaved('FOGRA47', 'convert');
  await checkPage(page);
  const output = properties.getByRole('group', { name: 'Output', exact: true });
  const upload = async (name: string, buffer: Buffer) => {
    const input = output.locator('input[type=file]');
    await input.setInputFiles({ name, mimeType: 'application/vnd.iccprofile', buffer });
  };
  const profile = readProfile('FOGRA39');
  await upload('cut.icc', profile.subarray(0, 5000));
  await page
    .getByText('is damaged: its size or a part of it', { exact: false })
    .waitFor({ timeout: 120_000 });
  await upload('press.icc', profile);
  await untilSaved('profiles/press.icc', 'convert');
  assert.equal(await condition.inputValue(), 'profiles/press.icc');
  await checkPage(page);
  await condition.selectOption({ label: 'FOGRA39: coated paper, Europe' });
  await untilSaved(undefined, 'convert');
});
