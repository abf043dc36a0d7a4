/** Scaling, mirroring, and leaving mirrored groups, with mouse and keyboard in a real browser. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { TemplateDocument, TemplateElement } from '../../../studio/web/src/designer/model/template.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { checkPage, startBrowserStudio, type BrowserStudio } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';
import { getPlace, onScreen, pageSize, type Point } from './views.ts';

let studio: BrowserStudio;
before(async () => (studio = await startBrowserStudio()));
after(() => studio.close());

const elements = [
  { type: 'rect', id: 'b', x: 400, y: 120, width: 150, height: 60, fill: '#a04060' },
  { type: 'text', id: 't', x: 400, y: 220, width: 400, height: 80, text: 'Words here', fontSize: 40 },
  {
    type: 'group',
    id: 'G',
    x: 40,
    y: 300,
    width: 300,
    height: 150,
    flipX: true,
    elements: [
      {
        type: 'path',
        id: 'arrow',
        x: 40,
        y: 30,
        width: 160,
        height: 80,
        d: 'M 0 20 L 60 20 L 60 0 L 100 25 L 60 50 L 60 30 L 0 30 Z',
        viewBox: [0, 0, 100, 50],
        fill: '#a02020',
        rotation: 20,
      },
    ],
  },
];

const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });

interface Opened {
  readonly page: Page;
  readonly saved: (fits: (keys: Record<string, Record<string, unknown>>) => boolean) => Promise<void>;
  readonly drag: (from: Point, to: Point) => Promise<void>;
}

async function open(t: TestContext): Promise<Opened> {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => ({
    schemaVersion: 1,
    name: 'Case',
    viewport: pageSize,
    background: '#ffffff',
    elements,
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`);
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  return {
    page,
    async saved(fits) {
      let keys: Record<string, Record<string, unknown>> = {};
      await waitUntil(async () => {
        const { json } = await studio.call('getDraft', { path: { templateId } });
        const { document } = json as { readonly document: TemplateDocument };
        const flat = document.elements.flatMap((each): TemplateElement[] =>
          each.type === 'group' ? [each, ...each.elements] : [each],
        );
        keys = Object.fromEntries(flat.map((each) => [each.id, each as unknown as Record<string, unknown>]));
        return fits(keys);
      }).catch(() => assert.fail(JSON.stringify(keys)));
    },
    async drag(from, to) {
      const place = await getPlace(page);
      const [start, end] = [from, to].map((each) => onScreen(place, each)) as [Point, Point];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 4 });
      await page.mouse.up();
    },
  };
}

test('a text grows with what is scaled: with shift, by the tool, by a number and by keys', async (t) => {
  const { page, saved, drag } = await open(t);
  await row(page, 'b').click();
  await row(page, 't').click({ modifiers: ['ControlOrMeta'] });
  await page.locator('[data-handle="1 1"]').waitFor();
  // Their frame is 400 wide and 180 high: a quarter larger.
  await page.keyboard.down('Shift');
  await drag({ x: 800, y: 300 }, { x: 900, y: 300 });
  await page.keyboard.up('Shift');
  await saved(({ t: text, b }) => text!['fontSize'] === 50 && text!['width'] === 500 && b!['height'] === 75);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await saved(({ t: text }) => text!['fontSize'] === 40);

  await row(page, 't').click();
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Scale', exact: true, pressed: true }).waitFor();
  await checkPage(page);
  await drag({ x: 800, y: 300 }, { x: 600, y: 300 });
  await saved(({ t: text }) => text!['fontSize'] === 20 && text!['width'] === 200);
  await page.getByRole('textbox', { name: 'Scale to' }).fill('200');
  await page.keyboard.press('Enter');
  await saved(({ t: text }) => text!['fontSize'] === 40 && text!['x'] === 300);
  await page.keyboard.press('ControlOrMeta+Shift+.');
  await saved(({ t: text }) => text!['fontSize'] === 44);
  await page.keyboard.press('ControlOrMeta+Shift+,');
  await saved(({ t: text }) => text!['fontSize'] === 40);

  // Without a selection it is the template. Escape puts the tool away.
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Scale', exact: true, pressed: false }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await page.getByRole('textbox', { name: 'Scale the template to' }).fill('50 %');
  await page.keyboard.press('Enter');
  await saved(({ t: text, b }) => text!['fontSize'] === 20 && b!['width'] === 75);
});

test('a handle that passes the opposite edge mirrors', async (t) => {
  const { page, saved, drag } = await open(t);
  await row(page, 'b').click();
  await page.locator('[data-handle="1 0"]').waitFor();
  await drag({ x: 550, y: 150 }, { x: 330, y: 150 });
  await saved(({ b }) => b!['flipX'] === true && b!['x'] === 330 && b!['width'] === 70);
});

test('out of a mirrored group an arrow stays as it is seen', async (t) => {
  const { page, saved } = await open(t);
  await row(page, 'arrow').click();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Search commands' }).fill('Move out of its group');
  await page.keyboard.press('Enter');
  await saved(
    ({ G, arrow }) =>
      (G!['elements'] as unknown[]).length === 0 &&
      arrow!['flipX'] === true &&
      arrow!['rotation'] === 340 &&
      arrow!['x'] === 140 &&
      arrow!['y'] === 330,
  );
});

test('gaps and curves are dragged, and the bar has what is changed most', async (t) => {
  const { page, saved, drag } = await open(t);
  await row(page, 'b').click();
  // Beside a text that stands below it, the bar is above.
  const bar = page.getByRole('toolbar', { name: 'What is changed most' });
  await bar.getByRole('textbox', { name: 'Selected element fill' }).fill('#123456');
  await page.keyboard.press('Enter');
  await saved(({ b }) => b!['fill'] === '#123456');
  await checkPage(page);
  // It is one stop of Tab, and the arrow keys go along it.
  assert.equal(await bar.locator(':is(button, input):not([tabindex="-1"])').count(), 1);
  await page.keyboard.press('End');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
  await bar
    .getByRole('button', { name: 'Choose selected element stroke color' })
    .and(page.locator(':focus'))
    .waitFor();
  await row(page, 't').click({ modifiers: ['ControlOrMeta'] });
  await page.locator('[data-shaping="gap 0"]').waitFor();
  await drag({ x: 475, y: 200 }, { x: 475, y: 225 });
  await saved(({ t: text, b }) => b!['y'] === 120 && text!['y'] === 245);
  await page.getByRole('textbox', { name: 'Gap between them' }).fill('10');
  await page.keyboard.press('Enter');
  await saved(({ t: text }) => text!['y'] === 190);

  await row(page, 't').click();
  const textBar = page.getByRole('toolbar', { name: 'Style of the text' });
  await textBar.getByRole('button', { name: 'Curve the text' }).click();
  await page.getByRole('menuitem', { name: 'Arc' }).click();
  const pathOf = (text: Record<string, unknown> | undefined) =>
    (text?.['path'] as { d: string } | undefined)?.d;
  await saved(({ t: text }) => pathOf(text) === 'M 0 100 Q 50 0 100 100');
  // The box is 80 high: from its middle to a quarter, and through its lower edge.
  await drag({ x: 600, y: 230 }, { x: 600, y: 250 });
  await saved(({ t: text }) => pathOf(text) === 'M 0 100 Q 50 50 100 100');
  await drag({ x: 600, y: 250 }, { x: 600, y: 310 });
  await saved(({ t: text }) => pathOf(text) === 'M 0 0 Q 50 100 100 0');
});

test('points of a path are moved, added and removed, and the pen draws, by mouse and keys', async (t) => {
  const { page, saved, drag } = await open(t);
  const canvas = page.locator('[data-canvas]');
  await row(page, 'arrow').click();
  // Where each point of the pen is on the page.
  const place = await getPlace(page);
  const click = async (x: number, y: number) => {
    const at = onScreen(place, { x, y });
    await page.mouse.click(at.x, at.y);
  };
  await canvas.press('Escape');
  await canvas.press('Shift+P');
  await page.getByRole('button', { name: 'Draw with the pen', pressed: true }).waitFor();
  await click(600, 400);
  await click(700, 400);
  await click(700, 500);
  await checkPage(page);
  await click(600, 400);
  await saved(
    ({ Path: drawn }) =>
      drawn?.['d'] === 'M 600 400 L 700 400 L 700 500 Z' &&
      [drawn['x'], drawn['y'], drawn['width'], drawn['height']].join() === '600,400,100,100' &&
      drawn['fill'] !== undefined,
  );

  await page.getByRole('button', { name: 'Edit the points' }).click();
  await page.locator('[data-point="point 0 2"]').waitFor();
  await checkPage(page);
  await drag({ x: 700, y: 500 }, { x: 750, y: 550 });
  await saved(
    ({ Path: drawn }) =>
      drawn?.['d'] === 'M 600 400 L 700 400 L 750 550 Z' && drawn['width'] === 150 && drawn['height'] === 150,
  );
  await page.locator('[data-point="point 0 2"][data-chosen]').waitFor();
  await canvas.focus();
  await canvas.press('ArrowRight');
  await saved(({ Path: drawn }) => drawn?.['d'] === 'M 600 400 L 700 400 L 751 550 Z' && drawn['x'] === 600);
  await canvas.press('n');
  await canvas.press('a');
  await saved(({ Path: drawn }) => drawn?.['d'] === 'M 600 400 L 650 400 L 700 400 L 751 550 Z');
  await canvas.press('s');
  await saved(({ Path: drawn }) => String(drawn?.['d']).startsWith('M 600 400 C '));
  await canvas.press('Delete');
  await saved(({ Path: drawn }) => drawn?.['d'] === 'M 650 400 L 700 400 L 751 550 Z' && drawn['x'] === 650);
  await canvas.press('Escape');
  await page.locator('[data-point]').first().waitFor({ state: 'detached' });
  await row(page, 'Path').and(page.locator('[aria-selected=true]')).waitFor();
});
