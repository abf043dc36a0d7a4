import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { comparePictures } from './compare-pictures.ts';

/** A white page with rectangles. */
async function draw(size: number, rects: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 400 400">`;
  return await sharp(Buffer.from(`${svg}<rect width="400" height="400" fill="#fff"/>${rects}</svg>`))
    .png()
    .toBuffer();
}

const box = '<rect x="40" y="40" width="80" height="80" fill="#246"/>';
const other = '<rect x="240" y="320" width="120" height="40" fill="#a22"/>';

test('pictures that are alike, in another size or moved by a part of a pixel, are the same', async () => {
  const one = await draw(400, box);
  const moved = '<rect x="40.6" y="39.5" width="80" height="80" fill="#246"/>';
  for (const picture of [one, await draw(800, box), await draw(400, moved)])
    assert.deepEqual(await comparePictures(one, picture), { share: 0, differences: [] });
});

test('what is absent, added or of another colour is a part with its place and its share', async () => {
  const [without, whole] = [await draw(400, box), await draw(400, box + other)];
  const recoloured = await draw(400, box + other.replace('a22', '2a2'));
  const pairs = [
    [without, whole],
    [whole, without],
    [whole, recoloured],
  ] as const;
  for (const pair of pairs) {
    const { share, differences } = await comparePictures(...pair);
    const [part] = differences;
    assert.equal(differences.length, 1);
    assert.ok(part !== undefined && Math.abs(part.x - 0.6) < 0.02 && Math.abs(part.y - 0.8) < 0.02);
    assert.ok(Math.abs(part.width - 0.3) < 0.03 && Math.abs(part.height - 0.1) < 0.03);
    // 120 × 40 of 400 × 400 pixels.
    assert.ok(Math.abs(share - 0.03) < 0.004 && share === part.share, String(share));
  }
});

test('a clear picture is compared on white', async () => {
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  assert.equal((await comparePictures(clear, await draw(400, ''))).share, 0);
  assert.ok((await comparePictures(clear, await draw(400, box))).share > 0.03);
});
