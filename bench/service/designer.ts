/**
 * The designer in Chromium, for each sample and for a page of 300 elements.
 *
 * - open: from the start of the navigation to the first picture, in a browser context of its own.
 * - drop to picture: from the end of a drag to the exact picture of the page.
 * - gap: the longest time between two frames while an element is dragged. At 60 Hz, more than 50 ms are two
 *   missed frames in a row.
 */
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import type { BenchService } from '../shared/service.ts';
import { median, quantile, round as rounded } from '../shared/statistics.ts';
import { scriptBytes, waitUntilReady, withStudio, type Cookies } from '../shared/studio-page.ts';

const manyElements = 300;
const firstPicture = `document.querySelector('canvas[data-layer=page][data-shown]') && performance.now()`;

interface Measured {
  readonly openMs: readonly number[];
  readonly dropMs: readonly number[];
  readonly gapsMs: readonly number[];
  readonly bytes: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      drags: { type: 'string', default: '20' },
      sample: { type: 'string', multiple: true },
    },
  });
  await withStudio(async ({ browser, service, cookies }) => {
    const many = await createMany(browser, cookies, service);
    const templates = { ...service.demo.templates, [`${manyElements} elements`]: many };
    const chosen = Object.entries(templates).filter(
      ([name]) => values.sample === undefined || values.sample.includes(name),
    );
    const table: Record<string, object> = {};
    for (const [name, id] of chosen) {
      const url = `${service.url}/studio/templates/${id}/design`;
      const measured = await measure(browser, cookies, url, Number(values.rounds), Number(values.drags));
      table[name] = summarize(measured);
    }
    console.table(table);
  });
}

async function measure(
  browser: Browser,
  cookies: Cookies,
  url: string,
  rounds: number,
  drags: number,
): Promise<Measured> {
  const openMs: number[] = [];
  let [bytes, dropMs, gapsMs]: [number, number[], number[]] = [0, [], []];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    openMs.push(await waitUntilReady(page, firstPicture));
    if (round === rounds - 1) {
      bytes = Number(await page.evaluate(scriptBytes));
      ({ dropMs, gapsMs } = await drag(page, drags));
    }
    await context.close();
  }
  return { openMs, dropMs, gapsMs, bytes };
}

/** Records frames, ends of drags and the pictures after them. */
const recorder = `
  window.recorded = { frames: [], drops: [], pictures: [], isDragging: false };
  const { recorded } = window;
  const frame = (now) => {
    if (recorded.isDragging) recorded.frames.push(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  addEventListener('pointerup', () => {
    recorded.isDragging = false;
    recorded.drops.push(performance.now());
  }, true);
  const moving = document.querySelector('canvas[data-layer=moving]');
  new MutationObserver(() => {
    if (moving.hidden) recorded.pictures.push(performance.now());
  }).observe(moving, { attributes: true, attributeFilter: ['hidden'] });
`;

/** A point of the selected element, the middle first, where no handle of its size or its layout is. */
const heldPoint = `(() => {
  const frame = document.querySelector('svg polygon[data-id]').getBoundingClientRect();
  const parts = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
  const points = parts.flatMap((across) =>
    parts.map((down) => ({ x: frame.x + frame.width * across, y: frame.y + frame.height * down })),
  );
  return points.find(({ x, y }) => {
    const target = document.elementFromPoint(x, y);
    const isHandle = target?.closest('svg [data-handle], svg [data-layout]') != null;
    return target?.closest('[data-canvas]') != null && !isHandle;
  });
})()`;

interface Recorded {
  readonly frames: number[];
  readonly drops: number[];
  readonly pictures: number[];
}

/** Drags the foremost element, one way and back. */
async function drag(page: Page, count: number): Promise<{ dropMs: number[]; gapsMs: number[] }> {
  await page.evaluate(recorder);
  await page.getByRole('treeitem').first().click();
  const gapsMs: number[] = [];
  const dropMs: number[] = [];
  for (let each = 0; each < count; each += 1) {
    const { x, y } = await page.evaluate<{ x: number; y: number }>(heldPoint);
    const away = each % 2 === 0 ? -1 : 1;
    await page.evaluate('Object.assign(recorded, { frames: [], drops: [], pictures: [] })');
    await page.mouse.move(x, y);
    await page.mouse.down();
    // The layers of the drag are shown before its frames count: a person sees them from then on.
    await page.mouse.move(x + away * 5, y + away * 5);
    await page.locator('canvas[data-layer=moving]:not([hidden])').waitFor({ state: 'attached' });
    await page.evaluate('recorded.isDragging = true');
    for (let step = 1; step <= 40; step += 1)
      await page.mouse.move(x + away * (5 + step), y + away * (5 + step));
    await page.mouse.up();
    await page.locator('canvas[data-layer=moving][hidden]').waitFor({ state: 'attached' });
    const { frames, drops, pictures } = await page.evaluate<Recorded>('recorded');
    dropMs.push((pictures.at(-1) ?? NaN) - (drops[0] ?? NaN));
    gapsMs.push(...frames.slice(1).map((at, index) => at - frames[index]!));
  }
  return { dropMs, gapsMs };
}

function summarize({ openMs, dropMs, gapsMs, bytes }: Measured): object {
  return {
    'open, median ms': rounded(median(openMs), 0),
    'open, worst ms': rounded(Math.max(...openMs), 0),
    'drop to picture, p50 ms': rounded(median(dropMs), 0),
    'p95 ms': rounded(quantile(dropMs, 0.95), 0),
    'gap, longest ms': rounded(Math.max(...gapsMs), 0),
    'gaps over 50 ms': gapsMs.filter((ms) => ms > 50).length,
    frames: gapsMs.length,
    'script, kB': rounded(bytes / 1000, 0),
  };
}

/** A template of many elements of four types. */
async function createMany(browser: Browser, cookies: Cookies, service: BenchService): Promise<string> {
  const context = await browser.newContext({ extraHTTPHeaders: { Origin: service.url } });
  await context.addCookies(cookies);
  const api = `${service.url}/studio/api/v1`;
  const created = await context.request.post(`${api}/projects/${service.demo.projectId}/templates`, {
    data: { source: { width: 1200, height: 630 }, name: 'Many elements' },
  });
  const { id } = (await created.json()) as { readonly id: string };
  const draft = await context.request.get(`${api}/templates/${id}/draft`);
  const { document } = (await draft.json()) as { readonly document: object };
  const elements = Array.from({ length: manyElements }, (_element, index) => {
    const box = { x: (index % 20) * 60, y: Math.floor(index / 20) * 42, width: 52, height: 34 };
    const fill = `hsl(${(index * 37) % 360} 60% 60%)`;
    const kinds = [
      { type: 'rect', fill, cornerRadius: 6 },
      { type: 'text', text: `Text ${index}`, fontSize: 12 },
      { type: 'ellipse', fill },
      { type: 'path', d: 'M0 0 L10 5 L0 10 Z', fill },
    ];
    return { ...kinds[index % kinds.length], id: `element ${index}`, ...box };
  });
  const saved = await context.request.put(`${api}/templates/${id}/draft`, {
    data: { ...document, elements },
    headers: { 'If-Match': draft.headers()['etag'] ?? '' },
  });
  if (!saved.ok()) throw new Error(`The page of many elements was not saved: ${await saved.text()}`);
  await context.close();
  return id;
}
