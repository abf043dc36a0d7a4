import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initializeCanvas, writePsdUint8Array, type Layer } from 'ag-psd';
import sharp from 'sharp';
import { designOf, firstOf, lossesOf, undecoded } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';
import type { ConvertedDesign } from '../design.ts';

initializeCanvas(
  () => assert.fail('no canvas'),
  (width, height) => ({ data: new Uint8ClampedArray(width * height * 4), width, height, colorSpace: 'srgb' }),
);

type Rgba = readonly [number, number, number, number];

const square = (name: string, at: number, size: number, color: Rgba, more: Partial<Layer> = {}): Layer => ({
  ...{ name, left: at, top: at, right: at + size, bottom: at + size },
  imageData: {
    ...{ width: size, height: size },
    data: Uint8ClampedArray.from({ length: size * size * 4 }, (_, index) => color[index % 4] ?? 0),
  },
  ...more,
});

const convert = async (children: Layer[]): Promise<ConvertedDesign> => {
  const bytes = writePsdUint8Array({ width: 60, height: 60, children });
  return await convertDesign(designOf('card.psd', bytes), { variables: 'none', fetchImage: null }, undecoded);
};

/** The first pixel of a picture of the folder. */
async function firstPixel({ folder }: ConvertedDesign, src: string): Promise<number[]> {
  const { data } = await sharp(folder.files.get(src))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 4)];
}

test('a mode that the template does not have is mixed with the pictures below', async () => {
  const below = square('Sky', 0, 40, [200, 100, 50, 255]);
  for (const [blendMode, wanted] of [
    ['linear burn', [45, 0, 0]],
    ['linear dodge', [255, 200, 250]],
    ['subtract', [100, 0, 0]],
    ['darker color', [100, 100, 200]],
  ] as const) {
    const converted = await convert([below, square('Sun', 10, 20, [100, 100, 200, 255], { blendMode })]);
    const [, sun] = converted.document.elements;
    assert.ok(sun?.type === 'image');
    assert.equal(sun.blendMode, undefined);
    assert.deepEqual(await firstPixel(converted, sun.src), [...wanted, 255], blendMode);
    assert.deepEqual(lossesOf(converted), ['Sun: blend mode']);
  }
});

test('where not all of what lies below is known, the nearest mode stands in', async () => {
  const sun = square('Sun', 10, 40, [100, 100, 200, 255], { blendMode: 'linear burn' });
  const { document, losses } = await convert([square('Sky', 0, 40, [200, 100, 50, 255]), sun]);
  assert.equal(document.elements[1]?.blendMode, 'multiply');
  assert.match(losses[0]?.reason ?? '', /"multiply" stands in for it/u);
});

test('the shadow of a group with a spread is a picture behind its layers', async () => {
  const px = (value: number) => ({ units: 'Pixels' as const, value });
  const shadow = { enabled: true, color: { r: 0, g: 0, b: 255 }, opacity: 1, angle: 90, distance: px(0) };
  const dropShadow = [{ ...shadow, size: px(4), choke: px(100) }];
  const children = [square('One', 10, 10, [255, 0, 0, 255]), square('Two', 30, 10, [255, 0, 0, 255])];
  const converted = await convert([{ name: 'Pair', children, effects: { dropShadow } }]);
  const group = firstOf(converted.document.elements, 'group');
  const { x, y, width, height, elements, shadow: own } = group;
  assert.deepEqual({ x, y, width, height, own }, { x: 6, y: 6, width: 38, height: 38, own: undefined });
  const [picture, ...others] = elements;
  assert.ok(picture?.type === 'image');
  assert.equal(others.length, 2);
  const { data } = await sharp(converted.folder.files.get(picture.src))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Four pixels beside the layers, and nothing below them.
  const alphaAt = (column: number, row: number): number | undefined => data[(row * 38 + column) * 4 + 3];
  assert.deepEqual([alphaAt(1, 8), alphaAt(8, 8), alphaAt(20, 8)], [255, 0, 0]);
  assert.deepEqual(lossesOf(converted), ['Pair: drop shadow']);
});
