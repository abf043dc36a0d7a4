import assert from 'node:assert/strict';
import { test } from 'node:test';

import sharp from 'sharp';

import { group, image, rect, render, solid } from '../../../test/helpers/scenes.ts';
import { ImageCache } from '../images/image-cache.ts';
import type { SceneElement } from '../scene/elements.ts';

const shadow = { x: 4, y: 4, blur: 6, color: '#000000aa' };
const panel = { x: 20, y: 20, width: 50, height: 40, fill: solid('#ffffffff'), shadow };
const photo = { x: 20, y: 20, width: 50, height: 40, asset: 'photo', shadow };

async function getPage(element: SceneElement, cache: ImageCache): Promise<Buffer> {
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: '#888' } });
  const files = { photo: await picture.jpeg().toBuffer() };
  const { data } = await render({ elements: [element] }, { files, cache, output: { format: 'pdf' } });
  return Buffer.from(data);
}

test('a shadow that is kept is the shadow that would be drawn', async () => {
  const kept = new ImageCache(64_000_000);
  const elements = [
    rect(panel),
    rect({ ...panel, x: 20.5 }),
    rect({ ...panel, rotation: 10 }),
    rect({ ...panel, width: 51 }),
    rect({ ...panel, cornerRadius: [9, 9, 9, 9] }),
    rect({ ...panel, shadow: { ...shadow, color: '#ff0000aa' } }),
    rect({ ...panel, shadow: { ...shadow, blur: 9 } }),
    rect({ ...panel, fill: null, stroke: { color: '#000000ff', width: 3, dash: [] } }),
    image({ ...photo, fit: 'cover' }),
    image({ ...photo, fit: 'contain' }),
    group({ ...panel, elements: [rect({ x: 0, y: 0, width: 9, height: 9, fill: solid('#ff0000ff') })] }),
    group({ ...panel, elements: [rect({ x: 1, y: 0, width: 9, height: 9, fill: solid('#ff0000ff') })] }),
  ];
  for (const round of ['first', 'second']) {
    for (const [index, element] of elements.entries()) {
      const alone = await getPage(element, new ImageCache(64_000_000));
      assert.ok(alone.equals(await getPage(element, kept)), `${round}, ${index}`);
    }
  }
});
