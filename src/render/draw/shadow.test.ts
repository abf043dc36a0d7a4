import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ssim } from '@blazediff/ssim';
import sharp from 'sharp';

import { rasterisePdf } from '../../../test/helpers/codes.ts';
import { decodePixels, group, rect, render, solid } from '../../../test/helpers/scenes.ts';
import type { SceneElement } from '../scene/elements.ts';

const shadow = { x: 1, y: 1, blur: 2, color: '#00000080' };
const box = { x: 1, y: 1, width: 60, height: 40 };

/** Groups inside each other, with a rectangle in each. */
function nest(levels: number, given: Partial<SceneElement> = { shadow }): SceneElement {
  let inner: SceneElement = rect({ ...box, fill: solid('#f8961eff') });
  for (let level = 0; level < levels; level++) {
    const beside = rect({ x: 0, y: 0, width: 9, height: 9, fill: solid('#57759080') });
    inner = group({ ...box, elements: [beside, inner], ...(given as object) });
  }
  return inner;
}

// With two drawings of each level, 40 levels would be 10¹² drawings.
for (const [name, element] of [
  ['a shadow', nest(40)],
  ['a shadow and an opacity', nest(40, { shadow, opacity: 0.9 })],
  ['a shadow around groups without one', group({ ...box, shadow, elements: [nest(40, {})] })],
] as const) {
  test(`40 groups inside each other are drawn once each: ${name}`, async () => {
    const png = await render({ elements: [element] }, { output: { scale: 3 } });
    const pdf = await render({ elements: [element] }, { output: { format: 'pdf', dpi: 288 } });
    const expected = await decodePixels(png.data);
    const { width, height } = expected;
    const page = sharp(await rasterisePdf(pdf.data, 4)).resize(width, height, { fit: 'fill' });
    const shown = await page.flatten({ background: '#fff' }).ensureAlpha().raw().toBuffer();
    const likeness = ssim(expected.data, shown, undefined, width, height);
    assert.ok(likeness > 0.97, `SSIM ${likeness}`);
  });
}

test('a shadow of a nested group that leaves the page is drawn as far as the page shows it', async () => {
  // The inner group is left of the page; the shadows of both groups bring it back.
  const far = { x: 60, y: 0, blur: 0, color: '#ff0000ff' };
  const source = rect({ x: 0, y: 0, width: 20, height: 20, fill: solid('#0000ffff') });
  const inner = group({ x: -100, y: 0, width: 20, height: 20, shadow: far, elements: [source] });
  const outer = group({ x: 0, y: 10, width: 20, height: 20, shadow: { ...far, y: 30 }, elements: [inner] });
  const shownAt = async (data: Uint8Array, density: number) => {
    const { at } = await decodePixels(data);
    return [30, 70].map((x) => at(x * density, 50 * density).slice(0, 3));
  };
  const expected = [
    [255, 0, 0],
    [255, 255, 255],
  ];
  assert.deepEqual(await shownAt((await render({ elements: [outer] })).data, 1), expected);
  const { data } = await render({ elements: [outer] }, { output: { format: 'pdf', dpi: 96 } });
  const page = sharp(await rasterisePdf(data, 4)).resize(400, 400, { fit: 'fill' });
  assert.deepEqual(await shownAt(await page.flatten({ background: '#fff' }).png().toBuffer(), 4), expected);
});
