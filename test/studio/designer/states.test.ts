/** axe-core in every state of the designer, also at a zoom of 200 %. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { TemplateElement } from '../../../studio/web/src/designer/model/template.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { addTemplate } from '../../helpers/http.ts';
import {
  checkLayout,
  checkPage,
  startBrowserStudio,
  type BrowserStudio,
  type PageOptions,
} from '../browser.ts';
import { hasFocus } from '../keyboard.ts';
import { makeFromSample, saveChange } from '../templates.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

type Check = (page: Page) => Promise<void>;

/** Colors do not depend on the zoom. */
const looks: readonly (PageOptions & { readonly name: string; readonly check: Check })[] = [
  { name: '100 %', check: checkPage, width: 1440 },
  { name: '200 %', check: checkLayout, width: 720, height: 450, scaleFactor: 2 },
];

const box = { x: 60, y: 60, width: 300, height: 80 };
/** One element of each type, and one that is locked, one that is hidden. */
const elements = [
  { type: 'rect', id: 'panel', ...box, fill: { type: 'linear', stops: stops() }, shadow: { blur: 4 } },
  { type: 'ellipse', id: 'disc', ...box, y: 160, fill: '#5288c2' },
  { type: 'text', id: 'title', ...box, y: 250, text: 'News of {{headline}}', fontSize: 30 },
  { type: 'text', id: 'runs', ...box, y: 350, runs: [{ text: 'One ' }, { text: 'two', fontWeight: 700 }] },
  { type: 'image', id: 'photo', ...box, x: 400, src: '{{photo}}', visible: false },
  { type: 'path', id: 'arrow', ...box, x: 400, y: 160, d: 'M0 0 L10 10', stroke: { color: '#000' } },
  { type: 'qrcode', id: 'code', ...box, x: 400, y: 250, height: 200, value: 'https://example.com' },
  { type: 'line', id: 'rule', ...box, x: 800, height: 0, stroke: { color: '#000' } },
  { type: 'barcode', id: 'bars', ...box, x: 800, y: 160, value: '12345', symbology: 'code128' },
  {
    type: 'group',
    id: 'both',
    ...box,
    x: 800,
    y: 300,
    elements: [{ type: 'rect', id: 'inner', x: 0, y: 0, width: 300, height: 80, fill: '#1b3b61' }],
  },
] as unknown as readonly TemplateElement[];

function stops(): object[] {
  return [
    { offset: 0, color: '#5288c2' },
    { offset: 1, color: '#1b3b61' },
  ];
}

