/**
 * Chromium without a window, driven by Playwright: a page that stays open and whose texts and codes are
 * exchanged, or a new page for each render. Screenshots take its faster compression of PNG.
 */
import { chromium, type Browser, type Page as Tab } from 'playwright-core';
import { startBrowser } from '../../test/helpers/browser.ts';
import { codeUrl, keepLast } from './codes.ts';
import { readFonts, type Engine } from './engine.ts';
import { writeHtml } from './html.ts';
import { readPage, type Page } from './read-page.ts';
import { QUALITY, type Format, type Workload } from './workload.ts';

/** Pages on paper are laid out in CSS pixels, of which an inch has 96. */
const CSS_DPI = 96;

/** What is exchanged in a page: a text, or the address of a picture. */
interface Content {
  readonly id: string;
  readonly text: string | null;
  readonly src: string | null;
}

/** Starts Chromium with one page that stays. */
export async function startReused(workload: Workload): Promise<Engine> {
  const { browser, read, write } = await open(workload);
  const makeCode = keepLast(codeUrl);
  const tabs = new Map<number, Tab>();
  return {
    ...(await describe(browser)),
    async render(format, round) {
      const page = read(format, round);
      let tab = tabs.get(page.width);
      if (tab === undefined) tabs.set(page.width, (tab = await show(browser, page, write(page))));
      const contents = page.boxes.flatMap((box): Content[] => {
        if (box.type === 'text') return [{ id: box.id, text: box.text, src: null }];
        return box.type === 'code' ? [{ id: box.id, text: null, src: makeCode(box.code) }] : [];
      });
      await tab.evaluate(exchange, contents);
      return await capture(tab, page, format);
    },
  };
}

/** Starts Chromium; each render opens a page and closes it. */
export async function startFresh(workload: Workload): Promise<Engine> {
  const { browser, read, write } = await open(workload);
  return {
    ...(await describe(browser)),
    async render(format, round) {
      const page = read(format, round);
      const tab = await show(browser, page, write(page));
      try {
        return await capture(tab, page, format);
      } finally {
        await tab.close();
      }
    },
  };
}

async function open(workload: Workload): Promise<{
  browser: Browser;
  read: (format: Format, round: number) => Page;
  write: (page: Page) => string;
}> {
  const executablePath = process.env['CHROMIUM'];
  const browser =
    executablePath === undefined
      ? await startBrowser()
      : await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const fonts = await readFonts(workload);
  const urls = new Map(
    [...workload.files].map(([name, data]) => [name, `data:image/jpeg;base64,${data.toString('base64')}`]),
  );
  const dpi = workload.document.viewportExportDpi ?? CSS_DPI;
  return {
    browser,
    read: (format, round) =>
      readPage(workload.document, workload.values(round), format === 'pdf' ? CSS_DPI : dpi),
    write: (page) => writeHtml(page, fonts, urls),
  };
}

async function describe(browser: Browser): Promise<Pick<Engine, 'version' | 'close' | 'processId'>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const processId = processInfo.find(({ type }) => type === 'browser')?.id;
  return {
    version: `Chromium ${browser.version()}`,
    close: async () => await browser.close(),
    ...(processId === undefined ? {} : { processId }),
  };
}

async function show(browser: Browser, { width, height }: Page, html: string): Promise<Tab> {
  const tab = await browser.newPage({ viewport: { width, height } });
  await tab.setContent(html, { waitUntil: 'load' });
  await tab.evaluate('document.fonts.ready.then(() => true)');
  return tab;
}

/** Runs inside the page; resolves when the new pictures are decoded. */
async function exchange(contents: Content[]): Promise<void> {
  interface Element {
    textContent: string | null;
    src: string;
    decode(): Promise<void>;
  }
  const { document } = globalThis as unknown as {
    document: { getElementById: (id: string) => Element | null };
  };
  for (const { id, text, src } of contents) {
    const element = document.getElementById(id);
    if (element === null) throw new Error(`no element ${id}`);
    if (text !== null) element.textContent = text;
    if (src !== null && element.src !== src) {
      element.src = src;
      await element.decode();
    }
  }
}

async function capture(tab: Tab, { width, height }: Page, format: Format): Promise<Uint8Array> {
  if (format === 'avif' || format === 'svg') throw new Error(`Chromium writes no ${format}.`);
  if (format !== 'pdf') {
    const session = await tab.context().newCDPSession(tab);
    const quality = format === 'png' ? {} : { quality: QUALITY };
    const { data } = await session.send('Page.captureScreenshot', {
      format,
      optimizeForSpeed: true,
      ...quality,
    });
    await session.detach();
    return Buffer.from(data, 'base64');
  }
  return await tab.pdf({
    width: `${width}px`,
    height: `${height}px`,
    pageRanges: '1',
    printBackground: true,
    tagged: false,
    outline: false,
  });
}
