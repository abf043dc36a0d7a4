/** Chromium with a page that stays: fonts are loaded once, and the content is replaced. */
import { readFile } from 'node:fs/promises';
import { startBrowser } from '../../../test/helpers/browser.ts';
import type { FontFile } from '../cases/cases.ts';
import type { Html } from './html.ts';
import type { Program } from './program.ts';

export async function start(_documentName: string, fonts: readonly FontFile[]): Promise<Program> {
  const browser = await startBrowser();
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const processId = processInfo.find(({ type }) => type === 'browser')?.id;
  const faces = await Promise.all(
    fonts.map(async ({ family, weight, italic, path }) => {
      const url = `data:font/ttf;base64,${(await readFile(path)).toString('base64')}`;
      const slant = italic ? 'italic' : 'normal';
      return `@font-face{font-family:'${family}';font-weight:${weight};font-style:${slant};src:url(${url})}`;
    }),
  );
  const tab = await browser.newPage();
  await tab.setContent(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Document</title>` +
      `<style>${faces.join('')}</style><style id="style"></style><body></body></html>`,
  );
  return {
    async render(input) {
      await tab.evaluate(replaceContent, input as Html);
      return await tab.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
    },
    close: async () => await browser.close(),
    ...(processId === undefined ? {} : { processId }),
  };
}

/** Runs inside the page; resolves when its fonts and pictures can be drawn. */
async function replaceContent({ style, body }: Html): Promise<void> {
  interface Page {
    readonly body: { innerHTML: string };
    readonly images: Iterable<{ decode(): Promise<void> }>;
    readonly fonts: { readonly ready: Promise<unknown> };
    getElementById(id: string): { textContent: string } | null;
  }
  const { document } = globalThis as unknown as { document: Page };
  const sheet = document.getElementById('style');
  if (sheet !== null) sheet.textContent = style;
  document.body.innerHTML = body;
  for (const image of document.images) await image.decode();
  await document.fonts.ready;
}
