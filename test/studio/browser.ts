/**
 * Studio in a real browser: the whole service, and Chromium.
 *
 *     let studio: BrowserStudio;
 *     before(async () => (studio = await startBrowserStudio()));
 *     after(() => studio.close());
 *
 *     test('shows the keys', async (t) => {
 *       const page = await studio.open(t, '/keys', { width: 390 });
 *       await page.getByRole('heading', { name: 'Keys' }).waitFor();
 *       await checkPage(page);
 *     });
 */
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../helpers/browser.ts';
import type { SharedServiceOptions, TestServiceOptions } from '../helpers/http.ts';
import { shareTestPart } from '../helpers/shared-parts.ts';
import { startOwnStudio, startStudio, type Studio, type StudioUser } from '../helpers/studio.ts';
import { createPagePool, type PagePool } from './page-pool.ts';

/** How a page is opened. */
export interface PageOptions {
  /** Who is signed in. Null: nobody. Default: the owner. */
  readonly as?: Pick<StudioUser, 'token'> | null;
  readonly width?: number;
  readonly height?: number;
  /** Pixels of the screen for one of CSS. */
  readonly scaleFactor?: number;
  /** Whether the screen is touched. */
  readonly hasTouch?: boolean;
  /** The browser's language. */
  readonly locale?: string;
  /** Another process of the service than that of the test file. */
  readonly process?: { readonly url: string };
  /** Statuses from 400 on that are part of the test; 0 is no answer. Others fail it. */
  readonly expectedStatuses?: readonly number[];
  /** False: the service never answers the page's request for events. */
  readonly hasEvents?: boolean;
  /** The test changes the browser so that no other test may use its page: by scripts, or its tools. */
  readonly leavesTraces?: boolean;
}

export interface BrowserStudio extends Studio {
  readonly browser: Browser;
  /**
   * Opens a page of the app, without cookies and stored data of other tests. The test fails at its end if the
   * console has a message, the content policy was violated, or an answer had an unexpected status.
   *
   * @param path below /studio, such as `/jobs`
   */
  open(test: TestContext, path: string, options?: PageOptions): Promise<Page>;
}

/** Widths that every page is tested in, in CSS pixels, the widest first. */
const pageWidths: readonly number[] = [1440, 1024, 390];

/** For tests whose steps differ by width; others use `checkPageAtWidths`. */
export const looks = pageWidths.map((width) => ({ name: `${width} px`, width }));

/**
 * Starts the browser, and the service, unless an earlier file of the process has started it, the service with
 * the same settings: once for each test file, in `before`.
 */
export async function startBrowserStudio(options: SharedServiceOptions = {}): Promise<BrowserStudio> {
  return await addBrowser(() => startStudio(options));
}

/** Shares the browser, and starts a service of its own. */
export async function startOwnBrowserStudio(options: TestServiceOptions): Promise<BrowserStudio> {
  const studio = await addBrowser(() => startOwnStudio(options));
  return {
    ...studio,
    async close() {
      await studio.closePages();
      await studio.close();
    },
  };
}

async function addBrowser(
  start: () => Promise<Studio>,
): Promise<BrowserStudio & { readonly closePages: () => Promise<void> }> {
  // Before anything is started: what is left running would keep the test's process alive.
  requireCurrentBuild();
  const [studio, { part, release }] = await Promise.all([start(), shareBrowser()]);
  const { browser, pool } = part;
  return {
    ...studio,
    browser,
    open: (test, path, page = {}) => openPage(test, studio, pool, path, page),
    closePages: () => pool.closePages(studio.service.url),
    async close() {
      await release();
      await studio.close();
    },
  };
}

/** The process's browser, with the pages that tests have released. */
function shareBrowser() {
  return shareTestPart(
    'browser',
    async () => {
      const browser = await startBrowser();
      return { browser, pool: createPagePool(browser) };
    },
    ({ browser }) => browser.close(),
  );
}

