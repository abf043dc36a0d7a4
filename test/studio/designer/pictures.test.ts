/** Pictures in their frames, backgrounds, and what is drawn on the page, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TemplateDocument, TemplateElement } from '../../../studio/web/src/designer/model/template.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';
import { getPlace, onScreen, pageSize, type Point } from './views.ts';

let studio: BrowserStudio;
before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

type Keys = Record<string, unknown>;

async function open(t: Parameters<BrowserStudio['open']>[0], elements: readonly object[]) {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Pictures',
    viewport: pageSize,
    background: '#ffffff',
    elements,
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`);
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  const at = async (x: number, y: number) => onScreen(await getPlace(page), { x, y });
  return {
    page,
    async saved(fits: (byId: Record<string, Keys>, order: string) => boolean) {
      let last: readonly TemplateElement[] = [];
      await waitUntil(async () => {
        const { json } = await studio.call('getDraft', { path: { templateId } });
        last = (json as { readonly document: TemplateDocument }).document.elements;
        const byId = Object.fromEntries(last.map((each) => [each.id, each as unknown as Keys]));
        return fits(byId, last.map(({ id }) => id).join(' '));
      }).catch(() => assert.fail(JSON.stringify(last)));
    },
    async drag(from: Point, to: Point) {
      const [start, end] = [await at(from.x, from.y), await at(to.x, to.y)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 4 });
      await page.mouse.up();
    },
    async doubleClick(x: number, y: number) {
      const point = await at(x, y);
      await page.mouse.dblclick(point.x, point.y);
    },
  };
}

const paper = { type: 'rect', id: 'paper', x: 0, y: 0, ...pageSize, fill: '#f4efe6' };
/** The photo of the sample is 1600 × 840. */
const photo = {
  type: 'image',
  id: 'photo',
  x: 300,
  y: 100,
  width: 200,
  height: 210,
  src: 'dawn.jpg',
};

test('a double click crops a picture: it moves in its frame, and the frame over it', async (t) => {
  const { page, saved, drag, doubleClick } = await open(t, [paper, photo]);
  const cropOf = (byId: Record<string, Keys>) =>
    Object.values((byId['photo']?.['crop'] ?? {}) as Record<string, number>).map(
      (share) => Math.round(share * 1000) / 1000,
    );
  await doubleClick(400, 200);
  const bar = page.getByRole('toolbar', { name: 'Crop' });
  await bar.waitFor();
  await page.locator('[data-canvas] image').waitFor();
  await checkPage(page);
  // 400 × 210 in a frame of 200: a quarter of it is hidden on each side.
  await drag({ x: 400, y: 200 }, { x: 450, y: 230 });
  await saved((byId) => cropOf(byId).join() === '0.125,0,0.5,1');
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await saved((byId) => cropOf(byId).join() === '0.1,0,0.5,1' && byId['photo']!['x'] === 300);
  // The frame does not leave the picture, which stays where it is on the page.
  await page.locator('[data-crop="-1 0"]').waitFor();
  await drag({ x: 300, y: 205 }, { x: 100, y: 205 });
  await saved(
    (byId) =>
      cropOf(byId).join() === '0,0,0.6,1' && byId['photo']!['x'] === 260 && byId['photo']!['width'] === 240,
  );
  await bar.getByRole('slider', { name: 'Zoom of the picture' }).focus();
  await page.keyboard.press('End');
  await saved((byId) => cropOf(byId).join() === '0.24,0.4,0.12,0.2');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await saved((byId) => cropOf(byId).join() === '0,0,0.6,1');
  await bar.getByRole('button', { name: 'Show the whole picture' }).click();
  await saved((byId) => byId['photo']!['crop'] === undefined);
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('Enter');
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await bar.waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('treeitem', { name: 'photo', exact: true, selected: true }).waitFor();

  const most = page.getByRole('toolbar', { name: 'What is changed most' });
  await most.getByRole('button', { name: 'Frame of the picture' }).click();
  await page.getByRole('menuitem', { name: 'Heart' }).waitFor();
  await checkPage(page);
  await page.getByRole('menuitem', { name: 'Circle' }).click();
  await saved((byId) => String(JSON.stringify(byId['photo']!['mask'])).includes('A50 50'));
  await most.getByRole('button', { name: 'Crop the picture' }).click();
  await bar.waitFor();
});

test('a picture becomes the background and is released; a tool draws, and one writes on paper', async (t) => {
  const { page, saved, drag, doubleClick } = await open(t, [paper, photo]);
  const run = async (name: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('textbox', { name: 'Search commands' }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Search commands' }).waitFor({ state: 'detached' });
  };
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await row('photo').click();
  await run('Make it the background');
  await saved(
    ({ photo: back }, order) => order === 'paper photo' && back!['width'] === 1000 && back!['height'] === 600,
  );
  // It does not swallow the marquee, and a click finds it.
  await page.locator('[data-canvas]').press('Escape');
  await drag({ x: 200, y: 200 }, { x: 300, y: 300 });
  await saved(({ photo: back }) => back!['x'] === 0);
  await row('photo').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Replace the picture' }).waitFor();
  await page.getByRole('menuitem', { name: 'Release the background' }).click();
  await saved(({ photo: free }) => free!['width'] === 600 && free!['x'] === 200 && free!['y'] === 120);
  await row('photo').click();
  await page.locator('[data-canvas]').press('Delete');
  await row('photo').waitFor({ state: 'detached' });

  await page.locator('[data-canvas]').press('r');
  await page.locator('[data-canvas][data-draws]').waitFor();
  await drag({ x: 50, y: 60 }, { x: 150, y: 100 });
  await saved(
    ({ Rectangle: drawn }) =>
      [drawn?.['x'], drawn?.['y'], drawn?.['width'], drawn?.['height']].join() === '50,60,100,40',
  );
  await page.locator('[data-canvas][data-draws]').waitFor({ state: 'detached' });
  await page.locator('[data-canvas]').press('l');
  await drag({ x: 700, y: 550 }, { x: 800, y: 450 });
  await saved(({ Line: line }) => line?.['flipY'] === true && line['x'] === 700 && line['height'] === 100);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  // What was added and drawn is one step.
  await saved((byId) => byId['Line'] === undefined && byId['Rectangle']!['x'] === 50);
  await doubleClick(500, 300);
  await page.getByRole('textbox', { name: 'Text of Text', exact: true }).fill('On paper');
  await page.keyboard.press('Escape');
  await saved((byId) => byId['On paper']?.['x'] === 500);
});
