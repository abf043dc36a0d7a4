import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';

import { barcode, group, image, qrcode, rect, render, text } from '../../../test/helpers/scenes.ts';
import type { OutputSettings } from '../job.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Scene } from '../scene/scene.ts';

const box = { x: 0, y: 0, width: 90, height: 60 };
const picture = await makePicture(90, 60);

async function makePicture(width: number, height: number): Promise<Uint8Array> {
  return await sharp({ create: { width, height, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
}

async function getWarnings(
  elements: readonly SceneElement[],
  output: Partial<OutputSettings> = {},
  scene: Partial<Scene> = {},
  file = picture,
): Promise<{ id: string; code: string; detail: string }[]> {
  const { warnings } = await render({ elements, ...scene }, { output, files: { 'a.png': file } });
  return warnings.map(({ elementId: id, code, detail }) => ({ id, code, detail }));
}

const photo = (given: object = {}): SceneElement => image({ id: 'photo', ...box, asset: 'a.png', ...given });

test('reports images that are enlarged by more than half at the density of the output', async () => {
  assert.deepEqual(await getWarnings([photo()]), []);
  assert.deepEqual(await getWarnings([photo()], { dpi: 144 }), []);
  const expected = [
    {
      id: 'photo',
      code: 'IMAGE_LOW_RESOLUTION',
      detail:
        'The picture has 90 × 60 pixels, which makes 96 an inch in its box; 288 are wanted. ' +
        'A picture of 270 × 180 pixels would be sharp.',
    },
  ];
  assert.deepEqual(await getWarnings([photo()], { dpi: 144, scale: 2 }), expected);
  assert.deepEqual(await getWarnings([photo()], { dpi: 288, format: 'jpeg' }), expected);
  // A PDF has no scale.
  assert.deepEqual(await getWarnings([photo()], { dpi: 288, scale: 2, format: 'pdf' }), expected);
  assert.deepEqual(await getWarnings([photo()], { dpi: 144, scale: 4, format: 'pdf' }), []);
});

test('reports the parts of an SVG that are not drawn', async () => {
  const drawing = (inside: string): Uint8Array =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6">${inside}</svg>`);
  const dashed = drawing('<path id="dashes" d="M0 0h9v6z" pathLength="10"/>');
  const expected = [
    {
      id: 'photo',
      code: 'SVG_FEATURE_LOST',
      detail: 'The file has pathLength (element "dashes" of the SVG). SVG pictures are drawn without it.',
    },
  ];
  assert.deepEqual(await getWarnings([photo()], {}, {}, dashed), expected);
  assert.deepEqual(await getWarnings([photo()], { format: 'pdf' }, {}, dashed), expected);
  assert.deepEqual(await getWarnings([photo()], {}, {}, drawing('<path d="M0 0h9v6z"/>')), []);
});

test('what counts is the size at which a picture is shown, not its box', async () => {
  const large = { width: 270, height: 60 };
  const codes = async (given: object): Promise<string[]> =>
    (await getWarnings([photo({ ...large, ...given })])).map(({ code }) => code);
  assert.deepEqual(await codes({ fit: 'cover' }), ['IMAGE_LOW_RESOLUTION']);
  assert.deepEqual(await codes({ fit: 'fill' }), ['IMAGE_LOW_RESOLUTION']);
  for (const fit of ['contain', 'none', 'scale-down']) assert.deepEqual(await codes({ fit }), []);
});

test('coarse pictures are no matter where nobody can see it', async () => {
  const coarse = photo({ width: 300, height: 200 });
  assert.equal((await getWarnings([coarse])).length, 1);
  const unseen = [
    photo({ width: 300, height: 200, opacity: 0 }),
    photo({ width: 300, height: 200, blur: 4 }),
    group({ ...box, opacity: 0, elements: [coarse] }),
    group({ ...box, blur: 4, elements: [coarse] }),
  ];
  for (const element of unseen) assert.deepEqual(await getWarnings([element]), []);
  // One pixel that is stretched is a plain colour, a row of them a gradient.
  assert.deepEqual(await getWarnings([photo()], {}, {}, await makePicture(1, 1)), []);
  assert.deepEqual(await getWarnings([photo({ fit: 'fill' })], {}, {}, await makePicture(90, 1)), []);
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"><path d="M0 0h9v6z"/></svg>';
  assert.deepEqual(await getWarnings([photo()], { dpi: 300 }, {}, Buffer.from(drawing)), []);
});

test('codes need pixels on a screen and millimetres in print', async () => {
  // 21 modules and 8 of clear space: 0.5 px a module, 0.13 mm.
  const small = qrcode({ id: 'qr', x: 0, y: 0, width: 14.5, height: 14.5, value: 'A' });
  const details = async (...given: Parameters<typeof getWarnings>): Promise<string[]> =>
    (await getWarnings(...given)).map(({ id, code, detail }) => `${id} ${code} ${detail}`);
  assert.deepEqual(await details([small]), [
    'qr CODE_TOO_SMALL A module is 0.50 pixels wide; readers need at least 1. ' +
      'Enlarge its box, the dpi or the scale.',
  ]);
  assert.deepEqual(await details([{ ...small, width: 28.97, height: 28.97 }]), [
    'qr CODE_TOO_SMALL A module is 0.999 pixels wide; readers need at least 1. ' +
      'Enlarge its box, the dpi or the scale.',
  ]);
  assert.deepEqual(await details([small], { scale: 2 }), []);
  const printed = [
    'qr CODE_TOO_SMALL A module is 0.13 mm wide; printed codes need at least 0.25 mm. ' +
      'Enlarge its box 1.89 times.',
  ];
  // 576 dpi: 3 pixels; 6 would be 0.26 mm. In a PDF no pixels come between.
  assert.deepEqual(await details([small], { dpi: 576 }, { intent: 'print' }), [
    printed[0]?.replace('1.89', '2.00'),
  ]);
  assert.deepEqual(await details([small], { format: 'pdf' }), printed);
  const enlarged = qrcode({ x: 0, y: 0, width: 14.5 * 1.89, height: 14.5 * 1.89, value: 'A' });
  assert.deepEqual(await details([enlarged], { format: 'pdf' }), []);
});

test('a code that is turned needs more pixels than one whose modules lie on them', async () => {
  const getCodes = async (...elements: SceneElement[]): Promise<string[]> => {
    const each = elements.map((element) => getWarnings([element], {}, { width: 400, height: 400 }));
    return (await Promise.all(each)).flat().map(({ code }) => code);
  };
  const matrix = (pixels: number, rotation: number): SceneElement =>
    qrcode({ x: 40, y: 40, width: 29 * pixels, height: 29 * pixels, value: 'A', rotation });
  assert.deepEqual(await getCodes(matrix(1, 0), matrix(1, 90), matrix(2, 10)), []);
  assert.deepEqual(await getCodes(matrix(1.9, 10)), ['CODE_TOO_SMALL']);
  assert.deepEqual(await getCodes(group({ ...box, rotation: 10, elements: [matrix(1.9, 0)] })), [
    'CODE_TOO_SMALL',
  ]);
  const bars = (pixels: number, rotation: number): SceneElement =>
    barcode({ x: 40, y: 40, width: 88 * pixels, height: 60, symbology: 'code128', value: 'ABC', rotation });
  assert.deepEqual(await getCodes(bars(1, 0), bars(1.6, 10)), []);
  assert.deepEqual(await getCodes(bars(1.4, 10)), ['CODE_TOO_SMALL']);
});

test('warnings come in the order of drawing; what cannot be seen has none', async () => {
  const long = 'a text that needs many lines';
  const narrow = { x: 0, y: 0, width: 40, height: 12 };
  const found = await getWarnings([
    photo({ width: 300, height: 200 }),
    group({
      id: 'group',
      x: 0,
      y: 0,
      width: 100,
      height: 100,
      elements: [text(long, 10, { id: 'in', ...narrow }), rect({ ...box, id: 'plain' })],
    }),
    qrcode({ id: 'qr', x: 0, y: 0, width: 14, height: 14, value: 'A' }),
    text(long, 10, { id: 'unseen', ...narrow, opacity: 0 }),
    text(long, 10, { id: 'last', ...narrow }),
  ]);
  assert.deepEqual(
    found.map(({ id, code }) => `${id} ${code}`),
    ['photo IMAGE_LOW_RESOLUTION', 'in TEXT_OVERFLOW', 'qr CODE_TOO_SMALL', 'last TEXT_OVERFLOW'],
  );
});
