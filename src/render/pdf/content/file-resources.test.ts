import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { rect, render } from '../../../../test/helpers/scenes.ts';
import type { Paint } from '../../scene/paint.ts';
import { readContents } from '../streams.ts';

const conic = (color: string): Paint => ({
  type: 'conic',
  angle: 0,
  center: { x: 0.5, y: 0.5 },
  stops: [
    { offset: 0, color: '#ff0000ff' },
    { offset: 1, color },
  ],
});

async function countPictures(paints: readonly Paint[], height = 20): Promise<number> {
  const elements = paints.map((paint, index) => {
    const box = { x: 0, y: 40 * index, width: 60, height: index === 0 ? 20 : height };
    return rect({ ...box, fill: paint });
  });
  const { data } = await render({ width: 100, height: 200, elements }, { output: { format: 'pdf' } });
  const { context } = await PDFDocument.load(data);
  return context
    .enumerateIndirectObjects()
    .filter(
      ([, object]) =>
        object instanceof PDFRawStream &&
        object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image') &&
        !object.dict.toString().includes('DeviceGray'),
    ).length;
}

test('equal pictures of gradients are in the file once', async () => {
  assert.equal(await countPictures([conic('#0000ffff'), conic('#0000ffff'), conic('#0000ffff')]), 1);
});

test('pictures of other colours or sizes are pictures of their own', async () => {
  assert.equal(await countPictures([conic('#0000ffff'), conic('#00ff00ff')]), 2);
  assert.equal(await countPictures([conic('#0000ffff'), conic('#0000ffff')], 30), 2);
});

test('a picture of a gradient blends as a group: Poppler ignores how patterns blend', async () => {
  const paints = async (blendMode: string) => {
    const below = rect({ x: 0, y: 0, width: 60, height: 60 });
    const above = rect({ x: 20, y: 20, width: 60, height: 60, fill: conic('#0000ffff'), blendMode });
    const scene = { width: 100, height: 100, elements: [below, above] };
    const { data } = await render(scene, { output: { format: 'pdf' } });
    const content = readContents((await PDFDocument.load(data)).getPage(0));
    return { pattern: content.includes('/Pattern cs'), group: / Do$/mu.test(content) };
  };
  assert.deepEqual(await paints('normal'), { pattern: true, group: false });
  assert.deepEqual(await paints('difference'), { pattern: false, group: true });
});
