import assert from 'node:assert/strict';
import { test } from 'node:test';

import { rasterisePdf, readCodes } from '../../../test/helpers/codes.ts';
import {
  barcode,
  colorDistance,
  decodePixels,
  group,
  qrcode,
  render,
  renderPixels,
} from '../../../test/helpers/scenes.ts';
import type { Pixels } from '../../../test/helpers/scenes.ts';
import { RenderInputError } from '../errors.ts';
import type { SceneElement } from '../scene/elements.ts';

const outputs = [
  { format: 'png', scale: 1 },
  { format: 'png', scale: 2 },
  { format: 'jpeg', scale: 1 },
  { format: 'jpeg', scale: 2 },
  { format: 'webp', scale: 1 },
  { format: 'webp', scale: 2 },
  { format: 'pdf', scale: 1 },
] as const;

const linear = { x: 20, y: 20, width: 400, height: 100 };
const matrix = { x: 20, y: 20, width: 160, height: 160 };

/** Symbology, value, and the text that a scanner reads. */
const cases: readonly (readonly [symbology: string, value: string, read: string])[] = [
  ['code128', 'Héllo-123', 'Héllo-123'],
  ['code39', 'ABC-123', 'ABC-123'],
  ['code93', 'ABC-123', 'ABC-123'],
  ['ean13', '952012345678', '9520123456788'],
  ['ean13', '9520123456788', '9520123456788'],
  ['ean8', '9520000', '95200002'],
  ['upca', '01234500005', '0012345000058'],
  ['upce', '0123455', '0012345000058'],
  ['itf14', '0952123454321', '09521234543213'],
  ['codabar', '12345-67', 'A12345-67A'],
  ['interleaved2of5', '2401234567', '2401234567'],
  ['gs1-128', '(01)09521234543213(3103)000123', '(01)09521234543213(3103)000123'],
  ['databaromni', '(01)09521234543213', '(01)09521234543213'],
  ['telepen', 'ABCDEF', 'ABCDEF'],
  ['pdf417', 'Ünï 日本', 'Ünï 日本'],
  ['datamatrix', 'Žluťoučký ^ 日本', 'Žluťoučký ^ 日本'],
  ['gs1datamatrix', '(01)09521234543213(10)ABCD', '(01)09521234543213(10)ABCD'],
  ['azteccode', 'Žluť 日本', 'Žluť 日本'],
  ['maxicode', 'Hello-123', 'Hello-123'],
  ['microqrcode', '1234', '1234'],
  ['rectangularmicroqrcode', '12345678', '12345678'],
];

async function assertReads(element: SceneElement, expected: string): Promise<void> {
  for (const output of outputs) {
    const { data, warnings } = await render({ width: 440, height: 200, elements: [element] }, { output });
    const found = await readCodes(output.format === 'pdf' ? await rasterisePdf(data, 3) : data);
    assert.deepEqual(
      found.map((code) => code.text),
      [expected],
      `${output.format} at scale ${output.scale}`,
    );
    assert.deepEqual(warnings, []);
  }
}

for (const [symbology, value, expected] of cases) {
  test(`${symbology} "${value}" is read in every format`, async () => {
    const isMatrix = /datamatrix|aztec|maxi|^microqr/.test(symbology);
    await assertReads(barcode({ ...(isMatrix ? matrix : linear), symbology, value }), expected);
  });
}

for (const errorCorrection of ['L', 'M', 'Q', 'H'] as const) {
  test(`qrcode with error correction ${errorCorrection} is read in every format`, async () => {
    const value = 'https://example.com/Žluťoučký 日本 😀';
    await assertReads(qrcode({ ...matrix, value, options: { eclevel: errorCorrection } }), value);
  });
}

test('showText: false leaves out the digits of EAN', async () => {
  const inkBelow = async (showText: boolean) => {
    const element = barcode({
      x: 0,
      y: 0,
      width: 200,
      height: 100,
      symbology: 'ean13',
      value: '952012345678',
      showText,
    });
    const page = await renderPixels({ width: 200, height: 100, elements: [element] });
    // Left of the first guard bar is only the first digit.
    let ink = 0;
    for (let y = 0; y < 100; y++) for (let x = 0; x < 50; x++) if (page.at(x, y)[0] < 128) ink++;
    return ink;
  };
  assert.ok((await inkBelow(true)) > 5);
  assert.equal(await inkBelow(false), 0);
});

