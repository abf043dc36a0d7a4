/** The samples for printers: plates of the wine label, and the measures of the Swiss QR-bill. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';

import { rasterisePages, rasterisePdf } from '../helpers/codes.ts';
import { readPdf } from '../helpers/pages.ts';
import { separate, type Plate } from '../helpers/plates.ts';
import { readSample, renderSample } from '../helpers/samples.ts';

const GOLD = 'PANTONE 871 C';
const RED = 'PANTONE 7421 C';

type Plates = ReadonlyMap<string, Plate>;

/** The plates of a page, from 1. */
async function platesOf(pdf: Uint8Array, page: number): Promise<Plates> {
  const document = await PDFDocument.create();
  const [copy] = await document.copyPages(await PDFDocument.load(pdf), [page - 1]);
  assert.ok(copy !== undefined);
  document.addPage(copy);
  return await separate(await document.save());
}

test('the wine label has two spot colours and a cut contour; only codes are black', async () => {
  const { data } = await renderSample(await readSample('wine-label'), 'pdf');
  const front = await platesOf(data, 1);
  const back = await platesOf(data, 2);
  const names = ['Cyan', 'Magenta', 'Yellow', 'Black', GOLD, RED, 'CutContour'];
  // In millimetres from the corner of the sheet, which begins with 3 mm of bleed.
  const at = (plates: Plates, name: string, x: number, y: number): number =>
    Math.round((plates.get(name)?.at((x + 3) / 25.4, (y + 3) / 25.4) ?? NaN) * 100);
  const most = (plates: Plates, name: string): number =>
    plates.get(name)?.within({ x: 0.02, y: 0.02, width: 95 / 25.4, height: 125 / 25.4 }).most ?? NaN;
  assert.deepEqual([...front.keys()].toSorted(), names.toSorted());
  for (const name of ['Cyan', 'Magenta', 'Yellow', 'Black']) assert.equal(most(front, name), 0, name);
  for (const name of ['Cyan', 'Magenta', 'Yellow']) assert.equal(most(back, name), 0, name);
  assert.equal(most(back, 'Black'), 1);
  // The paper's tint of gold reaches to the end of the bleed, and lies under the cut contour.
  assert.equal(at(front, GOLD, -2.5, 60), 9);
  assert.equal(at(front, GOLD, 0, 60), 9);
  const edge = { x: 2.5 / 25.4, y: 2, width: 1 / 25.4, height: 0.1 };
  assert.ok((front.get('CutContour')?.within(edge).most ?? 0) > 0.4);
  // The sun is gold alone, the hill in front red alone.
  assert.deepEqual([at(front, GOLD, 45, 54), at(front, RED, 45, 54)], [100, 0]);
  assert.deepEqual([at(front, GOLD, 30.3, 74), at(front, RED, 30.3, 74)], [0, 100]);
});

const readGreys = async (page: Uint8Array) =>
  await sharp(page)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });

function checkPlaceOfCode(page: Awaited<ReturnType<typeof readGreys>>): void {
  const { width, height } = page.info;
  // The picture has whole points, the page has not.
  const [across, down] = [width / 210, height / 297];
  const columns = { least: Infinity, last: 0 };
  const rows = { least: Infinity, last: 0 };
  for (let y = Math.ceil(204 * down); y < 260 * down; y++)
    for (let x = Math.ceil(62.3 * across); x < 118 * across; x++) {
      if ((page.data[y * width + x] ?? 255) >= 128) continue;
      Object.assign(columns, { least: Math.min(columns.least, x), last: Math.max(columns.last, x + 1) });
      Object.assign(rows, { least: Math.min(rows.least, y), last: Math.max(rows.last, y + 1) });
    }
  const found = [columns.least / across, columns.last / across, rows.least / down, rows.last / down];
  for (const [index, edge] of [67, 113, 209, 255].entries())
    assert.ok(Math.abs((found[index] ?? 0) - edge) < 0.15, `${found.join(', ')} mm`);
}

test('the Swiss invoice has its QR code at its place, 46 × 46 mm, with 5 mm of clear space', async () => {
  const { data } = await renderSample(await readSample('swiss-invoice'), 'pdf');
  checkPlaceOfCode(await readGreys(await rasterisePdf(data, 300 / 72)));
});

test('a Swiss invoice of any length has all rows, and the QR-bill at the foot of its last page', async () => {
  const sample = await readSample('swiss-invoice');
  for (const [rows, pages] of [
    [6, 1],
    [9, 2],
    [25, 2],
    [60, 3],
  ] as const) {
    const items = Array.from({ length: rows }, (_each, index) => ({
      name: `Position ${index + 1}.`,
      quantity: '1',
      unit: 'Stk.',
      price: '10',
    }));
    const values = { ...sample.example, items: JSON.stringify(items) };
    const { data, warnings } = await renderSample(sample, 'pdf', { values });
    assert.deepEqual(warnings, []);
    const texts = (await readPdf(data)).map((page) => page.items.map(({ text }) => text).join('\n'));
    const listed = texts.join('\n').match(/Position \d+\./gu) ?? [];
    assert.deepEqual(
      listed,
      items.map(({ name }) => name),
    );
    assert.equal(texts.length, pages, `${rows} rows`);
    assert.deepEqual(
      texts.map((text) => text.includes('Empfangsschein')),
      texts.map((_text, index) => index === pages - 1),
    );
    const drawn = await rasterisePages(data, 300 / 72);
    checkPlaceOfCode(await readGreys(drawn[pages - 1] ?? assert.fail('no page')));
  }
});
