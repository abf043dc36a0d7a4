/** Preflight in the designer: a list, each of whose entries leads to its element. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
  viewportExportDpi: 300,
  viewportOutputIntent: 'print',
  bleed: 10,
  background: '#ffffff',
  elements: [
    {
      type: 'text',
      id: 'terms',
      x: 20,
      y: 20,
      width: 200,
      height: 20,
      text: 'Terms',
      fontSize: 5,
      color: '#c01030',
    },
    { type: 'rect', id: 'band', x: -4, y: 150, width: 308, height: 20, fill: '#204060' },
  ],
};

for (const width of [1440, 1024])
  test(`lists what a printer would warn about, at ${width} px`, { timeout: 300_000 }, async (t) => {
    const { page } = await openPages(t, studio, { document, width });
    const properties = page.getByRole('region', { name: 'Properties' });
    await properties.getByRole('button', { name: 'Check for print' }).click();
    const list = properties.getByRole('list', { name: 'Preflight' });
    await list.waitFor();
    const entries = await list.getByRole('button').allInnerTexts();
    assert.equal(entries.length, 2);
    assert.match(entries[0] ?? '', /^Error: Small text in several inks/u);
    assert.match(entries[1] ?? '', /^Error: It does not reach the edge of the bleed/u);
    await checkPage(page);
    await list.getByRole('button', { name: /band/u }).click();
    await page.getByRole('treeitem', { name: 'band', selected: true }).waitFor({ state: 'attached' });
  });
