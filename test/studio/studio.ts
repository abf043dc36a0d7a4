/** Studio in a real browser: the whole service on its own database, and Chromium. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from '../helpers/browser.ts';
import { createTenant, startTestService, type Tenant, type TestService } from '../helpers/http.ts';

/** How a page is opened. */
export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly isDark?: boolean;
  /** The browser's language. */
  readonly locale?: string;
  /** Answers with these statuses are part of the test. Otherwise a status from 400 on fails it. */
  readonly expectedStatuses?: readonly number[];
}

export interface Studio {
  readonly service: TestService;
  readonly browser: Browser;
  /** An owner of a workspace on the plan `studio`, who is signed in by `open`. */
  readonly tenant: Tenant;
  /**
   * Opens a page of the app, signed in, in a browser context of its own. When the test ends, it fails if the
   * console has a message, the content policy was violated, or an answer had an unexpected status.
   *
   * @param path below /studio, such as `/jobs`
   */
  open(test: TestContext, path: string, options?: PageOptions): Promise<Page>;
  /** As `open`, without a session. */
  openSignedOut(test: TestContext, path: string, options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Widths that every page is tested at. */
export const widths = [1440, 1024, 390] as const;

/** Starts the service and the browser. One for each test file, in `before`. */
export async function startStudio(options: Parameters<typeof startTestService>[0] = {}): Promise<Studio> {
  const [service, program] = await Promise.all([startTestService(options), findChromium()]);
  const browser = await chromium.launch(program ?? { channel: 'chrome' });
  const tenant = await createTenant(service.db, { plan: 'studio' });
  const openSignedOut: Studio['openSignedOut'] = async (test, path, page) =>
    await openPage(test, await newContext(browser, page), `${service.url}/studio${path}`, page);
  return {
    service,
    browser,
    tenant,
    open: openSignedOut,
    openSignedOut,
    async close() {
      await browser.close();
      await service.close();
    },
  };
}

async function newContext(browser: Browser, options: PageOptions = {}): Promise<BrowserContext> {
  const { width = 1440, height = 900, isDark = false, locale = 'en-GB' } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
    locale,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  return context;
}

async function openPage(
  test: TestContext,
  context: BrowserContext,
  url: string,
  { expectedStatuses = [] }: PageOptions = {},
): Promise<Page> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on('response', (response) => {
    const status = response.status();
    if (status >= 400 && !expectedStatuses.includes(status)) faults.push(`${status}: ${response.url()}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    // An expected status is reported by the console, too.
    const isExpected = expectedStatuses.some((status) => text.includes(`status of ${status}`));
    if (!isExpected) faults.push(`console ${message.type()}: ${text}`);
  });
  test.after(async () => {
    await context.close();
    assert.deepEqual(faults, []);
  });
  await page.goto(url);
  return page;
}

/** Fails if axe-core finds anything on the page as it is now. */
export async function checkAccessibility(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    })),
    [],
  );
}

/** Fails if the page can be scrolled sideways. */
export async function checkWidth(page: Page): Promise<void> {
  const excess = Number(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  );
  assert.ok(excess <= 0, `the page is ${excess} px wider than the window`);
}
