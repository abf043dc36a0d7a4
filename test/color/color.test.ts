import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { colorDifference } from '../helpers/color-difference.ts';
import { rasterisePdf } from '../helpers/codes.ts';
import { decodePixels, image, render } from '../helpers/scenes.ts';

/** The images have 6 × 4 patches of 16 × 16 pixels; see make-references.py. */
const columns = 6;
const side = 16;
const page = { width: 96, height: 64 };
/** A colour difference that is invisible side by side. */
const limit = 2;

const references = JSON.parse(await readFile(join(import.meta.dirname, 'references.json'), 'utf8')) as Record<
  string,
  [number, number, number][]
>;

const show = async (name: string, format: 'png' | 'pdf') => {
  const file = await readFile(join(import.meta.dirname, 'inputs', name));
  const elements = [image({ x: 0, y: 0, ...page, asset: name })];
  const { data } = await render({ ...page, elements }, { output: { format }, files: { [name]: file } });
  return decodePixels(format === 'pdf' ? await rasterisePdf(data, 4 / 3) : data);
};

for (const [name, expected] of Object.entries(references)) {
  for (const format of ['png', 'pdf'] as const) {
    test(`${name} in a ${format} has littleCMS's colours`, async (context) => {
      const pixels = await show(name, format);
      const differences = expected.map((color, index) => {
        const x = (index % columns) * side + side / 2;
        const y = Math.floor(index / columns) * side + side / 2;
        return { found: pixels.at(x, y).slice(0, 3), color, by: colorDifference(pixels.at(x, y), color) };
      });
      const worst = differences.reduce((most, one) => (one.by > most.by ? one : most));
      const mean = differences.reduce((sum, { by }) => sum + by, 0) / differences.length;
      context.diagnostic(`${name} ${format}: at most ${worst.by.toFixed(2)}, ${mean.toFixed(2)} on average`);
      assert.ok(worst.by <= limit, `${worst.found.join()} is not ${worst.color.join()}: ${worst.by}`);
    });
  }
}
