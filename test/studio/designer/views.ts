/** A simple design, and where its page is on the screen. */
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../helpers/wait-until.ts';
import type { BrowserStudio, PageOptions } from '../browser.ts';
import { makeFromSample, saveChange } from '../templates.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the page is in the window, in CSS pixels. */
export interface PlacedPage extends Point {
  readonly width: number;
}

export const pageSize = { width: 1000, height: 600 };

const panelAndTitle = [
  { type: 'rect', id: 'panel', x: 100, y: 100, width: 200, height: 150, fill: '#204060' },
  { type: 'text', id: 'title', x: 500, y: 300, width: 400, height: 80, text: 'Title', fontSize: 60 },
];

/** Opens the designer of a page of 1000 × 600; by default with a panel and a text. */
export async function openDesign(
  t: TestContext,
  studio: BrowserStudio,
  options: PageOptions = {},
  elements: readonly object[] = panelAndTitle,
): Promise<Page> {
  const templateId = await makeFromSample(studio, 'social-card', { versions: 0 });
  await saveChange(studio, templateId, ({ schemaVersion }) => ({
    schemaVersion,
    name: 'Views',
    viewport: pageSize,
    background: '#ffffff',
    elements,
  }));
  const page = await studio.open(t, `/templates/${templateId}/design`, options);
  await page.locator('canvas[data-layer=page][data-shown]').waitFor();
  return page;
}

/** Where the page is: the first rectangle of the overlay is its edge. */
export async function getPlace(page: Page): Promise<PlacedPage> {
  return await page.evaluate<PlacedPage>(`(() => {
    const overlay = document.querySelector('[data-canvas] > svg');
    const { left, top } = overlay.getBoundingClientRect();
    const { x, y, width } = overlay.querySelector('rect');
    return { x: left + x.baseVal.value, y: top + y.baseVal.value, width: width.baseVal.value };
  })()`);
}

/** Waits until the page is somewhere, within half a pixel. */
export async function untilPlaced(page: Page, wanted: PlacedPage): Promise<void> {
  await waitUntil(async () => isNear(await getPlace(page), wanted));
}

function isNear(a: PlacedPage, b: PlacedPage): boolean {
  return [a.x - b.x, a.y - b.y, a.width - b.width].every((distance) => Math.abs(distance) <= 0.5);
}

/** Where a place of the design is in the window. */
export function onScreen(page: PlacedPage, { x, y }: Point): Point {
  const zoom = getZoom(page);
  return { x: page.x + x * zoom, y: page.y + y * zoom };
}

/** Pixels of the window for one of the design. */
export function getZoom({ width }: PlacedPage): number {
  return width / pageSize.width;
}

/** The place of a page that is zoomed about one place in the window, which then moves to another. */
export function zoomed(place: PlacedPage, zoom: number, from: Point, to: Point = from): PlacedPage {
  return {
    x: to.x - (from.x - place.x) * zoom,
    y: to.y - (from.y - place.y) * zoom,
    width: place.width * zoom,
  };
}
