import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createCanvas } from '@napi-rs/canvas';
import { PathLine } from '../place/path-line.ts';
import { fillBand, type Band } from './bands.ts';

const size = { width: 300, height: 300 };

/** The opacities of the pixels of a band that is half transparent, along a path of this page. */
function paint(d: string, band: Band): Uint8ClampedArray {
  const context = createCanvas(size.width, size.height).getContext('2d');
  context.fillStyle = '#00000080';
  const path = new PathLine({ d, viewBox: [0, 0, 300, 300] }, size);
  fillBand(context, path, 0, band);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  return data.filter((_, index) => index % 4 === 3);
}

const lengthOf = (d: string): number => new PathLine({ d, viewBox: [0, 0, 300, 300] }, size).length;
const paths = {
  straight: 'M40 150H260',
  convex: 'M40 200Q150 0 260 200',
  concave: 'M40 60Q150 300 260 60',
  closed: 'M150 40A110 110 0 0 1 150 260A110 110 0 0 1 150 40Z',
  reversed: 'M150 40A110 110 0 0 0 150 260A110 110 0 0 0 150 40Z',
  sharp: 'M40 200L150 90L260 200',
  'tighter than the band is high': 'M60 200C60 100 120 100 120 150S180 200 180 100',
};

for (const [name, d] of Object.entries(paths))
  test(`a band on a path that is ${name} has no gaps, and is painted once`, () => {
    const [left, right] = [0, lengthOf(d)];
    const alphas = paint(d, { left, right, top: -24, bottom: 8 });
    assert.equal(Math.max(...alphas), 128);
    const path = new PathLine({ d, viewBox: [0, 0, 300, 300] }, size);
    for (let x = left + 2; x < right - 2; x += 1)
      for (const y of [-21, -8, 0, 6]) {
        const place = path.placeOf(x);
        const at = [place.x - Math.sin(place.angle) * y, place.y + Math.cos(place.angle) * y];
        const index = Math.floor(at[1] ?? 0) * size.width + Math.floor(at[0] ?? 0);
        assert.ok((alphas[index] ?? 0) >= 118, `${name}: ${x}, ${y} is ${alphas[index]}`);
      }
  });

test('nothing is painted between two parts of a path', () => {
  const alphas = paint('M20 100H100M200 200H280', { left: 0, right: 160, top: -10, bottom: 10 });
  assert.equal(alphas.filter((alpha) => alpha > 0).length, 2 * 80 * 20);
  assert.equal(alphas[150 * size.width + 150], 0);
});

test('a band goes on straight beyond the ends, and has round corners', () => {
  const band = { left: -10, right: 110, top: -20, bottom: 20 };
  const count = (radius: number): number =>
    paint('M100 150H200', { ...band, radius }).reduce((sum, alpha) => sum + alpha / 128, 0);
  assert.equal(count(0), 120 * 40);
  const corners = (4 - Math.PI) * 15 * 15;
  assert.ok(Math.abs(count(15) - (120 * 40 - corners)) < 12, `${count(15)}`);
});
