import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { getApi } from 'zpl-renderer-js';

import { readCodes } from '../../../../test/helpers/codes.ts';
import { renderDocument } from '../../../../test/helpers/pages.ts';
import type { RasterPage } from '../raster-canvas.ts';
import { ditherPage } from './dither.ts';
import { encodeZpl } from './encode-zpl.ts';

/** A page of grey levels. */
function page(width: number, height: number, level: (x: number, y: number) => number): RasterPage {
  const data = Buffer.alloc(4 * width * height, 255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.fill(level(x, y), 4 * (y * width + x), 4 * (y * width + x) + 3);
  return { data, width, height, opaque: true };
}

/** The labels of ZPL as pictures, drawn by another program at 8 dots a millimetre. */
async function drawZpl(zpl: Uint8Array, width: number, height: number): Promise<Buffer[]> {
  const api = await getApi();
  const text = Buffer.from(zpl).toString('latin1');
  const labels = await api.zplToBase64MultipleAsync(text, width / 8, height / 8, 8);
  return labels.map((label) => Buffer.from(label, 'base64'));
}

/** Where a picture is black, a row a string. */
async function readDots(picture: Buffer, width: number, height: number): Promise<string[]> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) =>
      (data[info.channels * (y * info.width + x)] ?? 255) < 128 ? '#' : '.',
    ).join(''),
  );
}

function showBits({ bits, width, height, bytesPerRow }: ReturnType<typeof ditherPage>): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) =>
      ((bits[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0 ? '.' : '#',
    ).join(''),
  );
}

test('another program draws the dots that were written, whatever the runs', async () => {
  let state = 7;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  // Widths of whole bytes: the program draws labels of whole millimetres.
  for (const [width, height] of [
    [8, 4],
    [504, 40],
    [3600, 24],
  ] as const) {
    let [run, color] = [0, 0];
    const runs = [1, 2, 3, 19, 20, 21, 40, 399, 400, 401, 1200];
    const rows = Array.from({ length: height }, () =>
      Array.from({ length: width }, () => {
        if (run === 0) [run, color] = [runs[Math.floor(random() * runs.length)] ?? 1, 255 - color];
        run -= 1;
        return color;
      }),
    );
    // Every third row is the one above again.
    const dots = page(width, height, (x, y) => rows[y % 3 === 2 ? y - 1 : y]?.[x] ?? 255);
    const [drawn, ...more] = await drawZpl(encodeZpl(dots), width, height);
    assert.ok(drawn !== undefined && more.length === 0);
    assert.deepEqual(await readDots(drawn, width, height), showBits(ditherPage(dots)), `${width} dots`);
  }
});

test('black, white and what is nearly so stay solid; greys have as many dots as they are dark', () => {
  const share = (level: number) => {
    const dots = showBits(ditherPage(page(100, 100, () => level))).join('');
    return dots.replaceAll('.', '').length / dots.length;
  };
  assert.deepEqual([0, 30, 64, 240, 255].map(share), [1, 1, 1, 0, 0]);
  for (const level of [80, 128, 200])
    assert.ok(Math.abs(share(level) - (1 - level / 255)) < 0.02, `${level}: ${share(level)}`);
});

test('each page of a template is a label of its own, whose codes scan', async () => {
  const label = (id: string) => ({
    id,
    elements: [
      {
        type: 'barcode' as const,
        id: `${id}-code`,
        x: 4,
        y: 4,
        width: 52,
        height: 14,
        symbology: 'code128' as const,
        value: `{{ parcel }}-${id}`,
      },
      { type: 'text' as const, id: `${id}-text`, x: 4, y: 22, width: 52, height: 6, fontSize: 4, text: id },
    ],
  });
  const { data } = await renderDocument(
    {
      schemaVersion: 1,
      name: 'Label',
      viewport: { width: 60, height: 30 },
      viewportUnit: 'mm',
      viewportExportDpi: 203,
      variables: [{ name: 'parcel', type: 'text', label: 'Parcel' }],
      pages: [label('A'), label('B')],
    },
    { values: new Map([['parcel', 'P-4711']]), output: { format: 'zpl', dpi: 203.2 } },
  );
  const text = Buffer.from(data).toString('latin1');
  assert.equal(text.match(/\^XA\n\^PW480\n\^LL240\n/g)?.length, 2);
  const labels = await drawZpl(data, 480, 240);
  const found = await Promise.all(labels.map((picture) => readCodes(picture)));
  assert.deepEqual(
    found.map((codes) => codes.map((code) => code.text)),
    [['P-4711-A'], ['P-4711-B']],
  );
});
