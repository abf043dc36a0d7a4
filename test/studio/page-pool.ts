/**
 * Pages of a browser that tests use one after the other. The first page of a browser context starts a process
 * of Chromium and compiles the app in it, which takes longer than everything else of opening a page.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface PagePool {
  /** A page that no test uses, without cookies and stored data. Those of equal settings are used again. */
  take(settings: PageSettings): Promise<Page>;
  /**
   * Takes a page back after its test.
   *
   * @param origin of the app in it. Null: the page is not used again, since the test has left traces
   */
  release(page: Page, settings: PageSettings, origin: string | null): Promise<void>;
}

/** What a browser context cannot change. */
type PageSettings = Required<Pick<BrowserContextOptions, 'deviceScaleFactor' | 'hasTouch' | 'locale'>>;

const preferences = { colorScheme: 'light', reducedMotion: 'reduce' } as const;

/** Of these, tests listen to their page's and to its context's. */
const events = ['console', 'dialog', 'request', 'response', 'weberror', 'websocket'] as const;

/** Creates the pool of a browser. */
export function createPagePool(browser: Browser): PagePool {
  const unused = new Map<string, Page[]>();
  return {
    async take(settings) {
      const known = unused.get(JSON.stringify(settings))?.pop();
      if (known !== undefined) return known;
      const context = await browser.newContext({ ...settings, ...preferences });
      context.setDefaultTimeout(30_000);
      return await context.newPage();
    },
    async release(page, settings, origin) {
      if (origin === null || !(await restore(page, origin))) return await page.context().close();
      const key = JSON.stringify(settings);
      unused.set(key, [...(unused.get(key) ?? []), page]);
    },
  };
}

/** Removes what a test has left in a page. False if that is not possible. */
async function restore(page: Page, origin: string): Promise<boolean> {
  const context = page.context();
  if (page.isClosed() || context.pages().length > 1) return false;
  for (const name of events) for (const emitter of [page, context]) emitter.removeAllListeners(name);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  try {
    // A page of the origin without the app, in the same process.
    await page.goto(`${origin}/healthz`);
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await page.emulateMedia(preferences);
    await context.clearPermissions();
    await context.clearCookies();
    return true;
  } catch {
    // Its service has ended, or the page has crashed.
    return false;
  }
}