async function open(t: TestContext, options: PageOptions = {}, drawn = elements) {
  const templateId = await makeFromSample(studio, 'social-card');
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Every state',
    viewport: { width: 1200, height: 630 },
    variables: [
      { name: 'headline', type: 'text', defaultValue: 'Monday', validation: { maxLength: 900 } },
      { name: 'photo', type: 'image' },
    ],
    elements: drawn,
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`, { height: 900, ...options });
  await page.getByRole('region', { name: 'Canvas' }).waitFor();
  await page.locator('[data-layer="page"][data-shown]').waitFor({ state: 'attached' });
  return { page, templateId };
}

/** Opens a panel: at 200 % they are tabs. */
async function showPanel(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, exact: true });
  if ((await tab.count()) === 1 && (await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Opens something, checks the page with it, and closes it again. */
async function checkOpen(
  page: Page,
  openIt: () => Promise<unknown>,
  isOpen: string,
  check: Check,
): Promise<void> {
  await openIt();
  const opened = page.locator(isOpen);
  await opened.first().waitFor();
  await check(page);
  await page.keyboard.press('Escape');
  await opened.first().waitFor({ state: 'detached' });
}

for (const { name, check, ...look } of looks) {
  test(`an empty page, and the first keys (${name})`, async (t) => {
    const { page } = await open(t, look, []);
    await page.getByText('An empty page').waitFor();
    await check(page);
    await button(page, 'Draw a panel').click();
    await page.getByRole('note', { name: 'Useful keys' }).waitFor();
    await check(page);
  });

  test(`each element selected, alone and with others (${name})`, async (t) => {
    const { page } = await open(t, look);
    // Every type once; at 200 %, the panels that have the most in them.
    for (const { id } of name === '100 %' ? elements : elements.slice(0, 3)) {
      await showPanel(page, 'Layers');
      await page.getByRole('treeitem', { name: id, exact: true }).click();
      await showPanel(page, 'Properties');
      await page.getByRole('region', { name: 'Properties' }).getByRole('textbox', { name: 'Name' }).waitFor();
      await check(page);
    }
    await page.getByRole('region', { name: 'Canvas' }).press('ControlOrMeta+A');
    await page.getByRole('heading', { name: '10 elements' }).waitFor();
    await check(page);
    await button(page, 'Preview').click();
    await check(page);
  });

  test(`a text that is written, and what {{ offers (${name})`, async (t) => {
    const { page } = await open(t, look);
    await showPanel(page, 'Layers');
    await page.getByRole('treeitem', { name: 'title', exact: true }).click();
    await page.getByRole('region', { name: 'Canvas' }).press('Enter');
    const field = page.getByRole('textbox', { name: 'Text of title' });
    await waitUntil(() => hasFocus(field));
    await check(page);
    await page.keyboard.press('End');
    await page.keyboard.type(' {{');
    await page.getByRole('option', { name: 'headline' }).waitFor();
    await check(page);
  });

  test(`menus (${name})`, async (t) => {
    const { page } = await open(t, look);
    const menu = '[role="menu"]';
    await checkOpen(page, () => button(page, 'Download').click(), menu, check);
    await button(page, 'Download').click();
    const svg = page.getByRole('menuitem', { name: 'SVG, text as text' });
    const [file] = await Promise.all([page.waitForEvent('download'), svg.click()]);
    assert.match(await readFile(await file.path(), 'utf8'), /<text/);
    await checkOpen(page, () => button(page, /^Zoom, /).click(), '[aria-label="Zoom in percent"]', check);
    await showPanel(page, 'Variables');
    await checkOpen(page, () => button(page, 'Actions for headline').click(), menu, check);
    await showPanel(page, 'Data sets');
    await checkOpen(page, () => button(page, 'New data set').click(), menu, check);
    await showPanel(page, 'Layers');
    await page.getByRole('treeitem', { name: 'title', exact: true }).click();
    await showPanel(page, 'Properties');
    await checkOpen(page, () => button(page, 'Bind text').click(), menu, check);
    await checkOpen(
      page,
      () => button(page, 'Choose color').click(),
      '[role="slider"][aria-label="Hue"]',
      check,
    );
    await checkOpen(
      page,
      () => page.getByRole('combobox', { name: 'Font family', exact: true }).click(),
      '[role="option"]:visible',
      check,
    );
  });

  test(`dialogs (${name})`, async (t) => {
    // The version that is published needs a value.
    const { page } = await open(t, { ...look, expectedStatuses: [400] });
    const dialog = '[role="dialog"]';
    await showPanel(page, 'Variables');
    await checkOpen(page, () => button(page, 'Add variable').click(), dialog, check);
    await button(page, 'Actions for headline').click();
    await checkOpen(page, () => page.getByRole('menuitem', { name: 'Remove' }).click(), dialog, check);
    await showPanel(page, 'Data sets');
    for (const item of ['Blank', 'A row of a CSV …']) {
      await button(page, 'New data set').click();
      await checkOpen(page, () => page.getByRole('menuitem', { name: item }).click(), dialog, check);
    }
    await button(page, 'New data set').click();
    await page.getByRole('menuitem', { name: 'Longest' }).click();
    await checkOpen(page, () => button(page, /warnings? of Longest/).click(), '[role="dialog"]', check);
    await checkOpen(page, () => page.keyboard.press('ControlOrMeta+K'), dialog, check);
    await checkOpen(
      page,
      async () => {
        await button(page, 'Publish').click();
        await page.getByRole('img', { name: 'Picture of With your changes' }).waitFor();
      },
      dialog,
      check,
    );
  });

  test(`JSON with a mistake (${name})`, async (t) => {
    const { page } = await open(t, look);
    await button(page, 'JSON').click();
    await page.getByRole('textbox', { name: 'Template as JSON' }).press('ControlOrMeta+Home');
    for (const key of ['End', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.insertText('"nobody": 1,');
    await page.locator('.cm-lintRange-error').first().hover();
    await page.getByText('There is no key "nobody" here.', { exact: true }).waitFor();
    await page.getByText('Not applied. Line 2: There is no key "nobody" here.').waitFor();
    await check(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"view');
    await page.getByRole('option', { name: '"viewportUnit"' }).waitFor();
    await check(page);
  });

  test(`what has to be said (${name})`, async (t) => {
    const { owner, member } = studio;
    const panel = { type: 'rect', id: 'panel', x: 0, y: 0, width: 10, height: 10, fill: '#204060' } as const;
    const drawn = { name: 'Card', elements: [panel], variables: [] };
    const templateId = await addTemplate(studio.db, owner, drawn, { visibility: 'SHARED' });
    const place = `/templates/${templateId}/design`;
    const page = await studio.open(t, place, { ...look, expectedStatuses: [0, 412], hasEvents: false });
    await studio.open(t, place, { as: member });
    await page.getByText(/has this template open, too\.$/).waitFor();
    await check(page);
    await page.context().setOffline(true);
    await page.getByRole('region', { name: 'Canvas' }).press('ControlOrMeta+A');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Offline. Changes are kept in this browser.').waitFor();
    await check(page);
    await saveChange(studio, templateId, (document) => ({
      ...document,
      elements: [{ ...panel, x: 5 }],
    }));
    await page.context().setOffline(false);
    await page
      .getByText('You and somebody else have changed the same at once: panel. What you did is kept.')
      .waitFor();
    await check(page);
  });
}
