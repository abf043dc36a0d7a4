import assert from 'node:assert/strict';
import { test } from 'node:test';

import sharp from 'sharp';

import {
  colorDistance,
  decodePixels,
  ellipse,
  group,
  rect,
  render,
  renderPixels,
  solid,
  text,
} from '../../../test/helpers/scenes.ts';
import { RenderInputError } from '../errors.ts';
import { isSrgbProfile } from '../images/icc-profiles.ts';

const MM = 96 / 25.4;

test('sizes: viewport in inches × dpi × scale, each side rounded, at least 1', async () => {
  const cases = [
    { width: 1200, height: 630, dpi: 96, scale: 1, expected: [1200, 630] },
    { width: 1200, height: 630, dpi: 150, scale: 1, expected: [1875, 984] },
    { width: 210 * MM, height: 99 * MM, dpi: 300, scale: 1, expected: [2480, 1169] },
    { width: 85.6 * MM, height: 53.98 * MM, dpi: 300, scale: 2, expected: [2022, 1275] },
    { width: 2 * 96, height: 1.5 * 96, dpi: 72, scale: 3, expected: [432, 324] },
    { width: 0.2, height: 100, dpi: 96, scale: 1, expected: [1, 100] },
  ];
  for (const { width, height, dpi, scale, expected } of cases) {
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const result = await render({ width, height }, { output: { dpi, scale, format } });
      const metadata = await sharp(result.data).metadata();
      assert.deepEqual([result.width, result.height], expected);
      assert.deepEqual(
        [metadata.width, metadata.height, metadata.format],
        [...expected, format === 'avif' ? 'heif' : format],
      );
    }
  }
});

test('the content reaches all four edges, whatever rounding did', async () => {
  const [width, height] = [53.98 * MM, 33.3 * MM];
  for (const dpi of [96, 150, 300]) {
    const fill = solid('#112233ff');
    const page = await renderPixels(
      { width, height, background: null, elements: [rect({ x: 0, y: 0, width, height, fill })] },
      { output: { dpi } },
    );
    for (const [x, y] of [
      [0, 0],
      [page.width - 1, page.height - 1],
    ] as const) {
      assert.deepEqual(page.at(x, y), [0x11, 0x22, 0x33, 255]);
    }
    const background = await renderPixels({ width, height, background: fill }, { output: { dpi } });
    assert.deepEqual(background.at(background.width - 1, background.height - 1), [0x11, 0x22, 0x33, 255]);
  }
});

test('density in the file is dpi × scale: PNG in pHYs, JPEG in JFIF, AVIF in EXIF', async () => {
  for (const [dpi, scale] of [
    [96, 1],
    [150, 2],
    [300, 1],
    [72, 3],
  ] as const) {
    const png = Buffer.from((await render({}, { output: { dpi, scale } })).data);
    const at = png.indexOf('pHYs');
    assert.equal(png.readUInt32BE(at + 4), Math.round((dpi * scale) / 0.0254));
    assert.equal(png.readUInt32BE(at + 8), Math.round((dpi * scale) / 0.0254));
    assert.equal(png.readUInt8(at + 12), 1);
    assert.equal(png.indexOf('pHYs', at + 4), -1);
    assert.ok(png.indexOf('sRGB') > 0 && png.indexOf('sRGB') < png.indexOf('IDAT'));
    const jpeg = Buffer.from((await render({}, { output: { dpi, scale, format: 'jpeg' } })).data);
    assert.equal(jpeg.toString('latin1', 6, 10), 'JFIF');
    assert.deepEqual(
      [jpeg.readUInt8(13), jpeg.readUInt16BE(14), jpeg.readUInt16BE(16)],
      [1, dpi * scale, dpi * scale],
    );
    for (const file of [png, jpeg]) assert.equal((await sharp(file).metadata()).density, dpi * scale);
    assert.ok((await sharp(jpeg).metadata()).hasProfile);
    const avif = await render({}, { output: { dpi, scale, format: 'avif' } });
    const exif = (await sharp(avif.data).metadata()).exif?.toString('latin1') ?? '';
    const rational = Buffer.alloc(8);
    rational.writeUInt32LE(dpi * scale * 1000, 0);
    rational.writeUInt32LE(1000, 4);
    assert.equal(exif.split(rational.toString('latin1')).length, 3, 'one for each direction');
  }
});

test('every file says that it is sRGB, and costs at most half a kilobyte for it', async () => {
  const fill = solid('#ff800040');
  const half = { background: null, elements: [rect({ x: 0, y: 0, width: 100, height: 100, fill })] };
  for (const scene of [{}, half]) {
    const png = Buffer.from((await render(scene)).data);
    assert.ok(png.indexOf('sRGB') > 0 && png.indexOf('iCCP') < 0);
    for (const format of ['jpeg', 'webp', 'avif'] as const) {
      const { data } = await render(scene, { output: { format } });
      const { icc, hasAlpha, width, height } = await sharp(data).metadata();
      assert.ok(icc !== undefined && isSrgbProfile(icc) && icc.length <= 512, format);
      assert.deepEqual([hasAlpha, width, height], [scene === half && format !== 'jpeg', 100, 100]);
    }
  }
});

