import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isReadAs } from '../../../test/codes/readers.ts';
import { rasterisePdf } from '../../../test/helpers/codes.ts';
import { qrcode, render, renderPixels } from '../../../test/helpers/scenes.ts';

const box = { x: 10, y: 10, width: 290, height: 290 };
const page = { width: 310, height: 310 };
const value = 'https://example.com/shapes?of=modules&longer=1';

for (const moduleShape of ['rounded', 'dots'] as const) {
  test(`a QR code of ${moduleShape} modules is read by ZXing, ZBar and rxing, as PNG and PDF`, async () => {
    const elements = [qrcode({ ...box, value, moduleShape })];
    for (const format of ['png', 'pdf'] as const) {
      const { data, warnings } = await render({ ...page, elements }, { output: { format } });
      assert.deepEqual(warnings, []);
      const picture = format === 'pdf' ? await rasterisePdf(data, 3) : data;
      for (const reader of ['zxing', 'zbar', 'rxing'] as const)
        assert.ok(await isReadAs(reader, picture, value), `${format} ${reader}`);
    }
  });
}

test('dots leave the corners of modules, and the patterns of a code stay squares', async () => {
  // 21 modules and 8 of clear space, 10 pixels each: the code begins at 50, 50.
  const draw = (moduleShape: 'rounded' | 'dots') =>
    renderPixels({ ...page, elements: [qrcode({ ...box, value: 'A', moduleShape })] });
  const dots = await draw('dots');
  const dark = (pixels: typeof dots, x: number, y: number): boolean => pixels.at(50 + x, 50 + y)[0] < 128;
  assert.ok(dark(dots, 0, 0) && dark(dots, 69, 0));
  // The timing pattern: dark modules in row 6 between the patterns.
  assert.ok(dark(dots, 85, 65) && !dark(dots, 80, 60) && !dark(dots, 89, 69));
  const rounded = await draw('rounded');
  assert.ok(!dark(rounded, 0, 0) && dark(rounded, 10, 0) && dark(rounded, 69, 35));
});
