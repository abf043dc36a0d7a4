/** Several pages on the canvas: which one is in work, what goes from one to another, and their list. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { getFrame, leaflet, openPages, getPicture } from './leaflet.ts';
import { openDesign } from './views.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio({ env: { RATE_LIMITS: 'off' } });
});
after(() => studio.close());

interface Saved {
  readonly elements?: readonly { readonly id: string }[];
  readonly pages?: readonly {
    readonly id: string;
    readonly name?: string;
    readonly elements: readonly { readonly id: string; readonly x?: number; readonly y?: number }[];
  }[];
}

/** The draft, once it has what is waited for. */
async function untilSaved(templateId: string, isMet: (saved: Saved) => boolean): Promise<Saved> {
  let saved: Saved = {};
  await waitUntil(async () => {
    const { json } = await studio.call('getDraft', { path: { templateId } });
    saved = (json as { readonly document: Saved }).document;
    return isMet(saved);
  });
  return saved;
}

/** The ids of the elements of each page. */
const getIds = ({ pages = [] }: Saved) => pages.map(({ elements }) => elements.map(({ id }) => id).join(' '));

async function open(t: TestContext): Promise<{ readonly page: Page; readonly templateId: string }> {
  const opened = await openPages(t, studio);
  await opened.page.getByRole('region', { name: 'Canvas' }).focus();
  await opened.page.keyboard.press('Shift+3');
  await opened.page.getByRole('button', { name: 'Zoom, 100 %' }).waitFor({ state: 'detached' });
  return opened;
}

const getRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Pages' }).getByRole('button', { name, exact: true });
const getLayer = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });

test('shows all pages side by side, and works on the one that is clicked', async (t) => {
  const { page } = await open(t);
  const [front, inside, back] = [
    await getPicture(page, 'front'),
    await getPicture(page, 'inside'),
    await getPicture(page, 'back'),
  ];
  assert.ok(front.x + front.width < inside.x && inside.x + inside.width < back.x);
  assert.deepEqual(
    [inside.width / front.width, inside.height / front.height].map((ratio) => ratio.toFixed(2)),
    ['0.75', '1.33'],
  );
  const zoom = front.width / 400;
  await page.mouse.click(inside.x + 100 * zoom, inside.y + 150 * zoom);
  await getLayer(page, 'blue').and(page.locator('[aria-selected=true]')).waitFor();
  // The frame lies on the rectangle: what was seen has not moved.
  const [left, top] = [inside.x + 60 * zoom, inside.y + 120 * zoom];
  const frame = await getFrame(page, 'blue');
  const wanted = [left, top, left + 120 * zoom, top + 90 * zoom];
  frame.forEach((at, index) =>
    assert.ok(Math.abs(at - wanted[index]!) < 1, `${String(frame)}, ${String(wanted)}`),
  );
  await getRow(page, 'Page 2 inside').and(page.locator('[aria-current=page]')).waitFor();
  // A layout's element, whose box only the render knows.
  await page.mouse.click(back.x + 60 * zoom, back.y + 40 * zoom);
  await getLayer(page, 'stacked').and(page.locator('[aria-selected=true]')).waitFor();
  // Between pages, nothing is selected, and the page stays.
  await page.mouse.click(front.x + front.width + 4, front.y + 20);
  assert.equal(await page.getByRole('treeitem', { selected: true }).count(), 0);
  await getLayer(page, 'stacked').waitFor();
});

test('an element is dragged to another page, as one step of undo', async (t) => {
  const { page, templateId } = await open(t);
  const [front, inside] = [await getPicture(page, 'front'), await getPicture(page, 'inside')];
  const zoom = front.width / 400;
  await page.mouse.move(front.x + 120 * zoom, front.y + 165 * zoom);
  await page.mouse.down();
  await page.mouse.move(inside.x + 90 * zoom, inside.y + 260 * zoom, { steps: 8 });
  await page.mouse.move(inside.x + 100 * zoom, inside.y + 265 * zoom, { steps: 2 });
  await page.mouse.up();
  await getLayer(page, 'red').and(page.locator('[aria-selected=true]')).waitFor();
  const saved = await untilSaved(templateId, (draft) => getIds(draft)[1] === 'blue red');
  assert.deepEqual(getIds(saved), ['front title', 'blue red', 'stacked']);
  const red = saved.pages?.[1]?.elements[1];
  assert.ok(Math.abs((red?.x ?? 0) - 40) < 8 && Math.abs((red?.y ?? 0) - 220) < 8, JSON.stringify(red));
  await page.keyboard.press('Control+z');
  const undone = await untilSaved(templateId, (draft) => getIds(draft)[1] === 'blue');
  assert.equal(JSON.stringify(undone), JSON.stringify(leaflet));
  await getRow(page, 'Page 1 Front').and(page.locator('[aria-current=page]')).waitFor();
});

