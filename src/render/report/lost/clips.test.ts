import assert from 'node:assert/strict';
import { test } from 'node:test';

import { group, render, text } from '../../../../test/helpers/scenes.ts';
import type { SceneElement } from '../../scene/elements.ts';

const word = (given: object = {}): SceneElement =>
  text('Hamburg', 20, { id: 'word', x: 0, y: 0, width: 90, height: 24, ...given });
const clipping = (width: number, height: number, given: object = {}, ...elements: SceneElement[]) =>
  group({ id: 'mask', x: 5, y: 5, width, height, clip: 'box', ...given, elements });

async function codes(...elements: SceneElement[]): Promise<string[]> {
  const [png, pdf] = await Promise.all([
    render({ elements }),
    render({ elements }, { output: { format: 'pdf' } }),
  ]);
  assert.deepEqual(pdf.warnings, png.warnings);
  return png.warnings.map(({ code }) => code);
}

test('a text that a group cuts is named with the group', async () => {
  const { warnings } = await render({ elements: [clipping(60, 40, {}, word())] });
  assert.deepEqual(warnings, [
    {
      code: 'TEXT_CLIPPED',
      elementId: 'word',
      detail: 'The clip of the group "mask" (box) cuts off a part of the text.',
    },
  ]);
});

test('a clip cuts at every side and corner, turned or not, and from any group around', async () => {
  const cut = ['TEXT_CLIPPED'];
  assert.deepEqual(await codes(clipping(90, 12, {}, word())), cut);
  assert.deepEqual(await codes(clipping(90, 40, {}, word({ x: -10 }))), cut);
  assert.deepEqual(await codes(clipping(90, 40, {}, word({ y: -14 }))), cut);
  assert.deepEqual(await codes(clipping(90, 24, { clip: 'ellipse' }, word())), cut);
  assert.deepEqual(await codes(clipping(88, 30, { cornerRadius: [15, 15, 15, 15] }, word({ y: -2 }))), cut);
  assert.deepEqual(await codes(clipping(90, 24, {}, word({ rotation: 90 }))), cut);
  const inner = group({ id: 'inner', x: 0, y: 0, width: 90, height: 40, elements: [word()] });
  assert.deepEqual(await codes(clipping(60, 40, { rotation: 30 }, inner)), cut);
});

test('a text within its clips has no warning, nor one that only touches them', async () => {
  assert.deepEqual(await codes(clipping(90, 24, {}, word())), []);
  assert.deepEqual(await codes(clipping(90, 40, { rotation: 30 }, word())), []);
  assert.deepEqual(await codes(clipping(90, 60, { clip: 'ellipse' }, word({ x: 4, y: 16 }))), []);
  assert.deepEqual(await codes(clipping(60, 40, { clip: 'none' }, word())), []);
  // Ascenders fit; the line box does not.
  assert.deepEqual(await codes(clipping(90, 20, {}, word())), []);
  assert.deepEqual(await codes(clipping(24, 90, {}, word({ x: -33, y: 33, rotation: 90 }))), []);
  assert.deepEqual(
    await codes(clipping(60, 40, {}, text('Hi    ', 20, { x: 0, y: 0, width: 90, height: 24 }))),
    [],
  );
  // The box of the text cuts it at the same place, which is another warning.
  const own = word({ width: 60, overflow: 'clip', wrap: false });
  assert.deepEqual(await codes(clipping(60, 40, {}, own)), ['TEXT_OVERFLOW']);
});
