import assert from 'node:assert/strict';
import { test } from 'node:test';

import sharp from 'sharp';

import { isReadAs } from '../../../test/codes/readers.ts';
import { rasterisePdf } from '../../../test/helpers/codes.ts';
import { qrcode, render } from '../../../test/helpers/scenes.ts';
import { checkCode } from './check-code.ts';

const box = { x: 10, y: 10, width: 290, height: 290 };
const page = { width: 310, height: 310 };
const logo = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#c01040' } })
  .png()
  .toBuffer();

/** A value of a length, so that codes have several versions and blocks. */
const valueOf = (length: number): string => 'https://example.com/logo?of='.padEnd(length, 'x1Y');

test('codes whose logo is accepted are read by ZXing and rxing, as PNG and PDF', async () => {
  let read = 0;
  for (const eclevel of ['M', 'Q', 'H'] as const) {
    for (const length of [30, 90, 200]) {
      for (const size of [0.15, 0.2, 0.25, 0.3]) {
        const value = valueOf(length);
        if (checkCode('qrcode', value, { eclevel, logo: size }) !== null) continue;
        const element = qrcode({
          ...box,
          value,
          options: { eclevel, logo: size },
          logo: { asset: 'logo.png', size },
        });
        const files = { 'logo.png': logo };
        for (const format of ['png', 'pdf'] as const) {
          const { data } = await render({ ...page, elements: [element] }, { output: { format }, files });
          const picture = format === 'pdf' ? await rasterisePdf(data, 3) : data;
          for (const reader of ['zxing', 'rxing'] as const)
            assert.ok(
              await isReadAs(reader, picture, value),
              `${eclevel} ${length} ${size} ${format} ${reader}`,
            );
          const middle = await sharp(picture)
            .flatten({ background: '#fff' })
            .toColourspace('srgb')
            .raw()
            .toBuffer({
              resolveWithObject: true,
            });
          const { width, height, channels } = middle.info;
          const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * channels;
          assert.ok((middle.data[at] ?? 0) > 150 && (middle.data[at + 1] ?? 255) < 60);
          read += 1;
        }
      }
    }
  }
  assert.ok(read > 16);
});

test('a logo that covers more than error correction restores is refused with both numbers', () => {
  const value = valueOf(30);
  assert.match(
    checkCode('qrcode', value, { eclevel: 'L', logo: 0.3 }) ?? '',
    /^a logo of 0\.3 covers \d+ codewords of a block, and error correction L restores \d+, of which a logo may cover \d+/,
  );
  assert.equal(checkCode('qrcode', value, { eclevel: 'H', logo: 0.2 }), null);
  assert.notEqual(checkCode('qrcode', value, { eclevel: 'H', logo: 0.4 }), null);
});
