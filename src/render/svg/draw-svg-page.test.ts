import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { Resvg } from '@resvg/resvg-js';
import sax from 'sax';
import sharp from 'sharp';

import {
  barcode,
  colorDistance,
  decodePixels,
  ellipse,
  group,
  image,
  qrcode,
  rect,
  render,
  renderPixels,
  solid,
  text,
} from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';

type Options = NonNullable<Parameters<typeof render>[1]>;

/** Renders a page of 100 × 100 as SVG. */
async function draw(
  elements: readonly SceneElement[],
  scene: object = {},
  options: Options = {},
): Promise<string> {
  const output = { ...options.output, format: 'svg' } as const;
  const { data } = await render({ elements, ...scene }, { ...options, output });
  return Buffer.from(data).toString('utf8');
}

/** The tags of an SVG with their attributes. Fails for anything but well-formed XML. */
function readTags(svg: string): { name: string; attributes: Record<string, string> }[] {
  const tags: { name: string; attributes: Record<string, string> }[] = [];
  const reader = sax.parser(true);
  reader.onerror = (error) => assert.fail(error);
  reader.onopentag = ({ name, attributes }) =>
    tags.push({ name, attributes: attributes as Record<string, string> });
  reader.write(svg).close();
  return tags;
}

/** The elements and attributes that a file may have: nothing that runs, loads or links. */
const allowed = new Set(
  (
    'svg defs g path rect image use text style linearGradient radialGradient stop clipPath filter ' +
    'feGaussianBlur feOffset feFlood feComposite feMerge feMergeNode pattern mask'
  ).split(' '),
);

