/** Pictures that are cropped by what is on them: faces, or what stands out. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import sharp from 'sharp';

import { rasterisePdf } from '../../../../test/helpers/codes.ts';
import { decodePixels, group, image, render, type Pixels } from '../../../../test/helpers/scenes.ts';
import type { ImageElement, TemplateDocument } from '../../../../generated/template.ts';
import { bindTemplate } from '../../bind/bind-template.ts';
import type { SceneImage } from '../../scene/image.ts';
import { ImageCache } from '../image-cache.ts';
import { detectFaces } from './detect-faces.ts';
import { findSubject } from './find-subject.ts';
import { placeFocus } from './place-focus.ts';

const samples = path.join(import.meta.dirname, '../../../../samples');
const portraits = ['name-badge/amara.jpg', 'property-listing/jonas.jpg', 'author-card/maya.jpg'].map((file) =>
  readFileSync(path.join(samples, file)),
);
const [amara = new Uint8Array(), jonas = new Uint8Array()] = portraits;

/** Portraits on grey, each with its left edge and its side. */
async function compose(
  width: number,
  height: number,
  faces: readonly (readonly [Uint8Array, number, number])[],
) {
  const layers = await Promise.all(
    faces.map(async ([file, left, side]) => ({
      input: await sharp(file).resize(side, side).toBuffer(),
      left,
      top: height - side,
    })),
  );
  return await sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .composite(layers)
    .png()
    .toBuffer();
}

