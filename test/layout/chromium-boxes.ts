import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../helpers/browser.ts';
import { startBrowser } from '../visual/chromium.ts';
import { evaluate, LOAD } from '../visual/make-references.ts';
import type { Boxes } from './our-boxes.ts';

/** Lays out pages in Chromium. */
export interface ChromiumBoxes {
  /** Name and version of the browser. */
  readonly version: string;
  /** The value of an expression in a page. */
  evaluate(html: string, expression: string, name: string): Promise<unknown>;
  /** The boxes of all elements of a page that have an id. */
  measure(html: string, name: string): Promise<Boxes>;
  close(): Promise<void>;
}

const MEASURE = `Object.fromEntries([...document.querySelectorAll('[id]')].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [element.id, [x, y, width, height].map((length) => Math.round(length * 100) / 100)];
}))`;

/** @param program the path of a Chromium; without it, that of the tests of pages */
export async function startChromiumBoxes(program?: string): Promise<ChromiumBoxes> {
  const packed = program === undefined ? await findChromium() : null;
  const executable = program ?? packed?.executablePath ?? '/usr/bin/chromium';
  const browser = await startBrowser(executable, packed?.env);
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-layouts-'));
  const file = path.join(folder, 'page.html');
  await browser.send('Page.enable');
  const size = { width: 1600, height: 2000, deviceScaleFactor: 1, mobile: false };
  await browser.send('Emulation.setDeviceMetricsOverride', size);
  const evaluateIn: ChromiumBoxes['evaluate'] = async (html, expression, name) => {
    await writeFile(file, html);
    const loaded = browser.once('Page.loadEventFired');
    await browser.send('Page.navigate', { url: pathToFileURL(file).href });
    await loaded;
    await evaluate(browser, LOAD, name);
    return await evaluate(browser, expression, name);
  };
  return {
    version: browser.version,
    evaluate: evaluateIn,
    measure: async (html, name) => (await evaluateIn(html, MEASURE, name)) as Boxes,
    async close() {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}