test('elements are copied, moved and undone on every page with the keyboard', async (t) => {
  const { page, templateId } = await open(t);
  const canvas = page.getByRole('region', { name: 'Canvas' });
  await getLayer(page, 'red').click();
  await canvas.focus();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('PageDown');
  await getLayer(page, 'blue').waitFor();
  await page.keyboard.press('Control+v');
  await getLayer(page, 'red 2').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Alt+PageDown');
  await getLayer(page, 'stacked').waitFor();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  const saved = await untilSaved(templateId, (draft) => getIds(draft)[1] === '');
  assert.deepEqual(getIds(saved), ['red front title', '', 'stacked red 2']);
  // From page to page, back to the beginning.
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
  const undone = await untilSaved(
    templateId,
    (draft) => getIds(draft).join() === 'red front title,blue,stacked',
  );
  assert.equal(JSON.stringify(undone), JSON.stringify(leaflet));
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+y');
  await untilSaved(templateId, (draft) => getIds(draft).join() === 'red front title,,stacked red 2');
});

test('a second page makes pages of a template, and undo restores it', async (t) => {
  const page = await openDesign(t, studio);
  const templateId = /templates\/([^/]+)/u.exec(page.url())![1]!;
  const before = await untilSaved(templateId, () => true);
  assert.equal(await page.getByRole('list', { name: 'Pages' }).count(), 0);
  await page.getByRole('button', { name: 'Add page' }).click();
  await getRow(page, 'Page 2 Page 2').and(page.locator('[aria-current=page]')).waitFor();
  await page.getByRole('button', { name: 'Add rectangle' }).click();
  const saved = await untilSaved(templateId, ({ pages }) => pages?.[1]?.elements.length === 1);
  assert.deepEqual(getIds(saved), ['panel title', 'Rectangle']);
  assert.equal('elements' in saved, false);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  const undone = await untilSaved(templateId, ({ pages }) => pages === undefined);
  assert.equal(JSON.stringify(undone), JSON.stringify(before));
});

test('pages are named, ordered, copied and deleted in their list with the keyboard', async (t) => {
  const { page, templateId } = await open(t);
  await getRow(page, 'Page 1 Front').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await untilSaved(templateId, ({ pages }) => pages?.map(({ id }) => id).join() === 'inside,front,back');
  await page.locator(':focus').and(getRow(page, 'Page 2 Front')).waitFor();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name of Front' }).fill('Cover');
  await page.keyboard.press('Enter');
  await page.locator(':focus').and(getRow(page, 'Page 2 Cover')).waitFor();
  await page.keyboard.press('Control+d');
  const copied = await untilSaved(templateId, ({ pages }) => pages?.length === 4);
  assert.deepEqual(getIds(copied), ['blue', 'red front title', 'red 2 front title 2', 'stacked']);
  assert.deepEqual(
    copied.pages?.map(({ name }) => name),
    [undefined, 'Cover', 'Cover', undefined],
  );
  await getRow(page, 'Page 1 inside').focus();
  await page.keyboard.press('Delete');
  await untilSaved(templateId, ({ pages }) => pages?.length === 3);
  await page.locator(':focus').and(getRow(page, 'Page 1 Cover')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await getRow(page, 'Page 3 back').and(page.locator('[aria-current=page]')).waitFor();
  await getLayer(page, 'stacked').waitFor();
});

for (const width of [1440, 1024, 390]) {
  test(`pages have no fault at ${width} px`, async (t) => {
    const { page } = await openPages(t, studio, { width });
    if (width >= 1024) await getRow(page, 'Page 3 back').waitFor();
    await getPicture(page, 'front');
    await checkPage(page);
  });
}