async function toRgb(file: Uint8Array, side: number) {
  const { data, info } = await sharp(file)
    .resize(side, side, { fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function photo(given: Partial<SceneImage>, width = 100): SceneImage {
  return image({ x: 0, y: 0, width, height: 100, asset: 'photo', ...given });
}

/** The report's account of the picture. */
async function describe(element: SceneImage, file: Uint8Array) {
  const options = { files: { photo: file }, inspect: { report: true, boxes: false }, isLayoutOnly: true };
  const { report } = await render({ elements: [element] }, options);
  return report?.elements[0]?.image;
}

test('finds one face in each portrait, and none in pictures without faces', async () => {
  for (const file of portraits) {
    const faces = detectFaces([await toRgb(file, 224)]);
    assert.equal(faces.length, 1);
    const [{ x, y, width, height } = { x: 0, y: 0, width: 0, height: 0 }] = faces;
    assert.ok(Math.abs(x + width / 2 - 0.5) < 0.08 && y > 0.2 && y + height < 0.85);
  }
  for (const file of ['shop-offer/vase.jpg', 'property-listing/house.jpg'])
    assert.deepEqual(detectFaces([await toRgb(readFileSync(path.join(samples, file)), 327)]), [], file);
});

test('a crop keeps the face, alike in pixels, PDF and SVG, and says so in the report', async () => {
  const file = await compose(600, 200, [[jonas, 400, 200]]);
  const found = await describe(photo({ position: 'face' }), file);
  assert.deepEqual(found?.focus, { position: 'face', found: 'face', faces: 1 });
  const left = -found.placed.x;
  assert.ok(left > 185 && left <= 200);
  const given = photo({ position: { x: left / 200, y: 0.5 } });
  const expected = await decodePixels((await render({ elements: [given] }, { files: { photo: file } })).data);
  const elements = [group({ x: 0, y: 0, width: 100, height: 100, elements: [photo({ position: 'face' })] })];
  const draw = async (format: 'png' | 'pdf' | 'svg') =>
    (await render({ elements }, { files: { photo: file }, output: { format } })).data;
  const pages = [
    await decodePixels(await draw('png')),
    await decodePixels(
      await sharp(await rasterisePdf(await draw('pdf'), 4 / 3))
        .resize(100, 100)
        .toBuffer(),
    ),
    await decodePixels(
      await sharp(await draw('svg'))
        .png()
        .toBuffer(),
    ),
  ];
  const middle = await decodePixels(
    (await render({ elements: [photo({})] }, { files: { photo: file } })).data,
  );
  assert.ok(getDifference(middle, expected) > 30, 'the middle shows something else');
  for (const page of pages)
    assert.ok(getDifference(page, expected) < 4, String(getDifference(page, expected)));
});

function readX(place: SceneImage['position']): number {
  return typeof place === 'object' ? place.x : NaN;
}

/** The mean difference of the values of two pictures of one size. */
function getDifference(one: Pixels, other: Pixels): number {
  assert.equal(one.data.length, other.data.length);
  return (
    one.data.reduce((sum, value, at) => sum + Math.abs(value - (other.data[at] ?? 0)), 0) / one.data.length
  );
}

test('a crop keeps all faces that fit, or the largest', async () => {
  const file = await compose(900, 300, [
    [amara, 150, 300],
    [jonas, 450, 260],
  ]);
  const wide = await describe(photo({ position: 'face' }, 200), file);
  assert.deepEqual(wide?.focus, { position: 'face', found: 'face', faces: 2 });
  // The middle between both faces is at about 147 of 300 pixels, that of the larger one at 100.
  assert.ok(Math.abs((wide?.placed.x ?? 0) + 47) < 12, String(wide?.placed.x));
  const narrow = await describe(photo({ position: 'face' }), file);
  assert.ok(Math.abs((narrow?.placed.x ?? 0) + 50) < 12, String(narrow?.placed.x));
});

test('without a face a crop goes by attention, and the report says so', async () => {
  const file = readFileSync(path.join(samples, 'property-listing/house.jpg'));
  const focus = (await describe(photo({ position: 'face' }), file))?.focus;
  assert.deepEqual(focus, { position: 'face', found: 'attention', faces: 0 });
  const draw = async (position: SceneImage['position']) =>
    Buffer.from((await render({ elements: [photo({ position })] }, { files: { photo: file } })).data);
  assert.deepEqual(await draw('face'), await draw('attention'));
});

test('the subject is a face, or what stands out', async () => {
  const dot = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200"
    fill="#dde"/><circle cx="500" cy="100" r="60" fill="#b30"/></svg>`;
  const file = await sharp(Buffer.from(dot)).png().toBuffer();
  const found = await describe(photo({ position: 'subject' }), file);
  assert.deepEqual(found?.focus, { position: 'subject', found: 'subject', faces: 0 });
  assert.ok(Math.abs((found?.placed.x ?? 0) + 200) < 8, String(found?.placed.x));
  const { focus } = (await describe(photo({ position: 'subject' }), jonas)) ?? {};
  assert.deepEqual(focus, { position: 'subject', found: 'face', faces: 1 });
  const plain = { data: new Uint8Array(300).fill(90), width: 10, height: 10 };
  assert.equal(findSubject(plain), null);
});

test('what is found counts within the part of the picture that is used', () => {
  const face = { x: 0.1, y: 0.4, width: 0.1, height: 0.2 };
  const focus = { kind: 'face', boxes: [face] } as const;
  const size = { width: 400, height: 100 };
  const place = placeFocus(photo({}), size, focus);
  // A quarter of the picture is shown, around 0.15.
  assert.ok(typeof place === 'object' && Math.abs(place.x - 0.025 / 0.75) < 1e-9 && place.y === 0.5);
  // The right half has no face.
  const crop = { x: 0.5, y: 0, width: 0.5, height: 1 };
  assert.equal(placeFocus(photo({ crop }), size, focus), 'attention');
  // A subject that does not fit moves the crop less: half as far at one and a half times what is shown.
  const placeSubject = (width: number) =>
    placeFocus(photo({}), size, { kind: 'subject', boxes: [{ x: 0.6 - width / 2, y: 0, width, height: 1 }] });
  for (const [width, moved] of [
    [0.2, 0.1],
    [0.375, 0.05],
    [0.5, 0],
  ] as const)
    assert.ok(Math.abs(readX(placeSubject(width)) - (0.5 + moved / 0.75)) < 1e-9, String(width));
  // Nothing is cut off.
  assert.deepEqual(placeFocus(photo({ fit: 'contain' }), size, focus), { x: 0.5, y: 0.5 });
});

test('the focus point of a file counts for elements without a position of their own', async () => {
  const document = (position?: ImageElement['position']): TemplateDocument => ({
    schemaVersion: 1,
    name: 'Focus',
    viewport: { width: 100, height: 100 },
    focusPoints: [{ src: 'photo', x: 0.9, y: 0.5 }],
    elements: [
      {
        type: 'image',
        id: 'a',
        x: 0,
        y: 0,
        width: 100,
        height: 100,
        src: './photo',
        ...(position === undefined ? {} : { position }),
      },
    ],
  });
  const file = await compose(600, 200, [[jonas, 0, 200]]);
  const describeBound = async (position?: ImageElement['position']) => {
    const { scene } = bindTemplate(document(position), new Map());
    const options = { files: { photo: file }, inspect: { report: true, boxes: false }, isLayoutOnly: true };
    return (await render(scene, options)).report?.elements[0]?.image;
  };
  // The right end of the picture, not beyond it.
  const placed = await describeBound();
  assert.deepEqual(placed?.focus, { position: 'point', found: 'point', faces: 0 });
  assert.equal(placed.placed.x, -200);
  assert.equal((await describeBound({ x: 0 }))?.placed.x, 0);
  assert.equal((await describeBound('face'))?.placed.x, 0);
});

test('a picture is searched once, however often it is shown', async () => {
  const cache = new ImageCache(1_000_000);
  let searches = 0;
  const find = async () => {
    searches += 1;
    return await Promise.resolve({ kind: 'attention', boxes: [] } as const);
  };
  for (let count = 0; count < 3; count++) await cache.focus('face hash', find);
  assert.equal(searches, 1);
});
