/** Layouts edited on the canvas: padding, gaps, direction and order, with the pointer and with keys. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

let studio: BrowserStudio;
before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

const pageSize = { width: 1200, height: 630 };
const rect = (id: string, fill: string) => ({ type: 'rect', id, width: 100, height: 80, fill }) as const;
const card = {
  type: 'group',
  id: 'card',
  x: 200,
  y: 150,
  width: 'hug',
  height: 'hug',
  layout: { direction: 'row', gap: 40, padding: 50 },
  background: { fill: '#f4efe6', cornerRadius: 16 },
  elements: [
    rect('a', '#b5522f'),
    rect('b', '#1f8a5b'),
    { type: 'text', id: 'name', width: 'hug', height: 'hug', text: 'Ada Lovelace', fontSize: 40 },
  ],
} as const;

test('padding, gap, direction and order of a layout are edited on the canvas', async (t) => {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Layouts',
    viewport: pageSize,
    background: '#ffffff',
    elements: [card],
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`);
  const canvas = page.getByRole('region', { name: 'Canvas' });
  const bar = page.getByRole('toolbar', { name: 'Layout', exact: true });
  const layer = (name: string) => page.getByRole('treeitem', { name, exact: true });
  const property = (name: string) =>
    page.getByRole('region', { name: 'Properties' }).getByRole('textbox', { name, exact: true });
  const padding = property('Layout padding');
  const { at, scale } = await measure(page);
  const saved = (fits: (document: TemplateDocument) => boolean) => readSaved(templateId, fits);
  const savedCard = async (fits: (group: Group) => boolean) =>
    getGroup(await saved((d) => fits(getGroup(d))));
  /** Presses at a place of the page, and moves by a distance on it, not yet releasing. */
  const drag = async (x: number, y: number, byX: number, byY: number) => {
    await page.mouse.move(...at(x, y));
    await page.mouse.down();
    await page.mouse.move(...at(x + byX / 2, y + byY / 2));
    await page.mouse.move(...at(x + byX, y + byY));
  };

  // The bar is below the group: the picture that it follows comes a moment after a change.
  const placeOfBar = async () => JSON.stringify(await bar.boundingBox());
  const untilBarIsAt = (place: string) => waitUntil(async () => (await placeOfBar()) === place);
  // So do the frame and what can be pressed: the next press waits for the picture of the last change.
  const endOfFrame = async () => {
    const points = await page.locator('svg polygon[data-id="card"]').getAttribute('points');
    return points!.split(' ')[2]!.split(',').map(Number) as [number, number];
  };
  /** Waits until the group's last corner is a distance on the page from where it was at first. */
  const untilFrameGrew = (byX: number, byY: number) =>
    waitUntil(async () => {
      const [endX, endY] = await endOfFrame();
      return Math.hypot(endX - firstX - byX * scale, endY - firstY - byY * scale) < 0.5;
    });

  // The padding of one side, of two, and of all.
  await layer('card').click();
  await bar.waitFor();
  const before = await placeOfBar();
  const [firstX, firstY] = await endOfFrame();
  /** Takes back a change once its picture is there. */
  const undo = async (grewX: number, grewY: number) => {
    await untilFrameGrew(grewX, grewY);
    await page.keyboard.press('Control+z');
    await untilFrameGrew(0, 0);
    await untilBarIsAt(before);
  };
  await checkPage(page);
  await drag(300, 175, 0, 30);
  await page.getByText('80', { exact: true }).waitFor();
  await page.mouse.up();
  await savedCard(({ layout }) => same(layout?.padding, [80, 50, 50]));
  assert.equal(await padding.inputValue(), '80 50 50');
  await undo(0, 30);
  await page.keyboard.down('Alt');
  await drag(300, 175, 0, 10);
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await savedCard(({ layout }) => same(layout?.padding, [60, 50]));
  await undo(0, 20);
  await page.keyboard.down('Shift');
  await drag(225, 240, 10, 0);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await savedCard(({ layout }) => layout?.padding === 60);
  await undo(20, 20);

  // Escape cancels.
  await drag(300, 175, 0, 30);
  await untilFrameGrew(0, 30);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.equal(await padding.inputValue(), '50');
  await untilFrameGrew(0, 0);
  await untilBarIsAt(before);

  // A handle makes a number of what hugs, and both are shown.
  assert.equal(await property('Height').inputValue(), 'hug');
  await page.keyboard.down('Control');
  await drag(200, 330, 0, 30);
  await page.getByText('hug × 210', { exact: true }).waitFor();
  await page.mouse.up();
  await page.keyboard.up('Control');
  await savedCard(({ width, height }) => width === 'hug' && height === 210);
  assert.equal(await property('Height').inputValue(), '210');
  await undo(0, 30);

  // The gaps, and the direction.
  await drag(370, 240, 20, 0);
  await page.getByText('60', { exact: true }).waitFor();
  await page.mouse.up();
  await savedCard(({ layout }) => layout?.gap === 60);
  await untilFrameGrew(40, 0);
  const wider = await placeOfBar();
  assert.equal(await property('Layout gap').inputValue(), '60');
  await bar.getByRole('button', { name: 'Layout: column' }).click();
  await savedCard(({ layout }) => layout?.direction === 'column');
  await waitUntil(async () => (await placeOfBar()) !== wider);
  await bar.getByRole('button', { name: 'Layout: row' }).click();
  await savedCard(({ layout }) => layout?.direction === 'row');
  await untilBarIsAt(wider);

  // The order, with keys and with the pointer. The gap is 60 now.
  const placeOfKnob = async () => JSON.stringify(await page.locator('[data-handle="rotate"]').boundingBox());
  await layer('a').click();
  await canvas.focus();
  const first = await placeOfKnob();
  await page.keyboard.press('ArrowRight');
  await savedCard((group) => getIds(group) === 'b a name');
  await waitUntil(async () => (await placeOfKnob()) !== first);
  await drag(460, 240, -180, 0);
  await page.mouse.up();
  await savedCard((group) => getIds(group) === 'a b name');
  await waitUntil(async () => (await placeOfKnob()) === first);

  // Out of the layout, to where it is dropped.
  await layer('b').click();
  await drag(460, 240, 0, 250);
  await page.mouse.up();
  const left = await saved(({ elements = [] }) => elements.some(({ id }) => id === 'b'));
  const moved = left.elements?.find(({ id }) => id === 'b');
  assert.ok(moved);
  const { x, y } = moved as { readonly x: number; readonly y: number };
  const near = 1 / scale + 1e-3;
  assert.ok(Math.abs(x - 410) <= near && Math.abs(y - 450) <= near, `${x} ${y}`);
  assert.equal(getIds(getGroup(left)), 'a name');

  // With the palette: the elements stay where they are.
  await layer('card').click();
  await waitUntil(async () => ![wider, 'null'].includes(await placeOfBar()));
  await run(page, 'Remove layout');
  const plain = await savedCard((group) => group.layout === undefined);
  assert.deepEqual(
    plain.elements.map((each) => [each.id, each.x, each.y]),
    [
      ['a', 50, 50],
      ['name', 210, 50],
    ],
  );
  await run(page, 'Wrap in a layout');
  const again = await savedCard((group) => group.layout !== undefined);
  assert.deepEqual(again.layout?.gap, 60);
  await bar.waitFor();
});

