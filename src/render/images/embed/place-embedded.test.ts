import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';
import { rasterisePdf } from '../../../../test/helpers/codes.ts';
import { colorDistance, decodePixels, image, render, renderPixels } from '../../../../test/helpers/scenes.ts';

const scene = {
  width: 100,
  height: 100,
  elements: [image({ x: 0, y: 0, width: 100, height: 100, asset: 'a' })],
};

test('a picture of few pixels is as smooth as in raster files; others keep their pixels', async () => {
  const makePixels = (size: number) =>
    sharp(Uint8Array.from([255, 0, 0, 0, 160, 0, 0, 0, 255, 255, 220, 0]), {
      raw: { width: 2, height: 2, channels: 3 },
    }).resize(size, size, { kernel: 'nearest' });
  for (const [size, expected] of [
    [2, 100],
    [24, 100],
    [26, 26],
  ] as const)
    for (const a of [await makePixels(size).png().toBuffer(), await makePixels(size).jpeg().toBuffer()]) {
      const { data } = await render(scene, { files: { a }, output: { format: 'pdf' } });
      const { context } = await PDFDocument.load(data);
      const widths = context.enumerateIndirectObjects().flatMap(([, object]) => {
        const isImage = object instanceof PDFRawStream && object.dict.has(PDFName.of('Width'));
        return isImage ? [object.dict.lookup(PDFName.of('Width'), PDFNumber).asNumber()] : [];
      });
      assert.deepEqual(widths, [expected]);
      if (size > 2) continue;
      const page = await decodePixels(await rasterisePdf(data, 4 / 3));
      const raster = await renderPixels(scene, { files: { a } });
      for (const at of [20, 45, 50, 55, 80])
        assert.ok(colorDistance(page.at(at, 50), raster.at(at, 50)) < 16, `${at}: ${page.at(at, 50).join()}`);
    }
});
