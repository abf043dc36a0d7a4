import assert from 'node:assert/strict';
import { test } from 'node:test';

import sharp from 'sharp';

import { colorDistance, image, render, renderPixels } from '../../../test/helpers/scenes.ts';
import { RenderInputError } from '../errors.ts';

const full = { x: 0, y: 0, width: 100, height: 100 };
const flat = (color: { r: number; g: number; b: number }, side = 64) =>
  sharp({ create: { width: side, height: side, channels: 3, background: color } });
const show = async (file: Uint8Array) =>
  (await renderPixels({ elements: [image({ ...full, asset: 'a' })] }, { files: { a: file } })).at(50, 50);
const near = (actual: readonly number[], expected: readonly number[], tolerance: number) => {
  assert.ok(colorDistance(actual, expected) <= tolerance, `${actual.join()} is not ${expected.join()}`);
};

/** Top left red, top right green, bottom left blue, bottom right white: every orientation looks different. */
async function quadrants(width: number, height: number): Promise<Buffer> {
  const [w, h] = [width / 2, height / 2];
  const tile = (color: string) =>
    sharp({ create: { width: w, height: h, channels: 3, background: color } })
      .png()
      .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([
      { input: await tile('#ff0000'), left: 0, top: 0 },
      { input: await tile('#00ff00'), left: w, top: 0 },
      { input: await tile('#0000ff'), left: 0, top: h },
    ])
    .png()
    .toBuffer();
}

const upright: readonly (readonly [x: number, y: number, color: readonly number[]])[] = [
  [25, 25, [255, 0, 0, 255]],
  [75, 25, [0, 255, 0, 255]],
  [25, 75, [0, 0, 255, 255]],
  [75, 75, [255, 255, 255, 255]],
];

for (let orientation = 1; orientation <= 8; orientation++) {
  test(`EXIF orientation ${orientation} is applied in raster files and PDFs`, async () => {
    // Rotate the upright image as a camera would store it.
    const undo = ['', '', 'flop', '180', 'flip', 'transpose', '270', 'transverse', '90'][orientation];
    let stored = sharp(await quadrants(200, 120));
    if (undo === 'flop') stored = stored.flop();
    if (undo === 'flip') stored = stored.flip();
    if (undo === '180' || undo === '90' || undo === '270') stored = stored.rotate(Number(undo));
    if (undo === 'transpose') stored = sharp(await stored.rotate(90).png().toBuffer()).flop();
    if (undo === 'transverse') stored = sharp(await stored.rotate(270).png().toBuffer()).flop();
    const file = await stored
      .jpeg({ chromaSubsampling: '4:4:4', quality: 95 })
      .withMetadata({ orientation })
      .toBuffer();
    const elements = [image({ ...full, asset: 'a', fit: 'fill' })];
    const page = await renderPixels({ elements }, { files: { a: file } });
    for (const [x, y, color] of upright) near(page.at(x, y), color, 12);
    const { width, height } = await sharp(file).metadata();
    assert.equal(width > height, orientation < 5);
  });
}

test('Display P3 is converted with its profile', async () => {
  const color = { r: 200, g: 80, b: 40 };
  const file = await flat(color).withIccProfile('p3').png().toBuffer();
  const raw = await sharp(file, { ignoreIcc: true }).raw().toBuffer();
  assert.ok(colorDistance([...raw.subarray(0, 3)], [200, 80, 40]) > 8, 'the stored numbers differ');
  near(await show(file), [200, 80, 40, 255], 2);
  near(
    await show(await flat(color).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()),
    [200, 80, 40, 255],
    3,
  );
});

test('16-bit images are converted, with and without a profile', async () => {
  const color = { r: 200, g: 80, b: 40 };
  near(await show(await flat(color).toColourspace('rgb16').png().toBuffer()), [200, 80, 40, 255], 1);
  const wide = await flat(color).toColourspace('rgb16').withIccProfile('p3').png().toBuffer();
  assert.equal((await sharp(wide).metadata()).depth, 'ushort');
  near(await show(wide), [200, 80, 40, 255], 2);
  near(
    await show(await flat({ r: 90, g: 90, b: 90 }).toColourspace('grey16').png().toBuffer()),
    [90, 90, 90, 255],
    1,
  );
});