test('from right to left the padding at the left is that of the end of lines', async (t) => {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Layouts',
    viewport: pageSize,
    background: '#ffffff',
    language: 'ar',
    elements: [card],
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`);
  const { at } = await measure(page);
  await page.getByRole('treeitem', { name: 'card', exact: true }).click();
  await page.getByRole('toolbar', { name: 'Layout', exact: true }).waitFor();
  await page.mouse.move(...at(225, 240));
  await page.mouse.down();
  await page.mouse.move(...at(230, 240));
  await page.mouse.move(...at(235, 240));
  await page.getByText('60', { exact: true }).waitFor();
  await page.mouse.up();
  const saved = await readSaved(templateId, (d) => same(getGroup(d).layout?.padding, [50, 60, 50, 50]));
  assert.equal(saved.elements?.length, 1);
  const padding = page
    .getByRole('region', { name: 'Properties' })
    .getByRole('textbox', { name: 'Layout padding', exact: true });
  assert.equal(await padding.inputValue(), '50 60 50 50');
});

type Group = Extract<TemplateElement, { type: 'group' }>;

function getGroup({ elements = [] }: TemplateDocument): Group {
  return elements.find(({ id }) => id === 'card') as Group;
}

function getIds({ elements }: Group): string {
  return elements.map(({ id }) => id).join(' ');
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Runs a command by its name. */
async function run(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search commands' }).fill(name);
  await page.keyboard.press('Enter');
}

/** The document as it is saved, once it fits. */
async function readSaved(
  templateId: string,
  fits: (document: TemplateDocument) => boolean,
): Promise<TemplateDocument> {
  let document: TemplateDocument | undefined;
  for (let tries = 0; tries < 600; tries += 1) {
    const { json } = await studio.call('getDraft', { path: { templateId } });
    document = (json as { readonly document: TemplateDocument }).document;
    if (fits(document)) return document;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return assert.fail(`it is saved as ${JSON.stringify(document)}`);
}

/** Where places of the page are in the window, and how large a pixel of it is. */
async function measure(page: Page) {
  const shown = page.locator('[data-layer="page"][data-shown]');
  await shown.waitFor();
  const box = (await shown.boundingBox())!;
  const scale = box.width / pageSize.width;
  const at = (x: number, y: number) => [box.x + x * scale, box.y + y * scale] as const;
  return { at, scale };
}
