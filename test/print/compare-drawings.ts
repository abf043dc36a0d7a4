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
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { renderScene } from '../../src/render/pipeline.ts';
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
type Draw = (format: 'png' | 'pdf') => Promise<Uint8Array>;

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const folder = await mkdtemp(path.join(tmpdir(), 'platen-drawings-'));
const rows: Row[] = [];
try {
  for (const name of listCases()) {
    const { template: given, page } = await readCase(name);
    const template = { ...given, viewportOutputIntent: 'screen' as const };
    await measure({ name, page }, async (format) => {
      const named = { name, template, ...(page === undefined ? {} : { page }) };
      const { job, readBytes } = await bindCase(named, format);
      return (await renderScene(job, readBytes, fonts, images)).data;
    });
  }
  for (const name of samples) {
    const sample = await readSample(name);
    const document = { ...sample.document, viewportOutputIntent: 'screen' as const };
    await measure({ name: `sample ${name}` }, async (format) => {
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

async function measure({ name, page = 1 }: DrawnPage, draw: Draw): Promise<void> {
  const png = await readPicture(await draw('png'));
  const pdf = await draw('pdf');
  const drawn = await drawWithPoppler(pdf, page, png);
  rows.push({
    name,
    pdfium: score(png, await drawWithPdfium(pdf, page, png)),
    poppler: drawn === null ? NaN : score(png, drawn),
  });
}

/** In the size of the PNG: the wrapper of PDFium rounds down to whole points, and poppler up, otherwise. */
async function drawWithPdfium(pdf: Uint8Array, page: number, size: Picture): Promise<Picture> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(Buffer.from(pdf));
    const { data } = await document.getPage(page - 1).render({
      scale: 1,
      width: size.width,
      height: size.height,
      render: ({ data: pixels, width, height }) =>
        sharp(pixels, { raw: { width, height, channels: 4 } })
          .png()
          .toBuffer(),
    });
    document.destroy();
    return await readPicture(data);
  } finally {
    library.destroy();
  }
}

async function drawWithPoppler(pdf: Uint8Array, page: number, size: Picture): Promise<Picture | null> {
  const file = path.join(folder, 'page.pdf');
  await writeFile(file, pdf);
  const png = path.join(folder, 'page');
  const words = [
    '-scale-to-x',
    `${size.width}`,
    '-scale-to-y',
    `${size.height}`,
    '-f',
    `${page}`,
    '-png',
    '-singlefile',
    file,
    png,
  ];
  const { error, status } = spawnSync('pdftoppm', words);
  if (error === undefined && status === 0) return await readPicture(`${png}.png`);
  if (error !== undefined) return null;
  throw new Error(`poppler ends with ${status}`);
}

function score(one: Picture, other: Picture): number {
  return ssim(one.data, other.data, undefined, one.width, one.height);
}
