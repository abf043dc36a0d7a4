/** Pages of Studio in Chromium, signed in as the demo's account. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { BenchService } from './service.ts';

const program = path.join(import.meta.dirname, '../../src/main.ts');

/** The bytes of the scripts that a page has loaded, as they were sent: an expression in the page. */
export const scriptBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Signs the demo's account in, as an operator does. */
export async function signIn(
  browser: Browser,
  { url, demo }: BenchService,
  dataDir: string,
): Promise<Cookies> {
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
