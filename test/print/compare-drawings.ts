/**
 * Compares PDFs, as PDFium and poppler draw them, with the PNG of the same page: every case of the comparison
 * with Chromium and every sample. `npm run compare:pdf [-- --all]` prints the mean SSIM, and the pages
 * below the goal or all, the worst first. Poppler is asked where the machine has it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ssim } from '@blazediff/ssim';
import { renderScene } from '../../src/render/pipeline.ts';
import { rasterisePages } from '../helpers/codes.ts';
import { readSample, renderSample, samples } from '../helpers/samples.ts';
import { bindCase, fonts, images } from '../visual/case-job.ts';
import { listCases, readCase } from '../visual/cases.ts';
import { readPicture, type Picture } from '../visual/render-case.ts';

interface Row {
  readonly name: string;
  readonly pdfium: number;
  /** NaN: not on this machine. */
  readonly poppler: number;
}

const GOAL = 0.98;
const POINTS_PER_INCH = 72;
type Draw = (format: 'png' | 'pdf') => Promise<Uint8Array>;

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const folder = await mkdtemp(path.join(tmpdir(), 'platen-drawings-'));
const rows: Row[] = [];
try {
  for (const name of listCases()) {
    const { template: given, page } = await readCase(name);
    const template = { ...given, viewportOutputIntent: 'screen' as const };
    await measure({ name, page }, template.viewportExportDpi ?? 96, async (format) => {
      const named = { name, template, ...(page === undefined ? {} : { page }) };
      const { job, readBytes } = await bindCase(named, format);
      return (await renderScene(job, readBytes, fonts, images)).data;
    });
  }
  for (const name of samples) {
    const sample = await readSample(name);
    const document = { ...sample.document, viewportOutputIntent: 'screen' as const };
    await measure({ name: `sample ${name}` }, document.viewportExportDpi ?? 96, async (format) => {
      return (await renderSample({ ...sample, document }, format)).data;
    });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
const worst = (row: Row): number => Math.min(row.pdfium, Number.isNaN(row.poppler) ? 1 : row.poppler);
rows.sort((a, b) => worst(a) - worst(b));
const mean = (key: 'pdfium' | 'poppler'): string =>
  (rows.reduce((sum, row) => sum + row[key], 0) / rows.length).toFixed(4);
const print = (row: string): void => void process.stdout.write(`${row}\n`);
print(`${rows.length} pages, mean SSIM ${mean('pdfium')} (PDFium), ${mean('poppler')} (poppler)`);
for (const row of rows.filter((each) => values.all || worst(each) < GOAL))
  print(`${row.pdfium.toFixed(4)} ${row.poppler.toFixed(4)} ${row.name}`);

interface DrawnPage {
  readonly name: string;
  readonly page?: number | undefined;
}

async function measure({ name, page = 1 }: DrawnPage, dpi: number, draw: Draw): Promise<void> {
  const png = await readPicture(await draw('png'));
  const pdf = await draw('pdf');
  const pages = await rasterisePages(pdf, dpi / POINTS_PER_INCH, page);
  const drawn = await drawWithPoppler(pdf, page, dpi);
  rows.push({
    name,
    pdfium: score(png, await readPicture(pages[page - 1]!)),
    poppler: drawn === null ? NaN : score(png, drawn),
  });
}

async function drawWithPoppler(pdf: Uint8Array, page: number, dpi: number): Promise<Picture | null> {
  const file = path.join(folder, 'page.pdf');
  await writeFile(file, pdf);
  const png = path.join(folder, 'page');
  const words = ['-r', `${dpi}`, '-f', `${page}`, '-png', '-singlefile', file, png];
  const { error, status } = spawnSync('pdftoppm', words);
  if (error === undefined && status === 0) return await readPicture(`${png}.png`);
  if (error !== undefined) return null;
  throw new Error(`poppler ends with ${status}`);
}

/** Pages of a part of a pixel are rounded up or down. */
function score(one: Picture, other: Picture): number {
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)];
  const [a, b] = [one, other].map((picture) => crop(picture, width, height));
  return ssim(a!, b!, undefined, width, height);
}

function crop({ width: own, data }: Picture, width: number, height: number): Buffer {
  const lines = Array.from({ length: height }, (_, y) => data.subarray(4 * y * own, 4 * (y * own + width)));
  return Buffer.concat(lines);
}
