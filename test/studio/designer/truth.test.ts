/** Handles lie on what is drawn: the edges are found in the picture, at every zoom, rotation and nesting. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { TemplateDocument } from '../../../studio/web/src/designer/model/template.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { chooseDensity } from '../../../studio/web/src/designer/canvas/picture/choose-density.ts';
import { makeFromSample, saveChange } from '../templates.ts';
import { findCorners, type GreyPicture, type Point } from './find-edges.ts';

let studio: BrowserStudio;
before(async () => {
  studio = await startBrowserStudio();
});
after(() => studio.close());

const rotations = [0, 30, 90, 211];
const zooms = [25, 100, 337];
/** CSS pixels. */
const tolerance = 0.5;

const pageSize = { width: 210, height: 150 };
const design: TemplateDocument = { schemaVersion: 1, name: 'Edges', viewport: pageSize, elements: [] };

/** What is skewed and mirrored, too. */
const slants: Readonly<Record<number, object>> = { 30: { skewX: 20 }, 211: { flipX: true, skewY: -15 } };

/** A black rectangle for each rotation, none of whose sides is a whole number of pixels. */
const flat = rotations.map((rotation, index) => ({
  id: `turned ${rotation}`,
  type: 'rect',
  fill: '#000000',
  rotation,
  ...slants[rotation],
  x: 27.3 + (index % 2) * 93.4,
  y: 23.6 + Math.floor(index / 2) * 72.2,
  width: 58.5,
  height: 34.7,
}));

/** The same in a turned group in a turned group. */
const nested = rotations.map((rotation, index) => ({
  id: `outer ${rotation}`,
  type: 'group',
  rotation,
  ...slants[rotation],
  x: 22.3 + (index % 2) * 93.4,
  y: 18.6 + Math.floor(index / 2) * 72.2,
  width: 62.5,
  height: 46.7,
  elements: [
    {
      id: `inner ${rotation}`,
      type: 'group',
      rotation: 30,
      x: 9.2,
      y: 5.3,
      width: 44.4,
      height: 34.9,
      elements: [
        {
          id: `turned ${rotation}`,
          type: 'rect',
          fill: '#000000',
          rotation: 211,
          x: 3.4,
          y: 4.1,
          width: 40.3,
          height: 27.7,
        },
      ],
    },
  ],
}));

for (const [name, elements] of Object.entries({ flat, nested })) {
  for (const scaleFactor of [1, 2]) {
    test(`handles lie on the edges: ${name}, ${scaleFactor} pixels for one of CSS`, async (t) => {
      const page = await open(t, elements, scaleFactor);
      const far: string[] = [];
      for (const zoom of zooms) {
        await zoomTo(page, zoom, scaleFactor);
        // The picture is the same whichever element is selected. With one, all panels are open.
        await findFrame(page, `turned ${rotations[0]}`);
        const picture = await takeSteadyPicture(page);
        for (const rotation of rotations) {
          const frame = await findFrame(page, `turned ${rotation}`);
          const scaled = clockwise(frame).map(({ x, y }) => ({ x: x * scaleFactor, y: y * scaleFactor }));
          const distances = findCorners(picture, scaled).map(
            (corner, index) =>
              Math.hypot(corner.x - scaled[index]!.x, corner.y - scaled[index]!.y) / scaleFactor,
          );
          const worst = Math.max(...distances);
          if (!(worst <= tolerance)) far.push(`${zoom} %, ${rotation} degrees: ${worst.toFixed(3)} px`);
        }
      }
      assert.deepEqual(far, []);
    });
  }
}

async function open(
  t: Parameters<BrowserStudio['open']>[0],
  elements: readonly unknown[],
  scaleFactor: number,
): Promise<Page> {
  const id = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, id, ({ schemaVersion }) => ({
    ...design,
    schemaVersion,
    background: '#ffffff',
    elements,
  }));
  const page = await studio.open(t, `/templates/${id}/design`, { scaleFactor });
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  return page;
}

async function zoomTo(page: Page, percent: number, scaleFactor: number): Promise<void> {
  await page.getByRole('button', { name: /^Zoom, / }).click();
  const field = page.getByRole('textbox', { name: 'Zoom in percent' });
  await field.fill(String(percent));
  await field.press('Enter');
  await page.getByRole('button', { name: `Zoom, ${percent} %`, exact: true }).waitFor();
  await field.waitFor({ state: 'detached' });
  // The picture for this zoom is there. That of another zoom is enlarged or reduced by the browser.
  const { perPixel } = chooseDensity(design, (percent * scaleFactor) / 100);
  const layer = page.locator('canvas[data-layer=page]');
  const wanted = String(Math.round(pageSize.width * perPixel));
  await waitUntil(async () => (await layer.getAttribute('width')) === wanted);
}

/** The corners of a selected element's frame, where its handles are: CSS pixels of the window. */
async function findFrame(page: Page, id: string): Promise<Point[]> {
  await page.getByRole('treeitem', { name: id, exact: true }).click();
  const handles = page.locator('[data-handle]');
  await handles.first().waitFor();
  const polygon = page.locator(`svg polygon[data-id="${id}"]`);
  const points = (await polygon.getAttribute('points'))!.split(' ').map((pair) => {
    const [x = NaN, y = NaN] = pair.split(',').map(Number);
    return { x, y };
  });
  const svg = (await page.locator('[data-canvas] > svg').boundingBox())!;
  return points.map(({ x, y }) => ({ x: x + svg.x, y: y + svg.y }));
}

/** Corners in the order in which a mirrored box does not have them. */
function clockwise(corners: readonly Point[]): readonly Point[] {
  const [a, b, c] = corners;
  const turn = (b!.x - a!.x) * (c!.y - b!.y) - (b!.y - a!.y) * (c!.x - b!.x);
  return turn < 0 ? corners.toReversed() : corners;
}

/** A picture during which nothing moved: parts of the page that load late would move the canvas. */
async function takeSteadyPicture(page: Page): Promise<GreyPicture> {
  for (;;) {
    const before = await page.locator('[data-canvas] > svg').boundingBox();
    const picture = await takePicture(page);
    const after = await page.locator('[data-canvas] > svg').boundingBox();
    if (isDeepStrictEqual(before, after)) return picture;
  }
}

/** The window without frames and handles, in grey. */
async function takePicture(page: Page): Promise<GreyPicture> {
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.locator('[data-canvas] > svg').waitFor({ state: 'detached' });
  const png = await page.screenshot({ scale: 'device', animations: 'disabled' });
  const { data, info } = await sharp(png).toColourspace('b-w').removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  assert.equal(info.channels, 1);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  return { data, width: info.width, height: info.height };
}
