/**
 * Draws 60 pages as SVG files by several programs and compares each with the PNG. Writes the table of
 * docs/svg-pictures.md. Programs that are not installed are left out: rsvg-convert, cairosvg, inkscape,
 * firefox-esr.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { ssim } from '@blazediff/ssim';
import { Resvg } from '@resvg/resvg-js';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';

import { formatText } from '../../scripts/format-text.ts';
import { startBrowser } from '../helpers/browser.ts';
import { listCases, readCase } from './cases.ts';
import { renderCase, type Picture } from './render-case.ts';

const pages = 60;
const good = 0.98;
const document = path.resolve(import.meta.dirname, '../../docs/svg-pictures.md');
const run = promisify(execFile);

/** Draws the file at a path as a PNG of a width. */
type Reader = (file: string, width: number, height: number) => Promise<Uint8Array>;

const browser = await startBrowser();
const folder = await mkdtemp(path.join(tmpdir(), 'platen-svg-'));
try {
  const readers = await findReaders(browser);
  const results = new Map<string, { readonly page: string; readonly alike: number }[]>();
  const names = listCases();
  const step = names.length / pages;
  for (let index = 0; index < pages; index += 1) {
    const name = names[Math.floor(index * step)] ?? '';
    const quality = await readCase(name);
    const { picture } = await renderCase(quality);
    const { file: svg } = await renderCase(quality, 'svg');
    const file = path.join(folder, 'page.svg');
    await writeFile(file, svg);
    for (const [reader, draw] of readers) {
      const alike = await draw(file, picture.width, picture.height).then(
        (png) => compare(picture, png),
        () => 0,
      );
      results.set(reader, [...(results.get(reader) ?? []), { page: name, alike }]);
    }
    process.stdout.write(`${name}\n`);
  }
  const rows = [...results].map(([reader, found]) => describe(reader, found));
  const head = '| Reader | Median | At least 0.98 | Worst |\n| --- | --: | --: | --- |';
  const [before = '', , after = ''] = (await readFile(document, 'utf8')).split(/<!-- \/?readers -->/u);
  const text = `${before}<!-- readers -->\n\n${head}\n${rows.join('\n')}\n\n<!-- /readers -->${after}`;
  await writeFile(document, await formatText(document, text));
  process.stdout.write(`${rows.join('\n')}\n`);
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

async function findReaders(chromium: Browser): Promise<Map<string, Reader>> {
  const readers = new Map<string, Reader>([
    [`Chromium ${chromium.version()}`, (...given) => shoot(chromium, ...given)],
    ['resvg-js 2.6', drawByResvg],
    [`librsvg ${sharp.versions.rsvg ?? ''}`, drawBySharp],
  ]);
  const programs = [
    ['rsvg-convert', (file, width) => ['-w', String(width), file, '-o', `${file}.png`]],
    ['cairosvg', (file, width) => [file, '-o', `${file}.png`, '--output-width', String(width)]],
    ['inkscape', (file, width) => [file, '-o', `${file}.png`, '-w', String(width)]],
  ] as const satisfies readonly (readonly [string, (file: string, width: number) => string[]])[];
  for (const [program, parameters] of programs) {
    const version = await run(program, ['--version']).catch(() => null);
    if (version === null) continue;
    const [number = ''] = /\d+(?:\.\d+)+/u.exec(version.stdout) ?? [];
    readers.set(`${program} ${number}`, async (file, width) => {
      await run(program, parameters(file, width), { timeout: 60_000 });
      return await readFile(`${file}.png`);
    });
  }
  const firefox = await run('firefox-esr', ['--version']).catch(() => null);
  if (firefox !== null) readers.set(firefox.stdout.replace('Mozilla ', '').trim(), drawByFirefox);
  return readers;
}

async function drawByFirefox(file: string, width: number, height: number): Promise<Uint8Array> {
  const [page, picture] = [`${file}.html`, `${file}.png`];
  const size = `width="${width}" height="${height}"`;
  const image = `<img style="display:block" ${size} src="${path.basename(file)}">`;
  await writeFile(page, `<!doctype html><body style="margin:0;background:#fff">${image}`);
  // Windows have a least width.
  const shown = `--window-size=${Math.max(600, width)},${Math.max(400, height)}`;
  const profile = ['--profile', path.join(folder, 'firefox')];
  await mkdir(path.join(folder, 'firefox'), { recursive: true });
  await run('firefox-esr', ['--headless', ...profile, '--screenshot', picture, shown, `file://${page}`], {
    timeout: 180_000,
  });
  return await sharp(picture).extract({ left: 0, top: 0, width, height }).png().toBuffer();
}

async function shoot(chromium: Browser, file: string, width: number, height: number): Promise<Uint8Array> {
  const page = await chromium.newPage({ viewport: { width, height } });
  try {
    const source = `data:image/svg+xml;base64,${(await readFile(file)).toString('base64')}`;
    const picture = `<img style="display:block" width="${width}" height="${height}" src="${source}">`;
    await page.setContent(`<body style="margin:0">${picture}`);
    await page.evaluate('document.querySelector("img").decode()');
    return await page.screenshot();
  } finally {
    await page.close();
  }
}

async function drawByResvg(file: string, width: number): Promise<Uint8Array> {
  const options = { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } } as const;
  return new Resvg(await readFile(file), options).render().asPng();
}

async function drawBySharp(file: string, width: number, height: number): Promise<Uint8Array> {
  const own = await sharp(file).metadata();
  const density = Math.min(2400, (72 * width) / own.width);
  return await sharp(file, { density }).resize(width, height, { fit: 'fill' }).png().toBuffer();
}

async function compare({ data, width, height }: Picture, png: Uint8Array): Promise<number> {
  const drawn = await sharp(png)
    .flatten({ background: '#fff' })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  return ssim(data, drawn, undefined, width, height);
}

function describe(reader: string, found: readonly { page: string; alike: number }[]): string {
  const sorted = found.toSorted((one, other) => one.alike - other.alike);
  const median = sorted[Math.floor(sorted.length / 2)]?.alike ?? 0;
  const right = sorted.filter(({ alike }) => alike >= good).length;
  const worst = sorted
    .slice(0, 3)
    .filter(({ alike }) => alike < good)
    .map(({ page, alike }) => `${page} (${alike.toFixed(3)})`);
  return `| ${[reader, median.toFixed(4), `${right} of ${found.length}`, worst.join(', ')].join(' | ')} |`;
}
