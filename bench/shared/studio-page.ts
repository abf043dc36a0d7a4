/** Pages of Studio in Chromium, signed in as the demo's account. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from '../../test/helpers/browser.ts';
import { makeDataDir, startService, type BenchService } from './service.ts';

const program = path.join(import.meta.dirname, '../../src/main.ts');

/** The bytes of the scripts that a page has loaded, as they were sent: an expression in the page. */
export const scriptBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** What benchmarks of Studio work with. */
export interface BenchStudio {
  readonly browser: Browser;
  readonly service: BenchService;
  /** Of the demo's account, signed in. */
  readonly cookies: Cookies;
}

/** Runs a benchmark with a service and a browser of its own. */
export async function withStudio(use: (studio: BenchStudio) => Promise<void>): Promise<void> {
  const { dataDir, remove } = await makeDataDir();
  try {
    const service = await startService(dataDir);
    const browser = await chromium.launch((await findChromium()) ?? { channel: 'chrome' });
    try {
      await use({ browser, service, cookies: await signIn(browser, service, dataDir) });
    } finally {
      await browser.close();
      await service.stop();
    }
  } finally {
    await remove();
  }
}

/** Signs the demo's account in, as an operator does. */
async function signIn(browser: Browser, { url, demo }: BenchService, dataDir: string): Promise<Cookies> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, 'account', 'link', '--account', demo.accountId, '--json'],
    { cwd: dataDir, env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PUBLIC_URL: url } },
  );
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto((JSON.parse(stdout) as { readonly url: string }).url);
  await page.locator('input[type=search]:enabled').waitFor();
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Asks the page again and again. The time is its own: the way of the answer does not count. */
export async function waitUntilReady(page: Page, isReady: string): Promise<number> {
  for (;;) {
    const ms: unknown = await page.evaluate(isReady);
    if (typeof ms === 'number') return ms;
  }
}
