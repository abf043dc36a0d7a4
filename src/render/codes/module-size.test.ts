import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isReadAs } from '../../../test/codes/readers.ts';
import { rasterisePdf, readCodes } from '../../../test/helpers/codes.ts';
import { barcode, decodePixels, group, qrcode, render, renderPixels } from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';

const MM = 96 / 25.4;
const page = { width: 120 * MM, height: 90 * MM };
const box = { x: 5 * MM, y: 5 * MM, width: 100 * MM, height: 60 * MM };
const payment =
  'SPC 0200 1 CH5800791123000889012 S X Y 1 8000 Z CH        199.95 CHF K V W 2 9000 U CH SCOR ' +
  'RF18539007547034  EPD';
const swiss = payment.replaceAll(' ', '\r\n');

async function draw(element: SceneElement, output: { format: 'pdf' | 'png' | 'svg'; dpi: number }) {
  const inspect = { report: true, boxes: false };
  const { data, report, warnings } = await render({ ...page, elements: [element] }, { output, inspect });
  const code = report?.elements[0]?.code;
  assert.ok(code !== undefined);
  const mm = { module: code.module / MM, width: code.area.width / MM, height: code.area.height / MM };
  return { data, code, mm, warnings };
}

const isAlmost = (value: number, expected: number, precision = 0.001): void =>
  assert.ok(Math.abs(value - expected) < precision, `${value}, not ${expected}`);

test('modules of a given size are the nearest whole number of dots', async () => {
  const ean = barcode({ ...box, symbology: 'ean13', value: '4006381333931', moduleSize: 0.33 * MM });
  for (const dpi of [203, 300, 600]) {
    const dots = Math.round((0.33 * dpi) / 25.4);
    for (const format of ['pdf', 'png'] as const) {
      const { code, mm, data } = await draw(ean, { format, dpi });
      isAlmost(mm.module, (dots * 25.4) / dpi, 0.002);
      if (format === 'png') assert.equal(code.modulePixels, dots);
      const picture = format === 'pdf' ? await rasterisePdf(data, dpi / 72) : data;
      assert.deepEqual(
        (await readCodes(picture)).map(({ text }) => text),
        ['4006381333931'],
      );
    }
  }
  // PDFs for screens and SVGs have no dots.
  isAlmost((await draw(ean, { format: 'pdf', dpi: 96 })).mm.module, 0.33);
  isAlmost((await draw(ean, { format: 'svg', dpi: 96 })).mm.module, 0.33);
});

test('a Swiss QR code is 46 mm wide with its cross, whatever its box and its value are', async () => {
  for (const value of [swiss, swiss.replace('K\r\n', 'A much longer name of a debtor\r\n')]) {
    for (const side of [30, 46, 80]) {
      const element = barcode({
        ...box,
        width: side * MM,
        height: side * MM,
        symbology: 'swissqrcode',
        value,
      });
      for (const [format, dpi] of [
        ['pdf', 300],
        ['pdf', 96],
        ['png', 203],
        ['png', 600],
      ] as const) {
        const { mm, warnings, code } = await draw(element, { format, dpi });
        isAlmost(mm.width, 46, 0.08);
        if (format === 'pdf') isAlmost(mm.width, 46, 0.0005);
        isAlmost(code.area.x + code.area.width / 2, (side * MM) / 2, 0.5);
        const codes = warnings.map((warning) => warning.code);
        assert.equal(codes.includes('CODE_OVERFLOW'), side === 30);
      }
    }
  }
});

test('the cross of a Swiss QR code is 7 mm, and the code is read by ZXing and rxing', async () => {
  const element = barcode({ ...box, symbology: 'swissqrcode', value: swiss });
  const { data } = await draw(element, { format: 'pdf', dpi: 300 });
  const picture = await rasterisePdf(data, 300 / 72);
  for (const reader of ['zxing', 'rxing'] as const) assert.ok(await isReadAs(reader, picture, swiss), reader);
  const pixels = await decodePixels(picture);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const isDark = (dx: number, dy: number): boolean => {
    const at = (px: number) => Math.round((px * 300) / 96);
    return (pixels.at(at(middle.x + dx * MM), at(middle.y + dy * MM))[0] ?? 255) < 128;
  };
  // White edge, black square, white cross: along the axes and beside the arms.
  assert.deepEqual(
    [3.4, 3.1, 2.1, 1.8, 0.7, 0].map((at) => isDark(at, 0)),
    [false, true, true, false, false, false],
  );
  assert.deepEqual(
    [3.4, 3.1, 1.8, 0.7].map((at) => isDark(0, -at)),
    [false, true, false, false],
  );
  assert.ok(isDark(1, 1) && !isDark(0.3, 1.5) && !isDark(3.4, 3.4));
});

