import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { formatText } from '../../scripts/format-text.ts';
import { findChromium } from '../helpers/browser.ts';
import { maxHeight } from '../../src/render/output-size.ts';
import type { Reference, ReferenceText } from './cases.ts';
import { caseDensity, pagePath, readCase, referencePath } from './cases.ts';
import type { Browser } from './chromium.ts';
import { startBrowser } from './chromium.ts';

const PX_PER_UNIT = { px: 1, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, pt: 96 / 72 } as const;

/** Waits for fonts and images, and fits texts that shrink. */
export const LOAD = `(async () => {
  // When a font lacks a letter, the browser loads the next font of the list.
  for (let quiet = 0; quiet < 3; quiet++) {
    document.body.getBoundingClientRect();
    if (document.fonts.status === 'loading') quiet = -1;
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
  }
  globalThis.fitText?.();
  await Promise.all([...document.images].map((image) => image.decode()));
  const broken = [...document.fonts].filter(({ status }) => status === 'error');
  if (broken.length > 0) throw new Error('fonts that do not load: ' + broken.map(({ family }) => family));
})()`;

const PAGE_HEIGHT = "Math.ceil(document.getElementById('page').getBoundingClientRect().height - 0.001)";

/** Renders the pages of cases with Chromium and writes their images and lines into `references/`. */
export async function makeReferences(names: readonly string[], program: string | undefined): Promise<void> {
  const packed = program === undefined ? await findChromium() : null;
  const browser = await startBrowser(program ?? packed?.executablePath ?? '/usr/bin/chromium', packed?.env);
  try {
    for (const domain of ['Page', 'DOM', 'CSS']) await browser.send(`${domain}.enable`);
    for (const name of names) {
      await makeReference(browser, name);
      console.log(name);
    }
  } finally {
    await browser.close();
  }
}

async function makeReference(browser: Browser, name: string): Promise<void> {
  const quality = await readCase(name);
  const { viewport, viewportUnit = 'px' } = quality.template;
  const size = {
    width: Math.round(viewport.width * PX_PER_UNIT[viewportUnit]),
    height: Math.round(maxHeight(viewport) * PX_PER_UNIT[viewportUnit]),
  };
  const deviceScaleFactor = caseDensity(quality);
  await browser.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor, mobile: false });
  const loaded = browser.once('Page.loadEventFired');
  await browser.send('Page.navigate', { url: pathToFileURL(pagePath(name)).href });
  await loaded;
  await evaluate(browser, LOAD, name);
  await checkFonts(browser, name);
  await evaluate(browser, await readFile(path.join(import.meta.dirname, 'read-lines.js'), 'utf8'), name);
  const texts = (await evaluate(browser, 'readLines()', name)) as ReferenceText[];
  await evaluate(browser, 'preparePicture()', name);
  await evaluate(
    browser,
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
    name,
  );
  // A page that is as tall as its content is the element `page`.
  const height =
    typeof viewport.height === 'number'
      ? size.height
      : ((await evaluate(browser, PAGE_HEIGHT, name)) as number);
  const shot = await browser.send<{ data: string }>('Page.captureScreenshot', {
    format: 'png',
    clip: { x: 0, y: 0, width: size.width, height, scale: 1 },
  });

  const png = await sharp(Buffer.from(shot.data, 'base64'))
    .removeAlpha()
    .png({ compressionLevel: 9, adaptiveFiltering: true })
    .toBuffer();
  await writeFile(referencePath(name, 'png'), png);
  const reference: Reference = { browser: browser.version, texts };
  const file = referencePath(name, 'json');
  await writeFile(file, await formatText(file, JSON.stringify(reference)));
}

/** The value of an expression in the page, when its promise is kept. */
export async function evaluate(browser: Browser, expression: string, name: string): Promise<unknown> {
  const { result, exceptionDetails } = await browser.send<{
    result: { value?: unknown };
    exceptionDetails?: { exception?: { description?: string } };
  }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  if (exceptionDetails !== undefined) {
    throw new Error(`${name}: ${exceptionDetails.exception?.description ?? 'the page throws'}`);
  }
  return result.value;
}

/** Throws if a page uses a font of this machine: other machines would render it differently. */
async function checkFonts(browser: Browser, name: string): Promise<void> {
  const { root } = await browser.send<{ root: { nodeId: number } }>('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await browser.send<{ nodeIds: number[] }>('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '.text, .text *',
  });
  for (const nodeId of nodeIds) {
    const { fonts } = await browser.send<{
      fonts: { familyName: string; isCustomFont: boolean; glyphCount: number }[];
    }>('CSS.getPlatformFontsForNode', { nodeId });
    const foreign = fonts.filter(({ isCustomFont }) => !isCustomFont);
    if (foreign.length === 0) continue;
    throw new Error(
      `${name} uses fonts of this machine: ${foreign.map((font) => font.familyName).join(', ')}`,
    );
  }
}
