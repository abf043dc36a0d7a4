/** What is seen of the page: the wheel and touchpads, and the room that the canvas has. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitUntil } from '../../helpers/wait-until.ts';
import { startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { openDesign, getPlace, untilPlaced, zoomed } from './views.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

test('a pinch on a touchpad zooms about the pointer, and two fingers on it pan', async (t) => {
  const page = await openDesign(t, studio);
  const before = await getPlace(page);
  const pointer = { x: Math.round(before.x + 123), y: Math.round(before.y + 77) };
  await page.mouse.move(pointer.x, pointer.y);
  // Browsers report a pinch as a wheel with control.
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -10);
  await page.keyboard.up('Control');
  const near = zoomed(before, Math.exp(0.4), pointer);
  await untilPlaced(page, near);
  await page.mouse.wheel(35, -20);
  await untilPlaced(page, { ...near, x: near.x - 35, y: near.y + 20 });
});

test('the page is fitted again when panels open and close', async (t) => {
  const page = await openDesign(t, studio);
  const before = await getPlace(page);
  const json = page.getByRole('button', { name: 'JSON', exact: true });
  await json.click();
  await waitUntil(async () => (await getPlace(page)).width < before.width - 50);
  const beside = await getPlace(page);
  const { x, width } = (await page.getByRole('region', { name: 'Canvas' }).boundingBox())!;
  assert.ok(Math.abs(beside.x + beside.width / 2 - (x + width / 2)) <= 1, 'the page is in the middle');
  await json.click();
  await untilPlaced(page, before);

  await page.getByRole('button', { name: 'Show data sets' }).click();
  await waitUntil(async () => (await getPlace(page)).y < before.y - 20);
});

test('a zoom that was chosen stays, and the middle of the view with it', async (t) => {
  const page = await openDesign(t, studio);
  const fitted = await getPlace(page);
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
  await waitUntil(async () => (await getPlace(page)).width > fitted.width * 1.2);
  const before = await getPlace(page);
  const canvas = page.getByRole('region', { name: 'Canvas' });
  const wide = (await canvas.boundingBox())!;
  const json = page.getByRole('button', { name: 'JSON', exact: true });
  await json.click();
  await waitUntil(async () => (await canvas.boundingBox())!.width < wide.width);
  const narrow = (await canvas.boundingBox())!;
  await untilPlaced(page, { ...before, x: before.x - (wide.width - narrow.width) / 2 });
  await json.click();
  await untilPlaced(page, before);

  // Fitted by hand, it is fitted again.
  await page.getByRole('button', { name: /^Zoom, / }).click();
  await page.getByRole('button', { name: 'Fit the page', exact: true }).click();
  await untilPlaced(page, fitted);
  await json.click();
  await waitUntil(async () => (await getPlace(page)).width < fitted.width - 50);
});
