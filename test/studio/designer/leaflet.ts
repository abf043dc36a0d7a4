/** A design of three pages, and where its pages are on the screen. */
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { BrowserStudio, PageOptions } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

const title = (id: string, text: string) => ({
  type: 'text',
  id,
  x: 40,
  y: 30,
  width: 320,
  height: 60,
  text,
  fontSize: 36,
  color: '#1c2128',
});
const panel = (id: string, fill: string) => ({
  type: 'rect',
  id,
  x: 60,
  y: 120,
  width: 120,
  height: 90,
  fill,
});

/** Pages of 400 × 300, the second of 300 × 400 with a background of its own, the third with a layout. */
export const leaflet = {
  schemaVersion: 1,
  name: 'Leaflet',
  viewport: { width: 400, height: 300 },
  background: '#ffffff',
  pages: [
    { id: 'front', name: 'Front', elements: [panel('red', '#c03d32'), title('front title', 'Front')] },
    {
      id: 'inside',
      viewport: { width: 300, height: 400 },
      background: '#e8f0fa',
      elements: [panel('blue', '#204060')],
    },
    {
      id: 'back',
      layout: { direction: 'column', padding: 20, gap: 10 },
      elements: [
        { type: 'text', id: 'stacked', width: 'fill', height: 'hug', text: 'Stacked', fontSize: 30 },
      ],
    },
  ],
};

/** Opens the designer of a document; of the leaflet by default. */
export async function openPages(
  t: TestContext,
  studio: BrowserStudio,
  { document = leaflet, ...options }: PageOptions & { readonly document?: object } = {},
): Promise<{ readonly page: Page; readonly templateId: string }> {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, () => document as Record<string, unknown>);
  const page = await studio.open(t, `/templates/${templateId}/design`, options);
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  return { page, templateId };
}

/** The picture of a page, once it is there: CSS pixels of the window. */
export async function getPicture(page: Page, id: string) {
  const canvas = page.locator(`[data-canvas] canvas[data-page="${id}"][data-shown]`);
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error(`page ${id} is not on the screen`);
  return box;
}

/** The frame of a selected element: its top left and bottom right, in CSS pixels of the window. */
export async function getFrame(page: Page, id: string): Promise<readonly number[]> {
  const points = await page.locator(`svg polygon[data-id="${id}"]`).getAttribute('points');
  const canvas = (await page.locator('[data-canvas]').boundingBox())!;
  const [left = NaN, top = NaN, , , right = NaN, bottom = NaN] = (points ?? '').split(/[ ,]/u).map(Number);
  return [canvas.x + left, canvas.y + top, canvas.x + right, canvas.y + bottom];
}
