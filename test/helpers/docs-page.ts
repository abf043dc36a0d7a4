/**
 * The page at /docs, as somebody uses it who watches what it does.
 */
import assert from 'node:assert/strict';
import type { Browser, HTTPResponse, Page } from 'puppeteer-core';

export interface OpenedDocs {
  readonly page: Page;
  /** Every request so far. */
  readonly requested: readonly { readonly url: string }[];
  /** What the page's policy has stopped. */
  readonly violations: readonly string[];
  enterKey(apiKey: string): Promise<void>;
  /** Opens the form that sends a request. */
  openOperation(method: string, path: string): Promise<void>;
  /** Fills in a part of the path. */
  setVariable(name: string, value: string): Promise<void>;
  /** Ticks a parameter that may be left out, and chooses one of its values. */
  chooseParameter(name: string, value: string): Promise<void>;
  setBody(body: unknown): Promise<void>;
  /** Sends the request and resolves with the answer. */
  send(): Promise<HTTPResponse>;
  /** Closes the form. */
  close(): Promise<void>;
  /** From now on an answer with this status is nothing that is wrong. */
  expectStatus(status: number): void;
  /** Fails if anything left the origin, failed, was forbidden by the page's policy, or was said on the console. */
  assertQuiet(): void;
}

/** Opens the page in a window of its own. */
export async function openDocs(
  browser: Browser,
  origin: string,
  { width = 1440, isDark = false }: { readonly width?: number; readonly isDark?: boolean } = {},
): Promise<OpenedDocs> {
  const page = await browser.newPage();
  await page.setViewport({ width, height: 1000 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }]);
  const requested: { url: string }[] = [];
  const wrong: string[] = [];
  const violations: string[] = [];
  const expected = new Set<number>();
  page.on('request', (request) => {
    const url = request.url();
    requested.push({ url });
    const isOwn = url.startsWith(`${origin}/`) || url.startsWith(`blob:${origin}/`);
    // The browser's viewer of PDFs is made of pages, too.
    const isInside = /^(?:data|chrome|chrome-extension):/.test(url);
    if (!isOwn && !isInside) wrong.push(`left the origin: ${url}`);
  });
  page.on('requestfailed', (request) => {
    // This browser has no viewer for PDFs and takes them for downloads.
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
  await page.goto(`${origin}/docs`, { waitUntil: 'networkidle0' });

  const replace = async (selector: string, text: string) => {
    const field = await page.waitForSelector(selector);
    await field?.click();
    await page.keyboard.down('Control');
    await page.keyboard.press('A');
    await page.keyboard.up('Control');
    await page.keyboard.press('Backspace');
    // At once: typed one by one, brackets and quotes would be completed by the editor.
    await page.keyboard.sendCharacter(text);
  };
  return {
    page,
    requested,
    violations,
    enterKey: async (apiKey) => await page.locator('input.scalar-password-input').fill(apiKey),
    async openOperation(method, path) {
      await page.locator(`a[href$="/${method}${path}"]`).click();
      await page.locator(`::-p-xpath(//button[contains(., "(${method.toLowerCase()} ${path})")])`).click();
      await page.waitForSelector('[role="dialog"] [contenteditable]');
    },
    setVariable: async (name, value) =>
      await replace(
        `::-p-xpath(//*[@role="dialog"]//*[@contenteditable and normalize-space(.)="${name}"]` +
          `/following::*[normalize-space(@aria-label)="Value"][1])`,
        value,
      ),
    async chooseParameter(name, value) {
      await page.locator(`[role="dialog"] input[aria-label="Include ${name} in request"]`).click();
      const row = `//*[@role="dialog"]//*[@contenteditable and normalize-space(.)="${name}"]`;
      await page.locator(`::-p-xpath(${row}/following::button[1])`).click();
      await page
        .locator(`::-p-xpath(//*[@role="menuitem" or @role="option"][normalize-space(.)="${value}"])`)
        .click();
    },
    setBody: async (body) => await replace('[role="dialog"] .cm-content', JSON.stringify(body)),
    async send() {
      const button = '::-p-xpath(//*[@role="dialog"]//button[starts-with(normalize-space(.), "Send")])';
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().startsWith(`${origin}/api/`)),
        page.locator(button).click(),
      ]);
      return answer;
    },
    async close() {
      await page.locator('[role="dialog"] ::-p-aria(Close Client)').click();
      await page.waitForSelector('[role="dialog"]', { hidden: true });
    },
    expectStatus: (status) => void expected.add(status),
    assertQuiet: () => assert.deepEqual(wrong, []),
  };
}
