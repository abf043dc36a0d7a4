/**
 * Pages of a browser that tests use one after the other. The first page of a browser context starts a process
 * of Chromium and compiles the app in it, which takes longer than everything else of opening a page.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface PagePool {
  /**
   * A page that no test uses, without cookies and stored data. Those of the same service with equal settings
   * are used again.
   */
  take(settings: PageSettings): Promise<Page>;
  /** Takes a page back after its test. It is used again, unless the test has left traces. */
  release(page: Page, settings: PageSettings, options: { readonly hasTraces: boolean }): Promise<void>;
  /** Closes the pages of a service that ends. */
  closePages(origin: string): Promise<void>;
}

/** Where a page is from, and what its browser context cannot change. */
interface PageSettings extends Required<
  Pick<BrowserContextOptions, 'deviceScaleFactor' | 'hasTouch' | 'locale'>
> {
  /** Of the service. */
  readonly origin: string;
}

const preferences = { colorScheme: 'light', reducedMotion: 'reduce' } as const;

/** Of these, tests listen to their page's and to its context's. */
const events = ['console', 'dialog', 'request', 'response', 'weberror', 'websocket'] as const;

/** Creates the pool of a browser. */
export function createPagePool(browser: Browser): PagePool {
  let unused: { readonly page: Page; readonly settings: PageSettings }[] = [];
  return {
    async take(settings) {
      const known = unused.findLast((each) => isDeepStrictEqual(each.settings, settings));
      if (known !== undefined) {
        unused = unused.filter((each) => each !== known);
        return known.page;
      }
      const { origin: _, ...options } = settings;
      const context = await browser.newContext({ ...options, ...preferences });
      context.setDefaultTimeout(30_000);
      return await context.newPage();
    },
    async release(page, settings, { hasTraces }) {
      if (hasTraces || !(await restore(page, settings.origin))) return await page.context().close();
      unused.push({ page, settings });
    },
    async closePages(origin) {
      const isOf = ({ settings }: { readonly settings: PageSettings }) => settings.origin === origin;
      const closed = unused.filter(isOf);
      unused = unused.filter((each) => !isOf(each));
      for (const { page } of closed) await page.context().close();
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