test('opaque pages are RGB, translucent ones keep their colours under any opacity', async () => {
  assert.equal((await sharp((await render({})).data).metadata()).channels, 3);
  const fill = solid('#ff800040');
  const scene = { background: null, elements: [rect({ x: 0, y: 0, width: 100, height: 100, fill })] };
  for (const format of ['png', 'webp', 'avif'] as const) {
    const { data } = await render(scene, { output: { format, quality: 95 } });
    assert.equal((await sharp(data).metadata()).channels, 4);
    const at = (await decodePixels(data)).at(50, 50);
    assert.ok(colorDistance(at, [255, 128, 0, 64]) <= 3, at.join());
  }
  const { data } = await render(scene, { output: { format: 'jpeg', quality: 95 } });
  const at = (await decodePixels(data)).at(50, 50);
  assert.ok(colorDistance(at, [255, 223, 191, 255]) <= 3, at.join());
});

test('quality counts for jpeg, webp and avif, not for png', async () => {
  const stops = ['#ff0000ff', '#00ff00ff', '#0000ffff'].map((color, index) => ({ offset: index / 2, color }));
  const elements = Array.from({ length: 30 }, (_, index) =>
    ellipse({
      x: index * 3,
      y: (index * 37) % 80,
      width: 20,
      height: 20,
      fill: { type: 'linear', angle: index * 12, stops },
    }),
  );
  const size = async (format: 'png' | 'jpeg' | 'webp' | 'avif', quality: number) =>
    (await render({ elements }, { output: { format, quality } })).data.length;
  for (const format of ['jpeg', 'webp', 'avif'] as const) {
    const sizes = [await size(format, 20), await size(format, 60), await size(format, 95)];
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => a - b),
    );
  }
  assert.equal(await size('png', 1), await size('png', 100));
});

/** Red text on blue: the largest difference from the PNG of the same scene in a channel, and the chroma. */
async function redOnBlue(output: { quality: number; chroma?: '4:2:0' | '4:4:4' }) {
  const label = text('Red text', 18, { x: 4, y: 30, width: 92, height: 40 });
  const runs = label.type === 'text' ? label.runs.map((run) => ({ ...run, color: solid('#ff0000ff') })) : [];
  const scene = { background: solid('#0000ffff'), elements: [{ ...label, runs }] };
  const exact = await renderPixels(scene);
  const { data } = await render(scene, { output: { format: 'jpeg', ...output } });
  const jpeg = await decodePixels(data);
  // In levels of 0 to 255.
  const largest = exact.data.reduce((most, level, at) => {
    return Math.max(most, Math.abs(level - (jpeg.data[at] ?? 0)));
  }, 0);
  return { largest, chroma: (await sharp(data).metadata()).chromaSubsampling, bytes: data.length };
}

test('JPEGs keep the colour of every pixel from quality 90 on, or where the request says so', async () => {
  for (const quality of [90, 95, 100]) assert.equal((await redOnBlue({ quality })).chroma, '4:4:4');
  for (const quality of [1, 85, 89]) assert.equal((await redOnBlue({ quality })).chroma, '4:2:0');
  const best = await redOnBlue({ quality: 100 });
  assert.ok(best.largest <= 6, `${best.largest} levels`);
  const coarse = await redOnBlue({ quality: 100, chroma: '4:2:0' });
  assert.equal(coarse.chroma, '4:2:0');
  assert.ok(coarse.largest > 100 && coarse.bytes < best.bytes, `${coarse.largest} levels`);
  const fine = await redOnBlue({ quality: 80, chroma: '4:4:4' });
  assert.equal(fine.chroma, '4:4:4');
  assert.ok(fine.largest < (await redOnBlue({ quality: 80 })).largest / 2, `${fine.largest} levels`);
});

test('a side that its format cannot hold is refused', async () => {
  await assert.rejects(
    render({ width: 17_000, height: 1 }, { output: { format: 'webp' } }),
    (error: unknown) => {
      assert.ok(error instanceof RenderInputError);
      assert.equal(error.kind, 'output');
      assert.match(error.message, /16383/);
      return true;
    },
  );
});

test('one canvas serves pages of any size, one after the other', async () => {
  const sizes = [
    [100, 100],
    [300, 20],
    [20, 300],
    [100, 100],
    [1, 1],
    [500, 400],
  ] as const;
  for (const [width, height] of sizes) {
    const fill = solid('#336699ff');
    const inner = group({
      x: 0,
      y: 0,
      width,
      height,
      opacity: 0.999,
      elements: [rect({ x: 0, y: 0, width, height, fill })],
    });
    const page = await renderPixels({ width, height, background: null, elements: [inner] });
    assert.ok(colorDistance(page.at(width - 1, height - 1), [0x33, 0x66, 0x99, 255]) <= 1);
  }
  // Nothing of an earlier page is left behind.
  assert.deepEqual((await renderPixels({ background: null })).at(50, 50), [0, 0, 0, 0]);
});

test('the same scene gives the same bytes', async () => {
  const shadow = { x: 3, y: 3, blur: 8, color: '#00000080' };
  const elements = [
    ellipse({ x: 20, y: 20, width: 50, height: 40, fill: solid('#cc3300ff'), shadow, rotation: 17 }),
  ];
  for (const format of ['png', 'jpeg', 'webp', 'avif', 'pdf'] as const) {
    const [one, two] = [
      await render({ elements }, { output: { format } }),
      await render({ elements }, { output: { format } }),
    ];
    assert.deepEqual(one.data, two.data, format);
  }
});
