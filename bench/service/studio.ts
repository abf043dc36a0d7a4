/**
 * How long Studio's first page takes in Chromium, beside the shortest answer of the same service.
 *
 * Each round opens two pages in browser contexts of their own, whose caches are empty: `/healthz`, which is
 * what any page takes, and `/studio`, signed in, until its heading is shown and its search can be typed in.
 * Reported are milliseconds from the start of the navigation, and the script that the page has loaded by
 * then, as it was sent.
 */
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { scriptBytes, waitUntilReady, withStudio, type Cookies } from '../shared/studio-page.ts';
import { median, round as rounded } from '../shared/statistics.ts';

/** The time when a page is ready, as an expression in it; else something falsy. */
const ready = {
  bare: `document.readyState === 'complete' && performance.now()`,
  studio: `document.querySelector('h1')?.checkVisibility() &&
    document.querySelector('input[type=search]:enabled')?.checkVisibility() && performance.now()`,
};

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '5' } },
  });
  const rounds = Number(values.rounds);
  await withStudio(async ({ browser, service, cookies }) => {
    const measured: { readonly bareMs: number; readonly studioMs: number; readonly bytes: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bare = await openPage(browser, cookies, `${service.url}/healthz`, ready.bare);
      const studio = await openPage(browser, cookies, `${service.url}/studio`, ready.studio);
      measured.push({ bareMs: bare.ms, studioMs: studio.ms, bytes: studio.bytes });
    }
    report(measured);
  });
}

async function openPage(
  browser: Browser,
  cookies: Cookies,
  url: string,
  isReady: string,
): Promise<{ readonly ms: number; readonly bytes: number }> {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  const ms = await waitUntilReady(page, isReady);
  const bytes = Number(await page.evaluate(scriptBytes));
  await context.close();
  return { ms, bytes };
}

function report(
  measured: readonly { readonly bareMs: number; readonly studioMs: number; readonly bytes: number }[],
): void {
  const row = (ms: readonly number[]) => ({
    'median ms': rounded(median(ms), 0),
    'worst ms': rounded(Math.max(...ms), 0),
  });
  console.log(`${measured.length} rounds`);
  console.table({
    '/studio': row(measured.map(({ studioMs }) => studioMs)),
    '/healthz': row(measured.map(({ bareMs }) => bareMs)),
  });
  console.log(`ratio ${rounded(median(measured.map(({ studioMs, bareMs }) => studioMs / bareMs)), 1)}`);
  console.log(`script ${rounded(median(measured.map(({ bytes }) => bytes)) / 1000, 0)} kB`);
}
