/** Codes as printers of black and white print them: a PDF, as dots of the printer's density. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import sharp from 'sharp';

import { rasterisePdf } from '../helpers/codes.ts';
import { barcode, render } from '../helpers/scenes.ts';
import type { Case } from './cases.ts';
import { isReadAs, type Reader } from './readers.ts';

const MM = 96 / 25.4;
const BLACK_BELOW = 128;

/** How a code is printed. */
export interface Print {
  readonly symbology: string;
  readonly dpi: number;
  /** Degrees. */
  readonly turn: 0 | 90;
  /** Poppler without antialiasing paints every dot that a shape touches, as drivers of label printers do. */
  readonly program: 'pdfium' | 'pdftoppm';
}

/** The readers that a print should be read by and is not. */
export async function findMisses(print: Print, { value, reads }: Case): Promise<Reader[]> {
  const dots = await printCode(print, value);
  const misses: Reader[] = [];
  for (const [reader, text] of Object.entries(reads) as [Reader, string][])
    if (!(await isReadAs(reader, dots, text))) misses.push(reader);
  return misses;
}

/** A label with one code of 90 × 40 mm, in black and white. */
async function printCode({ symbology, dpi, turn, program }: Print, value: string): Promise<Uint8Array> {
  // Whole dots high, since programs count from the bottom.
  const side = (mm: number) => (Math.round((mm * dpi) / 25.4) * 96) / dpi;
  const [width, height] = turn === 0 ? [side(100), side(50)] : [side(50), side(100)];
  const box = { x: width / 2 - 45 * MM, y: height / 2 - 20 * MM, width: 90 * MM, height: 40 * MM };
  const element = barcode({ ...box, symbology, value, rotation: turn });
  const { data } = await render({ width, height, elements: [element] }, { output: { format: 'pdf', dpi } });
  const picture = program === 'pdfium' ? await rasterisePdf(data, dpi / 72) : await drawByPoppler(data, dpi);
  return sharp(picture).flatten({ background: '#ffffff' }).threshold(BLACK_BELOW).png().toBuffer();
}

/** Debian: `apt-get install poppler-utils`. */
async function drawByPoppler(file: Uint8Array, dpi: number): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-print-'));
  try {
    await writeFile(join(folder, 'label.pdf'), file);
    const options = ['-r', String(dpi), '-gray', '-aaVector', 'no', '-singlefile', '-png'];
    await promisify(execFile)('pdftoppm', [...options, join(folder, 'label.pdf'), join(folder, 'label')]);
    return await readFile(join(folder, 'label.png'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