test('boxes hug modules of a given size', async () => {
  const sizing = {
    width: 'hug',
    height: 'hug',
    minWidth: 0,
    maxWidth: Infinity,
    minHeight: 0,
    maxHeight: Infinity,
    isInLayout: false,
    grow: 1,
    alignSelf: null,
    margin: [0, 0, 0, 0],
    pin: { left: null, right: null, top: null, bottom: null },
    anchor: 'top',
  } as const;
  const module = 3 * (25.4 / 203);
  for (const [code, width, height] of [
    [qrcode({ ...box, value: 'A', moduleSize: 0.33 * MM, sizing }), 29, 29],
    [
      barcode({ ...box, symbology: 'ean13', value: '4006381333931', moduleSize: 0.33 * MM, sizing }),
      113,
      null,
    ],
    [barcode({ ...box, symbology: 'swissqrcode', value: swiss, sizing }), 56 / module, 56 / module],
  ] as const) {
    const inspect = { report: true, boxes: false };
    const { report, warnings } = await render(
      { ...page, isUnplaced: true, elements: [code] },
      { output: { format: 'png', dpi: 203 }, inspect },
    );
    const { box: placed } = report?.elements[0] ?? {};
    assert.ok(placed !== undefined);
    isAlmost(placed.width / MM, width * module);
    if (height !== null) isAlmost(placed.height / MM, height * module);
    assert.ok(placed.height > 20);
    assert.deepEqual(warnings, []);
  }
});

test('a code that is larger than its box is drawn in its size, and reported', async () => {
  const small = { x: 20 * MM, y: 20 * MM, width: 20 * MM, height: 20 * MM };
  const element = barcode({ ...small, symbology: 'ean13', value: '4006381333931', moduleSize: 0.5 * MM });
  const { mm, warnings, data } = await draw(element, { format: 'png', dpi: 203 });
  isAlmost(mm.width, 47.5, 0.1);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['CODE_OVERFLOW'],
  );
  assert.equal((await readCodes(data))[0]?.text, '4006381333931');
});

test('bars and modules are narrower by the reduction, and are read', async () => {
  const reduction = { barWidthReduction: 0.125 * MM };
  const cases = [
    barcode({ ...box, symbology: 'ean13', value: '4006381333931', moduleSize: 0.5 * MM, ...reduction }),
    barcode({ ...box, symbology: 'pdf417', value: 'Reduced', moduleSize: 0.5 * MM, ...reduction }),
    qrcode({ ...box, value: 'Reduced', moduleSize: 0.75 * MM, ...reduction }),
  ];
  for (const element of cases) {
    const plain = { ...element, barWidthReduction: 0 };
    for (const inGroup of [false, true]) {
      const place = (one: SceneElement) =>
        inGroup ? group({ ...box, x: 3.3, y: 1.7, elements: [one] }) : one;
      const ink = async (one: SceneElement): Promise<number> => {
        const pixels = await renderPixels({ ...page, elements: [place(one)] }, { output: { dpi: 203 } });
        let dark = 0;
        for (let y = 0; y < pixels.height; y += 1)
          for (let x = 0; x < pixels.width; x += 1) if (pixels.at(x, y)[0] < 128) dark += 1;
        return dark;
      };
      assert.ok((await ink(element)) < 0.95 * (await ink(plain)));
    }
    for (const [format, dpi] of [
      ['png', 203],
      ['pdf', 203],
      ['pdf', 300],
    ] as const) {
      const { data, code } = await draw(element, { format, dpi });
      isAlmost((code.barWidthReduction ?? 0) / MM, 0.125, 0.001);
      const picture = format === 'pdf' ? await rasterisePdf(data, 600 / 72) : data;
      assert.equal((await readCodes(picture))[0]?.text, element.value);
    }
  }
});

test('a reduction that pixels cannot have is reported', async () => {
  const element = qrcode({ ...box, value: 'A', barWidthReduction: 0.02 * MM });
  for (const [format, expected] of [
    ['png', ['CODE_NOT_REDUCED']],
    ['pdf', []],
  ] as const) {
    const { warnings } = await draw(element, { format, dpi: 203 });
    assert.deepEqual(
      warnings.map(({ code }) => code),
      expected,
    );
  }
});
