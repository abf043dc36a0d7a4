/** Pages that go on over further pages. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitUntil } from '../../helpers/batch.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { openPages, pictureOf } from './leaflet.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ env: { RATE_LIMITS: 'off' } });
});
after(() => studio.close());

const lines = Array.from({ length: 40 }, (_, index) => `Line ${index + 1}`).join('\n');

/** A text of 40 lines in a box for four, and a title above it. */
const report = {
  ...{ schemaVersion: 1, name: 'Report', viewport: { width: 300, height: 200 }, background: '#ffffff' },
  pages: [
    {
      id: 'story',
      elements: [
        { type: 'text', id: 'body', x: 20, y: 70, width: 260, height: 100, text: lines, fontSize: 20 },
        { type: 'text', id: 'title', x: 20, y: 20, width: 260, height: 40, text: 'Report', fontSize: 30 },
      ],
    },
  ],
};

interface SavedPage {
  readonly flow?: boolean;
  readonly layout?: object;
  readonly elements: readonly { readonly id: string }[];
}

async function untilPage(templateId: string, isMet: (page: SavedPage) => boolean): Promise<SavedPage> {
  let page: SavedPage | undefined;
  await waitUntil(async () => {
    const { json } = await studio.call('getDraft', { path: { templateId } });
    page = (json as { readonly document: { readonly pages: readonly SavedPage[] } }).document.pages[0]!;
    return isMet(page);
  });
  return page!;
}

test('a page without a layout goes on over further pages, which are shown one after the other', async (t) => {
  const { page, templateId } = await openPages(t, studio, { document: report });
  const result = page.getByRole('group', { name: 'Pages of the result' });
  await result.getByText('Page 1 of 1 in the result').waitFor();
  const flow = page
    .getByRole('region', { name: 'Properties' })
    .getByRole('switch', { name: 'Goes on over further pages' });
  await flow.focus();
  await page.keyboard.press('Space');
  const saved = await untilPage(templateId, (each) => each.flow === true);
  assert.deepEqual(saved.layout, { direction: 'column', gap: 10, padding: 20 });
  assert.deepEqual(
    saved.elements.map(({ id }) => id),
    ['title', 'body'],
  );
  // 40 lines of 24 px in rooms of 160 px: four of them below the title, six on each further page.
  await result.getByText('Page 1 of 7 in the result').waitFor();
  const hashOf = () =>
    page.evaluate<string>(`document.querySelector('[data-canvas] canvas[data-page=story]').toDataURL()`);
  await pictureOf(page, 'story');
  const first = await hashOf();
  await result.getByRole('button', { name: 'Next page of the result' }).click();
  await result.getByText('Page 2 of 7 in the result').waitFor();
  await waitUntil(async () => (await hashOf()) !== first);
  await checkPage(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  const undone = await untilPage(templateId, (each) => each.flow === undefined);
  assert.equal(JSON.stringify(undone), JSON.stringify(report.pages[0]));
  assert.equal(await flow.isChecked(), false);
});
