import assert from 'node:assert/strict';
import { test } from 'node:test';

import { image, renderPixels } from '../../../../test/helpers/scenes.ts';
import { bringPatternsNear } from './near-patterns.ts';

const svg = (transform: string, viewBox = '0 0 100 100', attributes = 'width="10" height="20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><pattern id="p" ${attributes}
    patternUnits="userSpaceOnUse" patternTransform="${transform}"><rect width="5" height="9" fill="#00f"/>
    </pattern><rect x="-9999" y="-9999" width="99999" height="99999" fill="url(#p)"/></svg>`;
const draw = async (text: string) => {
  const elements = [image({ x: 0, y: 0, width: 100, height: 100, asset: 'a', fit: 'fill' })];
  const options = { files: { a: Buffer.from(text) }, output: { scale: 4 } };
  return await renderPixels({ width: 100, height: 100, elements }, options);
};

test('a pattern that is moved far is drawn as the one that is moved by whole tiles less', async () => {
  for (const [far, near] of [
    ['translate(70000 -98000)', 'translate(0 0)'],
    ['matrix(2 0 0 2 33007 0)', 'matrix(2 0 0 2 7 0)'],
    ['rotate(90) translate(50003 40000)', 'rotate(90) translate(3 0)'],
  ] as const) {
    const [shown, expected] = [await draw(svg(far)), await draw(svg(near))];
    const differences = shown.data.filter((value, at) => Math.abs(value - (expected.data[at] ?? 0)) > 8);
    assert.ok(differences.length < 0.01 * shown.data.length, `${far}: ${differences.length}`);
    assert.deepEqual(shown.data.includes(0), true, far);
  }
});

test('patterns that are near, or whose tiles are shares, stay as they are', () => {
  for (const text of [
    svg('translate(900 20)'),
    svg('translate(5 5)', '-4000 0 10 10').replace('translate(5 5)', 'translate(-4100 5)'),
    svg('translate(70000 0)', '0 0 100 100', 'width="10%" height="10"'),
    svg('translate(70000 0)').replace('patternUnits="userSpaceOnUse"', ''),
    svg('nonsense(70000 0)'),
  ])
    assert.equal(bringPatternsNear(text), text);
});
