/** Uses the page at /docs in a browser and records its requests and errors. */
import assert from 'node:assert/strict';
import type { Browser, Page, Response } from 'playwright-core';
import { waitUntil } from './wait-until.ts';

export interface OpenedDocs {
  readonly page: Page;
  /** Every request so far. */
  readonly requested: readonly { readonly url: string }[];
  /** Violations of the page's Content-Security-Policy. */
  readonly violations: readonly string[];
  enterKey(apiKey: string): Promise<void>;
  /** Opens the form of an operation. */
  openOperation(operationId: string): Promise<void>;
  /** Fills in a path parameter. */
  setVariable(name: string, value: string): Promise<void>;
  /** Chooses a value of a parameter with fixed values. */
  chooseParameter(name: string, value: string): Promise<void>;
  setBody(body: unknown): Promise<void>;
  /** Sends the request and returns the response. */
  send(): Promise<Response>;
  /** Closes the form. */
  close(): Promise<void>;
  /** Accepts responses with this status from now on. */
  expectStatus(status: number): void;
  /** Fails if a request left the origin or failed, the policy was violated, or the console has a message. */
  assertNoErrors(): void;
}

/**
 * Clicks an element once it exists, without the mouse: a click by the mouse waits until frames are drawn and
 * the page stands still, which a busy machine can delay without end. If it does not appear, the error has
 * what the page shows.
 */
export async function press(page: Page, selector: string): Promise<void> {
  const element = await page
    .waitForSelector(selector, { state: 'attached' })
    .catch(async (error: unknown) => {
      const shown = String(await page.evaluate('location.href + document.body.innerText'));
      throw new Error(`${selector} is not on the page, which shows: ${shown}`, { cause: error });
    });
  // As a click by the mouse does: Swagger UI takes over a field's text when it loses the focus.
  await page.evaluate('document.activeElement?.blur()');
  await element.evaluate((found) => (found as unknown as { click(): void }).click());
}

/**
 * Waits until the form of an operation works. Its button appears first; pressed before the responses are
 * shown, it sends nothing, because Swagger UI has not loaded the operation.
 */
export async function waitForForm(page: Page, form: string): Promise<void> {
  await page.waitForSelector(`${form} .execute`);
  await page.waitForSelector(`${form} tr.response`, { state: 'attached' });
}

/**
 * Waits until an expression is true on a page. Playwright's `waitForFunction` needs `eval` after its first
 * try, and the page's policy refuses it.
 */
export async function waitForTruth(page: Page, expression: string): Promise<void> {
  await waitUntil(async () => (await page.evaluate<unknown>(expression)) === true);
}

/** Opens the page in a new tab. */
export async function openDocs(
  browser: Browser,
  origin: string,
  { width = 1440, isDark = false }: { readonly width?: number; readonly isDark?: boolean } = {},
): Promise<OpenedDocs> {
  const page = await browser.newPage({
    viewport: { width, height: 1000 },
    colorScheme: isDark ? 'dark' : 'light',
  });
  const requested: { url: string }[] = [];
  const wrong: string[] = [];
  const violations: string[] = [];
  const expected = new Set<number>();
  page.on('request', (request) => {
    const url = request.url();
    requested.push({ url });
    const isOwn = url.startsWith(`${origin}/`) || url.startsWith(`blob:${origin}/`);
    // The browser's PDF viewer loads its own pages.
    const isInternal = /^(?:data|chrome|chrome-extension):/.test(url);
    if (!isOwn && !isInternal) wrong.push(`left the origin: ${url}`);
  });
  page.on('requestfailed', (request) => {
    // This browser has no PDF viewer and treats PDFs as downloads.
    if (request.url().startsWith('blob:') && request.failure()?.errorText === 'net::ERR_ABORTED') return;
    wrong.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !expected.has(response.status())) {
      wrong.push(`${response.status()}: ${response.url()}`);
    }
  });
  page.on('pageerror', (error) => wrong.push(`error: ${String(error)}`));
  page.on('console', (message) => {
    const text = message.text();
    const isExpected = [...expected].some((status) => text.includes(`status of ${status}`));
    if (text.includes('Content Security Policy')) violations.push(text);
    if (message.type() !== 'info' && !isExpected) wrong.push(`console ${message.type()}: ${text}`);
  });
  await page.goto(`${origin}/docs`, { waitUntil: 'networkidle' });

  /** The operation whose form is open. */
  let form = '';
  const replace = async (selector: string, text: string) => {
    const field = await page.waitForSelector(selector);
    await field.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText(text);
  };
  const toggle = async () => await press(page, `${form} .opblock-summary-control`);
  return {
    page,
    requested,
    violations,
    async enterKey(apiKey) {
      await press(page, '.auth-wrapper .authorize');
      await replace('.auth-container input', apiKey);
      await press(page, '.auth-btn-wrapper .authorize');
      await press(page, '.auth-btn-wrapper .btn-done');
    },
    async openOperation(operationId) {
      form = `.opblock[id$="-${operationId}"]`;
      await toggle();
      await waitForForm(page, form);
    },
    setVariable: async (name, value) => await replace(`${form} input[placeholder="${name}"]`, value),
    chooseParameter: async (name, value) =>
      void (await page.selectOption(`${form} tr[data-param-name="${name}"] select`, value)),
    setBody: async (body) => await replace(`${form} textarea`, JSON.stringify(body)),
    async send() {
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().startsWith(`${origin}/api/`)),
        press(page, `${form} .execute`),
      ]);
      return answer;
    },
    async close() {
      await toggle();
      await page.waitForSelector(`${form} .execute`, { state: 'hidden' });
    },
    expectStatus: (status) => void expected.add(status),
    assertNoErrors: () => assert.deepEqual(wrong, []),
  };
}
