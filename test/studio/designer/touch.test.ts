/** Fingers on the canvas, as the browser reports them. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import { startBrowserStudio, type BrowserStudio } from '../browser.ts';
import {
  onScreen,
  openDesign,
  getPlace,
  untilPlaced,
  zoomed,
  getZoom,
  type PlacedPage,
  type Point,
} from './views.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

/** A screen that is touched. */
interface Touched {
  readonly page: Page;
  /** When it was opened. */
  readonly place: PlacedPage;
  readonly fingers: CDPSession;
}

async function open(t: TestContext, elements?: readonly object[]): Promise<Touched> {
  const page = await openDesign(t, studio, { hasTouch: true, leavesTraces: true }, elements);
  const fingers = await page.context().newCDPSession(page);
  return { page, fingers, place: await getPlace(page) };
}

/** All fingers that are down, in their order; at the end none, since all leave. */
async function touch(
  { fingers }: Touched,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  ...points: readonly Point[]
): Promise<void> {
  await fingers.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
  });
}

/** Lifts the second of two fingers. */
async function liftSecond({ fingers }: Touched, { x, y }: Point): Promise<void> {
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [{ x, y, id: 1 }] });
}

/** Moves fingers from where they are, in steps. */
async function moveFingers(touched: Touched, from: readonly Point[], to: readonly Point[]): Promise<void> {
  const steps = 5;
  for (let step = 1; step <= steps; step += 1) {
    const points = to.map(({ x, y }, index) => ({
      x: from[index]!.x + ((x - from[index]!.x) * step) / steps,
      y: from[index]!.y + ((y - from[index]!.y) * step) / steps,
    }));
    await touch(touched, 'touchMove', ...points);
  }
}

async function drag(touched: Touched, from: Point, to: Point): Promise<void> {
  await touch(touched, 'touchStart', from);
  await moveFingers(touched, [from], [to]);
  await touch(touched, 'touchEnd');
}

async function tap(touched: Touched, point: Point): Promise<void> {
  await touch(touched, 'touchStart', point);
  await touch(touched, 'touchEnd');
}

const layer = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });

async function untilSelected(page: Page, name: string): Promise<void> {
  await page.getByRole('treeitem', { name, exact: true, selected: true }).waitFor();
}

/** Waits until a field of the panel Properties has a number, within a tenth. */
async function untilNumber(page: Page, name: string, wanted: number): Promise<void> {
  const field = page.getByRole('region', { name: 'Properties' }).getByRole('textbox', { name, exact: true });
  await waitUntil(async () => Math.abs(Number(await field.inputValue()) - wanted) <= 0.1);
}

async function isUnchanged(page: Page): Promise<boolean> {
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  return (await undo.getAttribute('aria-disabled')) === 'true';
}

test('two fingers zoom about their middle and pan, and change nothing', async (t) => {
  const touched = await open(t);
  const { page, place } = touched;
  const middle = onScreen(place, { x: 200, y: 175 });
  const fingers = [
    { x: middle.x - 60, y: middle.y },
    { x: middle.x + 60, y: middle.y },
  ];
  // Twice as far apart, turned, about another middle.
  const moved = { x: middle.x + 80, y: middle.y + 30 };
  const spread = [
    { x: moved.x, y: moved.y - 120 },
    { x: moved.x, y: moved.y + 120 },
  ];
  await touch(touched, 'touchStart', fingers[0]!);
  await touch(touched, 'touchStart', ...fingers);
  await moveFingers(touched, fingers, spread);
  const wanted = zoomed(place, 2, middle, moved);
  await untilPlaced(page, wanted);

  // One finger that is left does nothing, and a new one goes on from there.
  await liftSecond(touched, spread[1]!);
  const alone = { x: spread[0]!.x - 50, y: spread[0]!.y + 20 };
  await moveFingers(touched, [spread[0]!], [alone]);
  const pair = [alone, { x: alone.x + 300, y: alone.y }];
  await touch(touched, 'touchStart', ...pair);
  const nearer = [alone, { x: alone.x + 150, y: alone.y }];
  await moveFingers(touched, pair, nearer);
  await touch(touched, 'touchEnd');
  await untilPlaced(
    page,
    zoomed(wanted, 0.5, { x: alone.x + 150, y: alone.y }, { x: alone.x + 75, y: alone.y }),
  );
  assert.equal(await page.getByRole('treeitem', { selected: true }).count(), 0);
  assert.equal(await isUnchanged(page), true);
});

test('one finger selects and drags', async (t) => {
  const touched = await open(t);
  const { page, place } = touched;
  const from = onScreen(place, { x: 200, y: 175 });
  await tap(touched, from);
  await untilSelected(page, 'panel');
  await untilNumber(page, 'X', 100);
  assert.equal(await isUnchanged(page), true);

  await drag(touched, from, onScreen(place, { x: 337, y: 238 }));
  await untilNumber(page, 'X', 237);
  await untilNumber(page, 'Y', 163);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await untilNumber(page, 'X', 100);

  await tap(touched, onScreen(place, { x: 950, y: 550 }));
  await page.getByRole('treeitem', { name: 'panel', exact: true, selected: false }).waitFor();
});

