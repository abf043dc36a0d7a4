/**
 * Compares how the features of SVG in features.txt are drawn with Chromium: by librsvg and by resvg, after
 * our preparation, and by our own vectors. Writes the table of docs/svg-pictures.md.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { Resvg } from '@resvg/resvg-js';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

import { formatText } from '../../../scripts/format-text.ts';
import { decodePixels, inspectImage } from '../../../src/render/images/decode.ts';
import { prepareSvg } from '../../../src/render/vector/prepare/prepare-svg.ts';
import { svgLosses } from '../../../src/render/vector/svg-losses.ts';
import { startBrowser } from '../../helpers/browser.ts';
import { image, render } from '../../helpers/scenes.ts';

const side = 200;
/** Channels that differ by more are seen. */
const visible = 48;
/** Shares of the pixels up to which a picture is right, and up to which it is nearly right. */
const right = 0.012;
const near = 0.05;
const root = path.resolve(import.meta.dirname, '../../..');
const document = path.join(root, 'docs/svg-pictures.md');
const marks = ['<!-- features -->', '<!-- /features -->'] as const;

process.env['FONTCONFIG_FILE'] = path.join(root, 'src/renderer/fonts.conf');

const folder = await mkdtemp(path.join(tmpdir(), 'platen-svg-'));
const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: side, height: side } });
  const rows: string[] = [];
  const counts = { librsvg: 0, resvg: 0, vectors: 0 };
  for (const [name, inside] of await readFeatures()) {
    const svg = Buffer.from(write(inside));
    const expected = await shoot(page, write(inside, await fontsOf(inside)));
    const differences = {
      librsvg: await compare(expected, await drawLibrsvg(svg)),
      resvg: await compare(expected, drawResvg(svg)),
      vectors: await drawVectors(page, svg).then((shot) => (shot === null ? null : compare(expected, shot))),
    };
    for (const [engine, share] of Object.entries(differences))
      if (share !== null && share <= right) counts[engine as keyof typeof counts] += 1;
    const cells = Object.values(differences).map((share) => (share === null ? '–' : judge(share)));
    const losses = svgLosses(svg).map(({ feature }) => feature);
    rows.push(`| ${[name, ...cells, losses.join(', ')].join(' | ')} |`);
    process.stdout.write(`${rows.at(-1) ?? ''}\n`);
  }
  const { librsvg, resvg, vectors } = counts;
  const total = rows.length;
  const head = '| Feature | librsvg | resvg | vectors | Warning |\n| --- | --- | --- | --- | --- |';
  const sums =
    `Of ${total} features, librsvg draws ${librsvg} right, resvg ${resvg}; ` +
    `${vectors} stay vectors and are right.`;
  const [before = '', , after = ''] = (await readFile(document, 'utf8')).split(/<!-- \/?features -->/u);
  const text = `${before}${marks[0]}\n\n${sums}\n\n${head}\n${rows.join('\n')}\n\n${marks[1]}${after}`;
  await writeFile(document, await formatText(document, text));
  process.stdout.write(`${sums}\n`);
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

/** The names of features, and what is inside of the root to show each. */
async function readFeatures(): Promise<[name: string, inside: string][]> {
  const text = await readFile(path.join(import.meta.dirname, 'features.txt'), 'utf8');
  return text
    .split(/^# /mu)
    .slice(1)
    .map((block) => [block.slice(0, block.indexOf('\n')), block.slice(block.indexOf('\n')).trim()]);
}

function write(inside: string, style = ''): string {
  const size = style === '' ? '' : ` width="${side}" height="${side}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"${size}>${style}${inside}</svg>`;
}

/** Rules for the fonts of texts: a picture has those of the renderer. */
async function fontsOf(inside: string): Promise<string> {
  const all = await readFile(path.join(root, 'test/visual/fonts.css'), 'utf8');
  const base = pathToFileURL(path.join(root, 'test/visual/')).href;
  const rules = all
    .split('\n')
    .filter((rule) => /'(?:Inter|Noto Sans Arabic)'/u.test(rule) && inside.includes('font-family'));
  return `<style>${rules.join('').replaceAll("url('", `url('${base}`)}</style>`;
}

async function shoot(page: Page, svg: string): Promise<Buffer> {
  const file = path.join(folder, 'a.svg');
  await writeFile(file, svg);
  await page.goto(pathToFileURL(file).href);
  await page.evaluate('document.fonts.ready');
  return await page.screenshot();
}

async function drawLibrsvg(svg: Buffer): Promise<Buffer> {
  const reference = { hash: '', origin: 'template', kind: 'image', variable: null } as const;
  const source = { bytes: svg, reference, key: '' };
  const size = { width: side, height: side };
  const scaling = { crop: null, size, fit: 'fill', cropAfter: null, enlarged: null } as const;
  const { data } = await decodePixels(source, await inspectImage(source), scaling, 1e7);
  return await sharp(data, { raw: { ...size, channels: 4 } })
    .png()
    .toBuffer();
}

function drawResvg(svg: Buffer): Buffer {
  const { resolve } = createRequire(import.meta.url);
  const fontFiles = [
    'inter/400Regular/Inter_400Regular.ttf',
    'inter/700Bold/Inter_700Bold.ttf',
    'inter/400Regular_Italic/Inter_400Regular_Italic.ttf',
    'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  ].map((file) => resolve(`@expo-google-fonts/${file}`));
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Inter' };
  const options = { font, fitTo: { mode: 'width', value: side } } as const;
  return new Resvg(Buffer.from(prepareSvg(svg)), options).render().asPng();
}

/** The shapes of an SVG file as our SVG output has them; null if it has pixels. */
async function drawVectors(page: Page, svg: Buffer): Promise<Buffer | null> {
  const elements = [image({ x: 0, y: 0, width: side, height: side, asset: 'a', fit: 'fill' })];
  const scene = { width: side, height: side, elements };
  const { data } = await render(scene, { files: { a: svg }, output: { format: 'svg' } });
  const text = Buffer.from(data).toString('utf8');
  return text.includes('<image') ? null : await shoot(page, text);
}

/** The share of pixels that differ visibly. */
async function compare(expected: Buffer, drawn: Buffer): Promise<number> {
  const [one, other] = await Promise.all(
    [expected, drawn].map((file) =>
      sharp(file).flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha().raw().toBuffer(),
    ),
  );
  if (one === undefined || one.length !== other?.length) return 1;
  let count = 0;
  for (let at = 0; at < one.length; at += 3)
    if (
      [0, 1, 2].some((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > visible)
    )
      count += 1;
  return count / (one.length / 3);
}

function judge(share: number): string {
  if (share <= right) return 'right';
  return share <= near ? `nearly (${percent(share)})` : `**wrong** (${percent(share)})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}
