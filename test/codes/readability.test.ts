import assert from 'node:assert/strict';
import { test } from 'node:test';

import { codeSymbologies } from '../../src/render/codes/check-code.ts';
import { HEXAGON_COLUMNS, HEXAGON_HEIGHT } from '../../src/render/codes/draw-hexagons.ts';
import { encodeCode } from '../../src/render/codes/encode-code.ts';
import { findSymbology } from '../../src/render/codes/symbologies.ts';
import { barcode, render } from '../helpers/scenes.ts';
import { cases, unread } from './cases.ts';
import { readPatterns } from './read-patterns.ts';
import { isReadAs } from './readers.ts';
import type { Reader } from './readers.ts';

/**
 * The smallest possible module is one pixel. MaxiCode has one size: 4 pixels per module at 115 dpi. A Swiss
 * QR code is 46 mm wide: 3.5 pixels per module at 96 dpi.
 */
const fixedPixels: Readonly<Record<string, number>> = { maxicode: 4, swissqrcode: 3.5 };
const modulePixels = (symbology: string): number => fixedPixels[symbology] ?? 1;

test('every symbology is read by a scanner, compared with zint, or listed as unverified', async () => {
  const compared = Object.keys(await readPatterns());
  assert.deepEqual([...new Set([...Object.keys(cases), ...compared, ...unread])].toSorted(), codeSymbologies);
});

for (const [symbology, { value, reads }] of Object.entries(cases)) {
  const readers = Object.entries(reads) as [Reader, string][];
  const pixels = modulePixels(symbology);
  const names = readers.map(([name]) => name).join(' and ');
  test(`${symbology} at ${pixels} px per module in a JPEG of quality 60 is read by ${names}`, async () => {
    const file = await draw(symbology, value, pixels);
    for (const [reader, text] of readers) assert.ok(await isReadAs(reader, file, text), reader);
  });
}

const scripts = {
  Japanese:
    '東京都渋谷区 こんにちは世界 株式会社サンプル 価格 請求番号12345 （税込）¥1,280 https://例え.jp/商品?id=1 漢',
  'Western European': 'é Müller café Straße £10 naïve ¡Hola! Ærø ÿ niño 100°C ½l àlacarte José',
  other: 'Привет Ελλάδα שלום سلام 한국어 中文简体 5€ 😀 Łódź ไทย “quoted” 日本😀 ①② ～— ½漢 Kṛṣṇa',
};

for (const [script, values] of Object.entries(scripts)) {
  test(`QR codes of ${script} values are read by ZXing, ZBar and rxing`, async () => {
    for (const value of values.split(' ')) {
      const file = await draw('qrcode', value, 3);
      for (const reader of ['zxing', 'zbar', 'rxing'] as const)
        assert.ok(await isReadAs(reader, file, value), `${reader}: ${value}`);
    }
  });
}

/** Draws a code with `pixels` per module and its quiet zone on a page, as JPEG of quality 60. */
async function draw(symbology: string, value: string, pixels: number): Promise<Uint8Array> {
  const found = findSymbology(symbology);
  assert.ok(found);
  const code = encodeCode(found, value);
  const { quietZone } = found;
  const columns = code.kind === 'bars' ? code.width : code.kind === 'matrix' ? code.columns : HEXAGON_COLUMNS;
  const rows =
    code.kind === 'bars'
      ? Math.max(30, Math.ceil(columns * 0.15))
      : code.kind === 'matrix'
        ? code.rows
        : HEXAGON_HEIGHT;
  const width = Math.ceil((columns + quietZone.left + quietZone.right) * pixels);
  const height = Math.ceil((rows + quietZone.top + quietZone.bottom) * pixels);
  const element = barcode({ x: 8, y: 8, width, height, symbology, value, showText: false });
  const { data } = await render(
    { width: width + 16, height: height + 16, elements: [element] },
    { output: { format: 'jpeg', quality: 60 } },
  );
  return data;
}
