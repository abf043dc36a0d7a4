import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Resvg } from '@resvg/resvg-js';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';

import { rasterisePdf } from '../../../test/helpers/codes.ts';
import {
  colorDistance,
  decodePixels,
  ellipse,
  group,
  image,
  rect,
  render,
  renderPixels,
  solid,
  text,
} from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';
import { BackgroundLayerCache } from './background/layer-cache.ts';

const box = { x: 0, y: 0, width: 100, height: 100 };
const black = rect({ ...box, width: 50, fill: solid('#000000ff') });
const glass = (given: object = {}) =>
  rect({ ...box, x: 20, y: 20, width: 60, height: 60, backdropBlur: 8, ...given });

test('only what is behind an element and inside of its shape is blurred', async () => {
  const red = rect({ ...box, x: 48, y: 40, width: 4, height: 20, fill: solid('#ff0000ff') });
  const pixels = await renderPixels({ elements: [black, glass(), red] });
  const grey = pixels.at(50, 30)[0] ?? 0;
  assert.ok(grey > 90 && grey < 165, `${grey}`);
  assert.deepEqual(pixels.at(50, 50).slice(0, 3), [255, 0, 0]);
  assert.deepEqual([pixels.at(48, 10)[0], pixels.at(52, 10)[0]], [0, 255]);
  const round = await renderPixels({ elements: [black, ellipse({ ...glass(), type: 'ellipse' })] });
  assert.equal(round.at(48, 50)[0], pixels.at(48, 30)[0]);
  assert.equal(round.at(22, 22)[0], 0);
});

test('the edges of the box are mirrors', async () => {
  const pixels = await renderPixels({ elements: [black, glass({ x: 50, width: 40 })] });
  assert.deepEqual([pixels.at(49, 50)[0], pixels.at(50, 50)[0]], [0, 255]);
});

test('a group that is drawn as a whole is blurred by itself', async () => {
  const pane = glass({ x: 0, y: 0 });
  const inside = (opacity: number) => group({ ...box, x: 20, y: 20, opacity, elements: [pane] });
  const open = await renderPixels({ elements: [black, inside(1)] });
  assert.ok((open.at(49, 50)[0] ?? 0) > 60);
  const closed = await renderPixels({ elements: [black, inside(0.99)] });
  assert.ok((closed.at(49, 50)[0] ?? 255) < 3);
});

test('PDFs and SVGs look like pictures, and their text is there once', async () => {
  const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#118844' } })
    .jpeg()
    .toBuffer();
  const elements: SceneElement[] = [
    black,
    image({ ...box, x: 60, width: 40, asset: 'photo' }),
    text('Once', 24, { ...box, x: 25, y: 30 }),
    glass({ rotation: 10, fill: solid('#ffffff44') }),
    group({
      ...box,
      opacity: 0.8,
      elements: [rect({ ...box, height: 40, fill: solid('#ff0000ff') }), glass({ backdropBlur: 3 })],
    }),
    glass({ x: 50, y: 50, width: 50, height: 50, backdropBlur: 4 }),
  ];
  const files = { photo };
  const scene = { elements };
  const expected = await renderPixels(scene, { files });
  const pdf = await render(scene, { files, output: { format: 'pdf', dpi: 144 } });
  const svg = await render(scene, { files, output: { format: 'svg' } });
  const drawings = {
    pdf: await decodePixels(await rasterisePdf(pdf.data, 96 / 72)),
    svg: await decodePixels(new Resvg(Buffer.from(svg.data)).render().asPng()),
  };
  for (const [name, drawn] of Object.entries(drawings))
    for (const [x, y] of [
      [40, 30],
      [50, 50],
      [30, 70],
      [60, 60],
      [75, 75],
      [90, 90],
      [70, 25],
      [10, 10],
    ] as const) {
      const distance = colorDistance(drawn.at(x, y), expected.at(x, y));
      assert.ok(
        distance < 12,
        `${name} at ${x}, ${y}: ${drawn.at(x, y).join()} is not ${expected.at(x, y).join()}`,
      );
    }
  const document = await getDocument({ data: new Uint8Array(pdf.data), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  await document.destroy();
  assert.equal(
    items
      .map((item) => ('str' in item ? item.str : ''))
      .join('')
      .trim(),
    'Once',
  );
});

test('a mask cuts out the backdrop of its group', async () => {
  const mask = { type: 'path', d: 'M0 0H60V30H0Z', viewBox: [0, 0, 60, 60], fillRule: 'nonzero' } as const;
  const masked = group({ ...box, x: 20, y: 20, width: 60, height: 60, backdropBlur: 8, mask, elements: [] });
  const elements = [black, masked];
  const pixels = await renderPixels({ elements });
  const svg = await render({ elements }, { output: { format: 'svg' } });
  for (const drawn of [pixels, await decodePixels(new Resvg(Buffer.from(svg.data)).render().asPng())]) {
    assert.ok((drawn.at(48, 40)[0] ?? 0) > 60);
    assert.ok((drawn.at(48, 60)[0] ?? 255) < 3);
  }
});

test('cached backgrounds change no pixel', async () => {
  const gradient = {
    type: 'linear',
    angle: 90,
    stops: [
      { offset: 0, color: '#000000ff' },
      { offset: 1, color: '#ffffffff' },
    ],
  } as const;
  const memory = { backgroundLayers: new BackgroundLayerCache(10_000_000) };
  for (const content of ['one', 'two', 'three', 'four']) {
    const elements = [
      rect({ ...box, fill: gradient }),
      rect({ ...box, fill: gradient, opacity: 0.5, rotation: 90 }),
      glass({ x: 0, y: 0, width: 30, height: 30 }),
      text(content, 20, { ...box, y: 40 }),
      glass({ y: 45 }),
    ];
    const cached = await render({ elements }, { memory });
    assert.deepEqual(cached.data, (await render({ elements })).data, content);
  }
});