test('grey, palette and translucent images', async () => {
  near(
    await show(await flat({ r: 90, g: 90, b: 90 }).toColourspace('b-w').jpeg().toBuffer()),
    [90, 90, 90, 255],
    2,
  );
  near(
    await show(await flat({ r: 10, g: 200, b: 30 }).png({ palette: true }).toBuffer()),
    [10, 200, 30, 255],
    1,
  );
  const half = {
    create: { width: 8, height: 8, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
  } as const;
  for (const file of [
    await sharp(half).png().toBuffer(),
    await sharp(half).webp({ lossless: true }).toBuffer(),
  ]) {
    near(await show(file), [255, 127, 127, 255], 2);
  }
});

test('CMYK is converted with its profile, or with FOGRA39 if it has none', async () => {
  // Colours well inside the gamut of offset printing survive the conversion to CMYK and back.
  for (const color of [
    { r: 150, g: 110, b: 90 },
    { r: 90, g: 120, b: 140 },
    { r: 200, g: 200, b: 200 },
  ]) {
    const cmyk = flat(color).toColourspace('cmyk');
    const tagged = await cmyk.clone().withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer();
    const metadata = await sharp(tagged).metadata();
    assert.deepEqual([metadata.space, metadata.channels], ['cmyk', 4]);
    // Perceptual intent changes colours a little; inverted or unmanaged inks would be far off.
    near(await show(tagged), [color.r, color.g, color.b, 255], 20);
    near(
      await show(await cmyk.clone().jpeg({ quality: 100 }).toBuffer()),
      [color.r, color.g, color.b, 255],
      20,
    );
  }
});

test('gif uses its first frame; avif and webp are decoded', async () => {
  const frames = await sharp(
    [
      await flat({ r: 255, g: 0, b: 0 }).png().toBuffer(),
      await flat({ r: 0, g: 0, b: 255 }).png().toBuffer(),
    ],
    {
      join: { animated: true },
    },
  )
    .gif()
    .toBuffer();
  assert.equal((await sharp(frames, { animated: true }).metadata()).pages, 2);
  near(await show(frames), [255, 0, 0, 255], 1);
  near(
    await show(await flat({ r: 20, g: 120, b: 220 }).avif({ quality: 90 }).toBuffer()),
    [20, 120, 220, 255],
    5,
  );
  near(
    await show(await flat({ r: 20, g: 120, b: 220 }).webp({ quality: 95 }).toBuffer()),
    [20, 120, 220, 255],
    5,
  );
});

test('accepts SVG from a template, drawn at its display size, but not from a client', async () => {
  const svg = Buffer.from(
    '<?xml version="1.0"?><!-- note -->' +
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">' +
      '<path d="M0 0h5v10H0z" fill="#008000"/></svg>',
  );
  const elements = [image({ ...full, asset: 'logo', fit: 'fill' })];
  const page = await renderPixels({ elements }, { files: { logo: svg }, output: { scale: 2 } });
  near(page.at(98, 100), [0, 128, 0, 255], 1);
  near(page.at(101, 100), [255, 255, 255, 255], 1);
  await assert.rejects(render({ elements }, { files: { logo: svg }, origin: 'caller' }), (error: unknown) => {
    assert.ok(error instanceof RenderInputError);
    assert.equal(error.variable, 'logo');
    assert.match(error.message, /Variable "logo" is an SVG picture/);
    return true;
  });
});

test('refuses unusable images and names the variable or the path', async () => {
  const elements = [image({ ...full, asset: 'photo' })];
  const png = await flat({ r: 1, g: 2, b: 3 }).png().toBuffer();
  const jpeg = await flat({ r: 1, g: 2, b: 3 }, 400).jpeg().toBuffer();
  const refused = async (photo: Uint8Array, pattern: RegExp, options = {}) => {
    for (const origin of ['caller', 'template'] as const) {
      await assert.rejects(
        render({ elements }, { files: { photo }, origin, ...options }),
        (error: unknown) => {
          assert.ok(error instanceof RenderInputError, String(error));
          assert.equal(error.kind, 'image');
          assert.equal(error.variable, origin === 'caller' ? 'photo' : null);
          assert.match(error.message, origin === 'caller' ? /^Variable "photo" / : /^The file "photo" /);
          assert.match(error.message, pattern);
          return true;
        },
      );
    }
  };
  await refused(Buffer.from('<html>not found</html>'), /is not a picture of a supported kind/);
  await refused(Buffer.alloc(0), /is not a picture/);
  await refused(Buffer.from('BM'), /is not a picture/);
  await refused(png.subarray(0, 60), /decoded/);
  await refused(jpeg.subarray(0, jpeg.length / 2), /only 36 % of its rows can be read/);
  await refused(png, /has 64 × 64 pixels, more than the 4,095/, { imageMaxPixels: 64 * 64 - 1 });
  // The header says 60,000 × 60,000 pixels; it is refused before decoding.
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  await refused(bomb, /60000 × 60000 pixels, more than/);
  assert.ok((await render({ elements }, { files: { photo: png }, imageMaxPixels: 64 * 64 })).data.length > 0);
});