test('a second finger undoes what the first one began', async (t) => {
  const touched = await open(t);
  const { page, place } = touched;
  await layer(page, 'title').click();
  const from = onScreen(place, { x: 200, y: 175 });
  const to = { x: from.x + 90, y: from.y + 50 };
  await touch(touched, 'touchStart', from);
  await moveFingers(touched, [from], [to]);
  await untilSelected(page, 'panel');
  await untilNumber(page, 'X', Math.round(100 + 90 / getZoom(place)));
  await touch(touched, 'touchStart', to, { x: to.x + 100, y: to.y });
  await touch(touched, 'touchEnd');
  await untilSelected(page, 'title');
  assert.equal(await isUnchanged(page), true);
  await layer(page, 'panel').click();
  await untilNumber(page, 'X', 100);
});

test('handles are as large as a finger needs', async (t) => {
  const touched = await open(t);
  const { page, place } = touched;
  await layer(page, 'panel').click();
  await page.locator('[data-handle="1 1"]').waitFor();
  const corner = onScreen(place, { x: 300, y: 250 });
  // Beside the middle of the handle.
  const from = { x: corner.x + 7, y: corner.y + 7 };
  const zoom = getZoom(place);
  await drag(touched, from, { x: from.x + 61 * zoom, y: from.y + 33 * zoom });
  await untilNumber(page, 'Width', 261);
  await untilNumber(page, 'Height', 183);
});

test('two taps edit a text', async (t) => {
  const touched = await open(t);
  const { page, place } = touched;
  const at = onScreen(place, { x: 560, y: 330 });
  await tap(touched, at);
  await tap(touched, at);
  await page.getByRole('textbox', { name: 'Text of title' }).fill('Touched');
  await tap(touched, onScreen(place, { x: 950, y: 550 }));
  await page.getByRole('textbox', { name: 'Text of title' }).waitFor({ state: 'detached' });
  assert.equal(await isUnchanged(page), false);
});

test('one finger pans the preview', async (t) => {
  const touched = await open(t);
  const { page, place } = touched;
  const preview = page.getByRole('button', { name: 'Preview', exact: true });
  await preview.click();
  const from = onScreen(place, { x: 200, y: 175 });
  await drag(touched, from, { x: from.x + 70, y: from.y - 40 });
  await preview.click();
  await untilPlaced(page, { ...place, x: place.x + 70, y: place.y - 40 });
  assert.equal(await isUnchanged(page), true);
});

test('two taps crop a picture, a finger moves it in its frame, draws, bends and spreads', async (t) => {
  const touched = await open(t, [
    { type: 'image', id: 'photo', x: 100, y: 100, width: 200, height: 210, src: 'dawn.jpg' },
    { type: 'rect', id: 'left', x: 500, y: 60, width: 60, height: 60, fill: '#204060' },
    { type: 'rect', id: 'right', x: 600, y: 60, width: 60, height: 60, fill: '#204060' },
    {
      type: 'text',
      id: 'title',
      x: 500,
      y: 300,
      width: 400,
      height: 100,
      text: 'Title',
      fontSize: 40,
      path: { d: 'M 0 100 Q 50 0 100 100', viewBox: [0, 0, 100, 100] },
    },
  ]);
  const { page, place } = touched;
  const at = (x: number, y: number) => onScreen(place, { x, y });
  const bar = page.getByRole('toolbar', { name: 'Crop' });
  // Under load, two taps may be too far apart to be a double one.
  await waitUntil(async () => {
    await tap(touched, at(200, 200));
    await tap(touched, at(200, 200));
    return await bar.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
  });
  // 400 × 210 in a frame of 200: a quarter is hidden on each side.
  await drag(touched, at(200, 200), at(250, 200));
  await untilNumber(page, 'Crop X', 0.125);
  // The handle of the frame is as large as a finger needs.
  const edge = at(300, 205);
  await drag(touched, { x: edge.x + 8, y: edge.y }, { x: edge.x + 8 - 100 * getZoom(place), y: edge.y });
  await untilNumber(page, 'Width', 100);
  await bar.getByRole('button', { name: 'Done' }).click();
  await bar.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Add ellipse' }).click();
  await page.locator('[data-canvas][data-draws]').waitFor();
  await drag(touched, at(850, 450), at(950, 510));
  await untilNumber(page, 'X', 850);
  await untilNumber(page, 'Height', 60);

  await layer(page, 'title').click();
  await page.locator('[data-shaping=bend]').waitFor();
  await drag(touched, at(700, 350), at(700, 375));
  await page.getByRole('slider', { name: 'Bend of the curve' }).waitFor();
  await waitUntil(
    async () =>
      (await page.getByRole('slider', { name: 'Bend of the curve' }).getAttribute('aria-valuenow')) === '25',
  );
  // The text of a circle goes around it.
  await page.getByRole('button', { name: 'Circle', exact: true }).click();
  await drag(touched, at(700, 320), at(820, 350));
  const turn = page.getByRole('slider', { name: 'Turn along the circle' });
  await waitUntil(async () => (await turn.getAttribute('aria-valuenow')) === '90');

  await layer(page, 'left').click();
  await layer(page, 'right').click({ modifiers: ['ControlOrMeta'] });
  await page.locator('[data-shaping="gap 0"]').waitFor();
  await drag(touched, at(580, 90), at(600, 90));
  await waitUntil(
    async () => (await page.getByRole('textbox', { name: 'Gap between them' }).inputValue()) === '60',
  );
});