/** Whether every pixel is black or white, so that no edge lies between pixels. */
function isCrisp(page: Pixels): boolean {
  for (let y = 0; y < page.height; y++) {
    for (let x = 0; x < page.width; x++) if (![0, 255].includes(page.at(x, y)[0])) return false;
  }
  return true;
}

test('modules are whole pixels at every box position, density and quarter turn, and in layers', async () => {
  const at = { x: 7.3, y: 3.8, width: 83.1, height: 83.9, background: null };
  const codes = [
    qrcode({ ...at, value: 'crisp' }),
    barcode({ ...at, symbology: 'datamatrix', value: 'crisp' }),
    barcode({ ...at, symbology: 'interleaved2of5', value: '1234', showText: false }),
    barcode({ ...at, symbology: 'royalmail', value: 'A1', showText: false }),
  ];
  for (const code of codes) {
    for (const rotation of [0, 90, 180, 270]) {
      for (const dpi of [96, 150, 211]) {
        const page = await renderPixels({ elements: [{ ...code, rotation }] }, { output: { dpi } });
        assert.ok(isCrisp(page), `${code.type} rotated by ${rotation}° at ${dpi} dpi`);
      }
    }
    const layered = group({
      x: 0.4,
      y: 0.4,
      width: 100,
      height: 100,
      shadow: { x: 200, y: 0, blur: 0, color: '#000000ff' },
      elements: [code],
    });
    assert.ok(isCrisp(await renderPixels({ elements: [layered] })), `${code.type} in a layer`);
  }
});

test('a rotated code is readable', async () => {
  for (const rotation of [90, 45, 213]) {
    const element = qrcode({ ...matrix, value: 'turned', rotation });
    const { data } = await render({ width: 200, height: 200, elements: [element] });
    assert.deepEqual(
      (await readCodes(data)).map((code) => code.text),
      ['turned'],
    );
  }
});

test('margin is clear space in modules, and the code is centred', async () => {
  // 21 modules and 2 × 2 modules of margin in 100 pixels: 4 pixels per module, so the code takes 84 pixels.
  const page = await renderPixels({
    elements: [qrcode({ x: 0, y: 0, width: 100, height: 100, value: 'A', margin: 2 })],
  });
  assert.equal(page.at(7, 8)[0], 255);
  assert.equal(page.at(8, 8)[0], 0);
  assert.equal(page.at(91, 8)[0], 0);
  assert.equal(page.at(92, 8)[0], 255);
});

test('draws modules and background in their colours; a null background stays transparent', async () => {
  const box = { x: 0, y: 0, width: 100, height: 100, value: 'A', margin: 2, color: '#112233ff' };
  const page = await renderPixels({ elements: [qrcode({ ...box, background: '#eeddccff' })] });
  assert.deepEqual(page.at(9, 9), [0x11, 0x22, 0x33, 255]);
  assert.deepEqual(page.at(1, 1), [0xee, 0xdd, 0xcc, 255]);
  const bare = await renderPixels({ background: null, elements: [qrcode({ ...box, background: null })] });
  assert.deepEqual(bare.at(1, 1), [0, 0, 0, 0]);
});

test('a box with less than one pixel per module is drawn, with a warning', async () => {
  const element = qrcode({ id: 'tiny', x: 0, y: 0, width: 20, height: 20, value: 'A' });
  const { data, warnings } = await render({ elements: [element] });
  assert.deepEqual(
    warnings.map(({ code, elementId }) => [code, elementId]),
    [['CODE_TOO_SMALL', 'tiny']],
  );
  const page = await decodePixels(data);
  assert.ok(colorDistance(page.at(10, 10), [255, 255, 255, 255]) >= 0);
  let dark = 0;
  for (let y = 0; y < 20; y++) for (let x = 0; x < 20; x++) if (page.at(x, y)[0] < 200) dark++;
  assert.ok(dark > 30);
});

test('a value that the code cannot hold is a RenderInputError', async () => {
  const element = barcode({ id: 'label', ...linear, symbology: 'ean13', value: '9520123456789' });
  await assert.rejects(render({ elements: [element] }), (error: unknown) => {
    assert.ok(error instanceof RenderInputError);
    assert.equal(error.kind, 'code');
    assert.match(error.message, /The value of "label" cannot be drawn as ean13: .*check digit/);
    return true;
  });
});
