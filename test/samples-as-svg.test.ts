/** The samples as SVG look like their PNGs, in a browser and in resvg. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ssim } from '@blazediff/ssim';
import { Resvg } from '@resvg/resvg-js';
import type { Browser } from 'playwright-core';
import sax from 'sax';
import sharp from 'sharp';
import type { LayoutReport } from '../src/render/layout-report.ts';
import { startBrowser } from './helpers/browser.ts';
import { readSample, renderSample, samples } from './helpers/samples.ts';

const MIN_SSIM = 0.98;

interface Size {
  readonly width: number;
  readonly height: number;
}

describe('samples as SVG', () => {
  let browser: Browser;

  before(async () => {
    browser = await startBrowser();
  });

  after(async () => {
    await browser.close();
  });

  for (const name of samples) {
    test(`${name} looks like the PNG in a browser and in resvg`, async () => {
      const sample = await readSample(name);
      const inspect = { report: true, boxes: false };
      const png = await renderSample(sample, 'png', { inspect });
      const svg = Buffer.from((await renderSample(sample, 'svg')).data);
      sax.parser(true).write(svg.toString('utf8')).close();
      const size = { width: png.width, height: png.height };
      const expected = await readPixels(png.data, size, png.report);
      const shown = await readPixels(await showInBrowser(browser, svg, size), size, png.report);
      const drawn = await readPixels(drawByResvg(svg, size), size, png.report);
      const alike = (pixels: Buffer): number => ssim(expected, pixels, undefined, size.width, size.height);
      assert.ok(alike(shown) >= MIN_SSIM, `browser: ${alike(shown)}`);
      assert.ok(alike(drawn) >= MIN_SSIM, `resvg: ${alike(drawn)}`);
    });
  }
});

async function showInBrowser(browser: Browser, svg: Buffer, { width, height }: Size): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width, height } });
  try {
    const source = `data:image/svg+xml;base64,${svg.toString('base64')}`;
    await page.setContent(
      `<body style="margin:0"><img style="display:block" width="${width}" src="${source}">`,
    );
    await page.evaluate('document.querySelector("img").decode()');
    return await page.screenshot({ type: 'png' });
  } finally {
    await page.close();
  }
}

function drawByResvg(svg: Buffer, { width }: Size): Uint8Array {
  const fitTo = { mode: 'width', value: width } as const;
  return new Resvg(svg, { fitTo, font: { loadSystemFonts: false } }).render().asPng();
}

/**
 * The pixels of a picture on white, without its codes: those of a PNG are aligned to its pixels, those of an
 * SVG fill their boxes. The test of all samples reads them.
 */
async function readPixels(
  file: Uint8Array,
  { width, height }: Size,
  report: LayoutReport | undefined,
): Promise<Buffer> {
  const pixels = await sharp(file)
    .flatten({ background: '#ffffff' })
    .resize(width, height, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const density = width / (report?.page.width ?? width);
  for (const { code, onPage } of report?.elements ?? []) {
    if (code === undefined) continue;
    const [left, top] = [onPage.x, onPage.y].map((side) => Math.max(0, Math.floor(side * density) - 1));
    const right = Math.min(width, Math.ceil((onPage.x + onPage.width) * density) + 1);
    const bottom = Math.min(height, Math.ceil((onPage.y + onPage.height) * density) + 1);
    for (let y = top ?? 0; y < bottom; y++)
      pixels.fill(255, (y * width + (left ?? 0)) * 4, (y * width + right) * 4);
  }
  return pixels;
}
