import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';

import { barcode, group, image, qrcode, rect, render, solid } from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Scene } from '../scene/scene.ts';

const page = { width: 300, height: 300 };
const formats = ['png', 'jpeg', 'pdf'] as const;
type Format = (typeof formats)[number];

/** 21 modules of 4 px, in the middle of the page. */
const code = (given: object = {}): SceneElement =>
  qrcode({ id: 'qr', x: 92, y: 92, width: 116, height: 116, value: 'A', background: null, ...given });
/** 68 modules of 3 px, from 48 to 252. */
const bars = (given: object = {}): SceneElement =>
  barcode({
    id: 'bars',
    x: 18,
    y: 100,
    width: 264,
    height: 80,
    symbology: 'code128',
    value: 'ABC',
    background: null,
    ...given,
  });
const block = (x: number, y: number, width: number, height: number, color = '#000000ff'): SceneElement =>
  rect({ x, y, width, height, fill: solid(color) });

async function faults(
  elements: readonly SceneElement[],
  scene: Partial<Scene> = {},
  format: Format = 'png',
  files: Record<string, Uint8Array> = {},
): Promise<string[]> {
  const { warnings } = await render({ ...page, elements, ...scene }, { output: { format, dpi: 96 }, files });
  return warnings.map(({ code: name, elementId }) => `${name} ${elementId}`);
}

async function inAllFormats(expected: readonly string[], ...drawn: Parameters<typeof faults>): Promise<void> {
  const [elements, scene] = drawn;
  for (const format of formats) assert.deepEqual(await faults(elements, scene, format), expected, format);
}

test('a code that readers find has no warning: on colours, turned, and with a logo', async () => {
  for (const given of [
    {},
    { color: '#1d4ed8ff' },
    { color: '#ea580cff' },
    { background: '#facc15ff' },
    { background: '#ffffff80' },
    { rotation: 90 },
    { rotation: 20 },
    { x: 0, y: 0 },
    { margin: 0 },
  ]) {
    await inAllFormats([], [code(given)]);
  }
  for (const given of [{}, { color: '#7f1d1dff' }, { rotation: 90 }, { rotation: 20 }])
    await inAllFormats([], [bars(given)]);
  await inAllFormats([], [code({ errorCorrection: 'H' }), block(135, 135, 30, 30, '#dc2626ff')]);
});

test('a pale code differs too little from what is behind it', async () => {
  const pale = ['CODE_PALE qr'];
  await inAllFormats(pale, [code({ color: '#ccccccff' })]);
  await inAllFormats(pale, [code({ color: '#facc15ff' })]);
  await inAllFormats(pale, [code({ color: '#00000040' })]);
  await inAllFormats(pale, [code({ opacity: 0.25 })]);
  await inAllFormats(pale, [code({ background: '#555555ff' })]);
  await inAllFormats(pale, [code()], { background: solid('#444444ff') });
  await inAllFormats(pale, [block(80, 80, 140, 140, '#1e3a8aff'), code()]);
  await inAllFormats(pale, [group({ ...page, x: 0, y: 0, opacity: 0.2, elements: [code()] })]);
  await inAllFormats(pale, [code(), block(80, 80, 140, 140, '#ffffffe0')]);
  await inAllFormats(['CODE_PALE bars'], [bars({ color: '#bfbfbfff' })]);
  const { warnings } = await render({ ...page, elements: [code({ color: '#ccccccff' })] });
  assert.equal(
    warnings[0]?.detail,
    'Dark modules reflect 60 % of the light and light ones 100 %; readers need a difference of 40 %, and ' +
      'dark ones at half of light ones or less.',
  );
});

test('an inverted code is light on dark', async () => {
  const white = { color: '#ffffffff' };
  await inAllFormats(['CODE_INVERTED qr'], [code(white)], { background: solid('#000000ff') });
  await inAllFormats(['CODE_INVERTED qr'], [code({ ...white, background: '#1e3a8aff' })], {
    background: solid('#000000ff'),
  });
  await inAllFormats(['CODE_INVERTED bars'], [block(0, 80, 300, 120), bars(white)]);
});

test('a crowded code lacks the clear space that readers need', async () => {
  const crowded = ['CODE_CROWDED qr'];
  const dark = { background: solid('#0f172aff') };
  await inAllFormats(crowded, [code({ background: '#ffffffff', margin: 0 })], dark);
  await inAllFormats(crowded, [code({ background: '#ffffffff', margin: 1 })], dark);
  await inAllFormats([], [code({ background: '#ffffffff', margin: 2 })], dark);
  // The code is from 108 to 192.
  await inAllFormats(crowded, [code(), block(196, 92, 40, 116)]);
  await inAllFormats(crowded, [block(80, 196, 140, 2), code()]);
  await inAllFormats([], [code(), block(203, 92, 40, 116)]);
  await inAllFormats(crowded, [code({ x: 0, margin: 0 })]);
  await inAllFormats(crowded, [code({ rotation: 20, background: '#ffffffff', margin: 0.5 })], dark);
});

test('a linear code needs space on its left and right only', async () => {
  const crowded = ['CODE_CROWDED bars'];
  await inAllFormats(crowded, [bars(), block(267, 100, 20, 80)]);
  await inAllFormats(crowded, [bars(), block(13, 100, 20, 80)]);
  await inAllFormats([], [bars(), block(276, 100, 20, 80), block(4, 100, 20, 80)]);
  await inAllFormats([], [block(0, 96, 300, 4), bars(), block(0, 180, 300, 20)]);
});

test('a picture behind a code counts, but not in a PDF, where only a stand-in is drawn', async () => {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#334155' } })
    .jpeg()
    .toBuffer();
  const photo = image({ ...page, id: 'photo', x: 0, y: 0, asset: 'a.jpg' });
  const files = { 'a.jpg': picture };
  assert.deepEqual(await faults([photo, code()], {}, 'png', files), ['CODE_PALE qr']);
  assert.deepEqual(await faults([photo, code()], {}, 'pdf', files), []);
  const own = code({ background: '#ffffffff' });
  assert.deepEqual(await faults([photo, own], {}, 'png', files), []);
});

test('warnings of codes are the same with boxes drawn over the page', async () => {
  const elements = [code({ color: '#ccccccff' }), bars({ y: 220, height: 60 })];
  const plain = await render({ ...page, elements });
  const boxes = await render({ ...page, elements }, { inspect: { report: true, boxes: true } });
  assert.deepEqual(boxes.warnings, plain.warnings);
  assert.notDeepEqual(boxes.data, plain.data);
  assert.deepEqual(boxes.report?.elements[0]?.warnings, ['CODE_PALE']);
});
