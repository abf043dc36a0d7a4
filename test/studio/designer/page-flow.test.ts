/** Pages that go on over further pages, and the headers and footers of pages. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { getFrame, openPages, getPicture } from './leaflet.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ env: { RATE_LIMITS: 'off' } });
});
after(() => studio.close());

const lines = Array.from({ length: 40 }, (_, index) => `Line ${index + 1}`).join('\n');

/** A text of 40 lines in a box for four, and a title above it. */
const report = {
  schemaVersion: 1,
  name: 'Report',
  viewport: { width: 300, height: 200 },
  background: '#ffffff',
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
  readonly header?: Running;
  readonly footer?: Running;
}

interface Running {
  readonly id: string;
  readonly y?: number;
  readonly elements: readonly (Record<string, unknown> & { readonly id: string; readonly y: number })[];
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

/** The frame of a selected element, once it is where the service has drawn it. */
async function untilFrame(page: Page, id: string, isMet: (frame: readonly number[]) => boolean) {
  let frame: readonly number[] = [];
  await waitUntil(async () => {
    frame = await getFrame(page, id);
    return isMet(frame);
  });
  return frame;
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
  const getHash = () =>
    page.evaluate<string>(`document.querySelector('[data-canvas] canvas[data-page=story]').toDataURL()`);
  await getPicture(page, 'story');
  const first = await getHash();
  await result.getByRole('button', { name: 'Next page of the result' }).click();
  await result.getByText('Page 2 of 7 in the result').waitFor();
  await waitUntil(async () => (await getHash()) !== first);
  await checkPage(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  const undone = await untilPage(templateId, (each) => each.flow === undefined);
  assert.equal(JSON.stringify(undone), JSON.stringify(report.pages[0]));
  assert.equal(await flow.isChecked(), false);
});

test('header and footer are added, edited as groups, and removed', async (t) => {
  const { page, templateId } = await openPages(t, studio, { document: report });
  const properties = page.getByRole('region', { name: 'Properties' });
  const layer = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await properties.getByRole('switch', { name: 'Header', exact: true }).click();
  await properties.getByRole('switch', { name: 'Footer', exact: true }).click();
  const added = await untilPage(templateId, ({ footer }) => footer !== undefined);
  assert.deepEqual([added.header?.id, added.footer?.id], ['Header', 'Footer']);
  assert.equal(added.elements.length, 2);
  await checkPage(page);

  // A shape that is added while the header is selected stands in it.
  await layer('Header').click();
  await page.getByRole('button', { name: 'Add rectangle' }).click();
  await layer('Rectangle').and(page.locator('[aria-selected=true][aria-level="2"]')).waitFor();
  await untilPage(templateId, ({ header }) => header?.elements.length === 1);

  // The number of the page is found where the service has drawn it, and moved.
  const picture = await getPicture(page, 'story');
  const zoom = picture.width / 300;
  await layer('Page number').click();
  const [left = 0, top = 0, right = 0, bottom = 0] = await untilFrame(page, 'Page number', (frame) => {
    const within = ((frame[3] ?? NaN) - picture.y) / zoom;
    return within > 160 && within <= 200;
  });
  await layer('title').click();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  await page.mouse.dblclick(x, y);
  await layer('Page number').and(page.locator('[aria-selected=true]')).waitFor();
  await layer('Page number').click();
  const before = (await untilPage(templateId, () => true)).footer?.elements[0]?.y ?? NaN;
  await page.getByRole('region', { name: 'Canvas' }).focus();
  await page.keyboard.press('ArrowUp');
  const moved = await untilPage(templateId, ({ footer }) => footer?.elements[0]?.y !== before);
  assert.equal(moved.footer?.elements[0]?.y, before - 1);

  // Its text knows the number of the page.
  const text = properties.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('');
  await text.pressSequentially('{{ pa');
  await page.getByRole('option').filter({ hasText: 'how many pages there are' }).waitFor();
  await page.getByRole('option', { name: 'page number of the page' }).click();
  await text.press('End');
  await text.pressSequentially(' / {{ pages + 1 }}');
  await page.keyboard.press('Tab');
  await properties.locator('[data-live-value]', { hasText: '1 / 2' }).waitFor();
  await untilPage(templateId, ({ footer }) => footer?.elements[0]?.['text'] === '{{page}} / {{ pages + 1 }}');

  // The footer moves up with the mouse: its distance from the bottom grows.
  await layer('Footer').click();
  const [, footerTop = 0] = await untilFrame(
    page,
    'Footer',
    (frame) => Math.abs((frame[3] ?? NaN) - picture.y - picture.height) < 1,
  );
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 10 * zoom, { steps: 5 });
  await page.mouse.up();
  const up = await untilPage(templateId, ({ footer }) => footer?.y !== undefined);
  assert.ok(Math.abs((up.footer?.y ?? 0) - 10) <= 2, `${up.footer?.y}`);
  await untilFrame(
    page,
    'Footer',
    ([, nowTop = NaN]) => Math.abs(footerTop - nowTop - (up.footer?.y ?? 0) * zoom) < 1,
  );

  // One step takes a header away with all in it, and one brings it back.
  await page.keyboard.press('Escape');
  await properties.getByRole('switch', { name: 'Footer', exact: true }).click();
  await untilPage(templateId, ({ footer }) => footer === undefined);
  assert.equal(await layer('Page number').count(), 0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  const again = await untilPage(templateId, ({ footer }) => footer !== undefined);
  assert.equal(JSON.stringify(again), JSON.stringify(up));
  await layer('Header').click();
  await page.keyboard.press('Delete');
  await untilPage(templateId, ({ header }) => header === undefined);
});

test('other pages show how many pages there are after an edit', async (t) => {
  const footer = (id: string) => ({
    type: 'group',
    id: `${id} foot`,
    height: 40,
    elements: [
      {
        type: 'text',
        id,
        x: 20,
        y: 5,
        width: 260,
        height: 30,
        text: '{{ page }} of {{ pages }}',
        fontSize: 24,
      },
    ],
  });
  const document = {
    schemaVersion: 1,
    name: 'Report',
    viewport: { width: 300, height: 200 },
    background: '#ffffff',
    pages: [
      { id: 'first', elements: [], footer: footer('first number') },
      { id: 'second', elements: [] },
      { id: 'last', elements: [], footer: footer('last number') },
    ],
  };
  const { page } = await openPages(t, studio, { document });
  const shown = (id: string) =>
    page.evaluate<string>(`document.querySelector('[data-canvas] canvas[data-page=${id}]').toDataURL()`);
  const pictures = async () => [await shown('first'), await shown('last')];
  for (const id of ['first', 'second', 'last']) await getPicture(page, id);
  const ofThree = await pictures();
  const result = page.getByRole('group', { name: 'Pages of the result' });

  // The first page stays in work.
  await page.getByRole('button', { name: 'Actions of second' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await result.getByText('Page 1 of 2 in the result').waitFor();
  await waitUntil(async () => {
    const now = await pictures();
    return now.every((picture, index) => picture !== ofThree[index]);
  });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await waitUntil(async () => JSON.stringify(await pictures()) === JSON.stringify(ofThree));
});