function assertSafe(svg: string): void {
  for (const { name, attributes } of readTags(svg)) {
    assert.ok(allowed.has(name), name);
    // Inkscape, CairoSVG and librsvg 2.54 do not see the clip of a clip.
    if (name === 'clipPath') assert.equal(attributes['clip-path'], undefined);
    for (const [key, value] of Object.entries(attributes)) {
      assert.doesNotMatch(key, /^on/i);
      // Inkscape knows no other.
      assert.notEqual(key, 'href');
      if (key === 'xlink:href') assert.match(value, /^(?:#p[0-9a-f]{12}$|data:image\/(?:png|jpeg);base64,)/);
      for (const [, target = ''] of value.matchAll(/url\(([^)]*)\)/g))
        assert.match(target, /^#p[0-9a-f]{12}$/);
    }
  }
  assert.doesNotMatch(svg, /<!|<\?|javascript:|@import/i);
}

const shadow = { x: 3, y: 3, blur: 8, color: '#00000080' };
const gradient = {
  type: 'linear',
  angle: 30,
  stops: [
    { offset: 0, color: '#ff000080' },
    { offset: 1, color: '#0000ffff' },
  ],
} as const;
const everything: readonly SceneElement[] = [
  rect({ x: 5, y: 5, width: 60, height: 40, fill: gradient, cornerRadius: [0, 5, 50, 100], shadow }),
  text('Two', 12, { x: 60, y: 5, width: 40, height: 20, shadow: [shadow, { ...shadow, x: -3 }] }),
  ellipse({
    x: 70,
    y: 5,
    width: 20,
    height: 20,
    fill: { ...gradient, type: 'conic', center: { x: 0.5, y: 0.5 } },
    shadow: [{ ...shadow, inset: true }],
  }),
  ellipse({
    x: 30,
    y: 30,
    width: 50,
    height: 40,
    fill: solid('#cc3300ff'),
    rotation: 17,
    blendMode: 'multiply',
  }),
  group({
    x: 10,
    y: 50,
    width: 40,
    height: 40,
    clip: 'ellipse',
    opacity: 0.6,
    blur: 1,
    elements: [rect({ x: 0, y: 0, width: 40, height: 40, fill: solid('#00aa44ff') })],
  }),
  text('Text <&> "quotes" 😀', 12, { x: 0, y: 10, width: 100, height: 20 }),
  qrcode({ x: 60, y: 60, width: 30, height: 30, value: 'https://example.org' }),
  barcode({ x: 5, y: 75, width: 50, height: 20, value: '4006381333931', symbology: 'ean13' }),
];

describe('an SVG', () => {
  test('is well-formed and contains nothing that runs, loads or links', async () => {
    for (const svgText of ['outlines', 'text'] as const)
      assertSafe(await draw(everything, {}, { output: { svgText } }));
  });

  test('gives the same bytes each time, and no scale changes them', async () => {
    for (const svgText of ['outlines', 'text'] as const) {
      const svg = await draw(everything, {}, { output: { svgText } });
      assert.equal(await draw(everything, {}, { output: { svgText, scale: 3 } }), svg);
    }
  });

  test('looks like the PNG', async () => {
    const shapes = everything.filter(({ type }) => type !== 'qrcode' && type !== 'barcode');
    const png = await renderPixels({ elements: shapes });
    const drawn = new Resvg(await draw(shapes), { font: { loadSystemFonts: false } }).render();
    const pixels = await decodePixels(drawn.asPng());
    const differences = [15, 35, 50, 65, 80, 95].flatMap((x) =>
      [15, 35, 50, 65, 80, 95].map((y) => colorDistance(png.at(x, y), pixels.at(x, y))),
    );
    assert.ok(differences.filter((difference) => difference > 12).length <= 2, differences.join());
  });

  test('has the size of the template in its unit', async () => {
    const mm = 96 / 25.4;
    const [svg] = readTags(await draw([], { width: 85.6 * mm, height: 53.98 * mm, unit: 'mm' }));
    assert.equal(svg?.attributes['width'], '85.6mm');
    assert.equal(svg.attributes['height'], '53.98mm');
    assert.equal(svg.attributes['viewBox'], '0 0 323.528 204.019');
    const [px] = readTags(await draw([]));
    assert.deepEqual([px?.attributes['width'], px?.attributes['viewBox']], ['100px', '0 0 100 100']);
  });

  test('has no bleed', async () => {
    const tags = readTags(await draw([], { bleed: 10, intent: 'print', background: solid('#ff0000ff') }));
    const { attributes = {} } = tags.find(({ name }) => name === 'rect') ?? {};
    assert.deepEqual([attributes['x'], attributes['width']], ['0', '100']);
  });

  test('writes texts in the forms of their language as outlines, which every viewer shows', async () => {
    const label = text('добър', 20, { x: 0, y: 0, width: 100, height: 30 });
    const names = async (language: string | null, fontFamily: string): Promise<string[]> => {
      const runs = label.runs.map((run) => ({ ...run, fontFamily }));
      const svg = await draw([{ ...label, language, runs }], {}, { output: { svgText: 'text' } });
      return readTags(svg).map(({ name }) => name);
    };
    assert.ok((await names('en', 'Montserrat')).includes('text'));
    assert.ok((await names('bg', 'Lato')).includes('text'), 'the font has no forms of its own');
    assert.ok(!(await names('bg', 'Montserrat')).includes('text'));
  });

  test('escapes text, and keeps it as text if asked', async () => {
    const label = text('</text><script>alert(1)</script> & "a"', 10, { x: 0, y: 0, width: 400, height: 20 });
    const svg = await draw([label], {}, { output: { svgText: 'text' } });
    assertSafe(svg);
    const texts: string[] = [];
    const reader = sax.parser(true);
    reader.ontext = (each) => texts.push(each);
    reader.write(svg).close();
    assert.ok(texts.join('').includes('</text><script>alert(1)</script> & "a"'));
    const fonts = [
      ...svg.matchAll(/@font-face\{font-family:(f[0-9a-f]{12});src:url\(data:font\/ttf;base64,/g),
    ];
    assert.equal(fonts.length, 1);
    // A subset: Inter has 300 kB.
    assert.ok(svg.length < 30_000, `${svg.length}`);
    const outlines = readTags(await draw([label]));
    assert.ok(!outlines.some(({ name }) => name === 'text' || name === 'style'));
  });

  test('keeps the bytes of a JPEG, and the opacity of a PNG', async () => {
    const pixels = sharp({ create: { width: 20, height: 20, channels: 4, background: '#ff000080' } });
    const jpeg = await pixels.clone().flatten().jpeg().toBuffer();
    const png = await pixels.png().toBuffer();
    const box = { x: 10, y: 10, width: 40, height: 40 };
    const files = { photo: jpeg, mark: png };
    const svg = await draw(
      [image({ ...box, asset: 'photo' }), image({ ...box, x: 50, asset: 'mark' })],
      {},
      { files },
    );
    assert.ok(svg.includes(jpeg.toString('base64')));
    const [, embedded = ''] = /data:image\/png;base64,([^"]*)"/.exec(svg) ?? [];
    const decoded = await decodePixels(Buffer.from(embedded, 'base64'));
    assert.ok(colorDistance(decoded.at(10, 10), [255, 0, 0, 128]) <= 2);
  });

  test('fills the box of a code, so that its modules have fractions of pixels', async () => {
    const code = qrcode({ x: 3.3, y: 3.3, width: 90.7, height: 90.7, value: 'A', margin: 0 });
    const { report } = await render(
      { elements: [code] },
      { output: { format: 'svg' }, inspect: { report: true, boxes: false } },
    );
    const { code: drawn } = report?.elements[0] ?? {};
    assert.ok(Math.abs((drawn?.area.width ?? 0) - 90.7) < 0.01);
    assert.equal(drawn?.modulePixels, null);
    assert.deepEqual([report?.output.unit, report?.output.width], ['px', 100]);
  });

  test('isolates what blends, also inside of a clip', async () => {
    const fill = solid('#808080ff');
    const blended = group({
      x: 0,
      y: 0,
      width: 100,
      height: 100,
      clip: 'box',
      elements: [rect({ x: 0, y: 0, width: 50, height: 50, fill, blendMode: 'multiply' })],
    });
    const svg = await draw([blended], { background: solid('#ff0000ff') });
    const [root] = readTags(svg);
    assert.equal(root?.attributes['style'], 'isolation:isolate');
    const pixels = await decodePixels(new Resvg(svg).render().asPng());
    assert.ok(colorDistance(pixels.at(20, 20), [128, 0, 0, 255]) <= 2);
  });
});