async function openPage(
  test: TestContext,
  { service, owner }: Studio,
  pool: PagePool,
  path: string,
  {
    as = owner,
    width = 1440,
    height = 900,
    scaleFactor = 1,
    hasTouch = false,
    locale = 'en-GB',
    process = service,
    expectedStatuses = [],
    hasEvents = true,
    leavesTraces = false,
  }: PageOptions,
): Promise<Page> {
  const settings = { origin: process.url, deviceScaleFactor: scaleFactor, hasTouch, locale };
  const page = await pool.take(settings);
  const context = page.context();
  await page.setViewportSize({ width, height });
  if (as !== null) {
    await context.addCookies([
      { name: 'platen_session', value: as.token, url: process.url, httpOnly: true, sameSite: 'Lax' },
    ]);
  }
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(`error: ${error.error().stack ?? error.error().message}`));
  context.on('response', (response) => {
    const status = response.status();
    if (status >= 400 && !expectedStatuses.includes(status)) faults.push(`${status}: ${response.url()}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    // Chromium says that it did what the answer of a sign-out asks for.
    if (message.type() === 'info' && text.startsWith('Clear-Site-Data header on ')) return;
    // The console reports expected statuses, too.
    const isExpected = expectedStatuses.some((status) =>
      status === 0
        ? /net::ERR_|^Couldn't load preload assets|[Cc]losed before (the connection is established|receiving a handshake)/.test(
            text,
          )
        : text.includes(`status of ${status}`) || text.includes(`Unexpected response code: ${status}`),
    );
    if (!isExpected) faults.push(`console ${message.type()}: ${text}`);
  });
  test.after(async () => {
    await pool.release(page, settings, { hasTraces: leavesTraces });
    assert.deepEqual(faults, []);
  });
  if (!hasEvents) await page.route('**/studio/events', () => undefined);
  await page.goto(`${process.url}/studio${path}`);
  return page;
}

/** Rules of axe-core that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Checks a page as it is now: axe-core finds nothing, and it cannot be scrolled sideways. Its colors are
 * checked in dark, too.
 */
export async function checkPage(page: Page): Promise<void> {
  await checkRules(page);
  await checkSideways(page);
  await showColors(page, 'dark');
  await checkRules(page, (axe) => axe.withRules(colorRules));
  await showColors(page, 'light');
}

/**
 * Checks a page as it is now, apart from its colors: for other layouts of a page that `checkPage` sees, too.
 * Colors take almost half of the time of axe-core.
 */
export async function checkLayout(page: Page): Promise<void> {
  await checkRules(page, (axe) => axe.disableRules(colorRules));
  await checkSideways(page);
}

/**
 * Checks a page as it is now at each width, as a subtest. axe-core runs in the widest and in the narrowest
 * layout; colors, which do not depend on the width, are checked once. Restores the window.
 */
export async function checkPageAtWidths(
  test: TestContext,
  page: Page,
  widths: readonly number[] = pageWidths,
): Promise<void> {
  const size = page.viewportSize();
  if (size === null) throw new Error('The page has no viewport.');
  const checks = new Map([
    [widths[0], checkPage],
    [widths.at(-1), checkLayout],
  ]);
  for (const width of widths) {
    await test.test(`${width} px`, async () => {
      await resize(page, { width, height: size.height });
      await (checks.get(width) ?? checkSideways)(page);
    });
  }
  await resize(page, size);
}

/** Resizes the window, and waits until the page has been drawn in its new size. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

async function checkSideways(page: Page): Promise<void> {
  const excess = Number(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  );
  assert.ok(excess <= 0, `the page is ${excess} px wider than the window`);
}

/** The app has no frames, so axe-core may run in the page itself, which takes a quarter of the time. */
async function checkRules(page: Page, choose: (axe: AxeBuilder) => AxeBuilder = (axe) => axe): Promise<void> {
  assert.equal(page.frames().length, 1, 'a page with frames needs axe-core in each of them');
  // The app names a dialog by its title one task after the title is drawn.
  await page
    .locator('[role=dialog]:not([aria-labelledby], [aria-label])')
    .first()
    .waitFor({ state: 'detached' });
  const hasAxe = await page.evaluate<boolean>('"axe" in window');
  const axe = new AxeBuilder({ page, ...(hasAxe && { axeSource: ';' }) })
    .setLegacyMode()
    // A selector for each element takes a quarter of the time. The HTML names an element, too.
    .options({ resultTypes: ['violations'], selectors: false });
  const { violations } = await choose(axe).analyze();
  assert.deepEqual(
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    })),
    [],
  );
}

async function showColors(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
}

/** A test of an old build would say nothing about the source. */
function requireCurrentBuild(): void {
  const web = path.resolve(import.meta.dirname, '../../studio/web');
  const built = statSync(path.join(web, 'dist/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(path.join(web, 'src'), { recursive: true, encoding: 'utf8' });
  const newer = sources.find((file) => statSync(path.join(web, 'src', file)).mtimeMs > built);
  if (newer === undefined) return;
  throw new Error(`studio/web/src/${newer} is newer than the build. Run: npm run build -w studio/web`);
}
