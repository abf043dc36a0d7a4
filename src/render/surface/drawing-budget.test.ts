import assert from 'node:assert/strict';
import { test } from 'node:test';

import { group, path, rect, render, solid } from '../../../test/helpers/scenes.ts';
import { DrawingBudget } from './drawing-budget.ts';
import type { SceneElement } from '../scene/elements.ts';

const fill = solid('#0000ffff');
const page = { x: 0, y: 0, width: 400, height: 300 };
const draw = (elements: SceneElement[], format: 'png' | 'pdf' = 'png', scale = 1) =>
  render({ width: 400, height: 300, elements }, { output: { format, dpi: 300, scale } });
const named = (id: string) => (error: Error) =>
  error.name === 'RenderInputError' && error.message.startsWith(`The element "${id}" is `);

/** Path data of `count` lines to the points that `at` returns. */
const lines = (count: number, at: (part: number) => readonly [number, number]) =>
  `M0 0${Array.from({ length: count }, (_, index) => `L${at(index / count).join(' ')}`).join('')}`;

test('a page of too many shadows or blurs is refused with the element that exceeds the budget', async () => {
  const shadow = { x: 3, y: 3, blur: 6, color: '#00000080' };
  const small = Array.from({ length: 20_000 }, (_, index) =>
    rect({ id: `r${index}`, x: index % 380, y: index % 280, width: 20, height: 20, fill, shadow }),
  );
  await assert.rejects(
    draw(
      small.map((element) => ({ ...element, blendMode: 'multiply' })),
      'pdf',
    ),
    /The element "r\d+" is too much for this page/u,
  );
  const large = Array.from({ length: 3000 }, (_, index) => rect({ ...page, id: `b${index}`, fill, blur: 5 }));
  await assert.rejects(draw(large, 'pdf'), /The element "b\d+" is too much for this page/u);
  await assert.rejects(draw(large, 'png', 7), /The element "b\d+" is too much for this page/u);
});

test('a page with many small shadows is drawn', async () => {
  const shadow = { x: 1, y: 1, blur: 2, color: '#00000080' };
  const many = Array.from({ length: 2000 }, (_, index) =>
    rect({ x: index % 380, y: index % 280, width: 5, height: 5, fill, shadow, blendMode: 'multiply' }),
  );
  assert.ok((await draw(many)).data.length > 0);
});

test('layers inside each other that need too much memory together are refused', async () => {
  let inner: SceneElement = rect({ ...page, fill });
  for (let level = 0; level < 60; level++)
    inner = group({ ...page, id: `g${level}`, opacity: 0.9, elements: [inner] });
  assert.ok((await draw([inner])).data.length > 0);
  await assert.rejects(draw([inner], 'png', 8), /The element "g\d+" is inside too many groups/u);
});

test('a scribble of 500,000 lines is refused where it becomes pixels, a spiral is drawn', async () => {
  const scribble = lines(500_000, (part) => [(part * 3e6) % 397, (part * 7e6) % 293]);
  const spiral = lines(500_000, (part) => {
    const angle = part * Math.PI * 80;
    return [200 + 150 * part * Math.cos(angle), 150 + 140 * part * Math.sin(angle)];
  });
  const shape = (d: string) => path({ ...page, id: 'scribble', d, viewBox: [0, 0, 400, 300], fill });
  await assert.rejects(draw([shape(scribble)]), named('scribble'));
  assert.ok((await draw([shape(spiral)])).data.length > 0);
  assert.ok((await draw([shape(scribble)], 'pdf')).data.length > 0);
});

test('pictures that are made for a file, as of conic gradients, cost what their compression takes', () => {
  const budget = new DrawingBudget(300);
  const largest = { width: 2048, height: 2048 };
  let made = 0;
  assert.throws(() => {
    for (; made < 1000; made++) budget.compress(largest);
  }, /conic gradients/u);
  // 160 ms each, measured: they end within the time of a render.
  assert.ok(made >= 50 && made < 100, `${made} of them`);
});
