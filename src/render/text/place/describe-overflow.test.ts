import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SceneText } from '../../scene/text.ts';
import { describeOverflow } from './describe-overflow.ts';
import type { StackedLine } from './place-lines.ts';

const lines = (...sizes: readonly (readonly [number, number])[]): StackedLine[] =>
  sizes.map(([width, height]) => {
    const around = { before: 0, trimTop: 0, trimBottom: 0 };
    return { line: { width, inset: 0 }, height, ...around } as unknown as StackedLine;
  });
const box = (rest: Partial<SceneText> = {}) =>
  ({ width: 100, height: 40, maxLines: null, ...rest }) as SceneText;

test('says by how much a text does not fit', () => {
  for (const [element, found, why] of [
    [box(), lines([90, 24], [80, 24.3]), 'its 2 lines are 49 px high'],
    [box({ height: 20.004 }), lines([90, 24]), 'its line is 24 px high'],
    [box(), lines([120.2, 24]), 'its line is 121 px wide'],
    [box({ maxLines: 1 }), lines([90, 10], [80, 10]), 'maxLines is 1 of 2'],
    [
      box({ maxLines: 2 }),
      lines([120, 24], [80, 24], [80, 24]),
      'its 3 lines are 72 px high, and a line is 120 px wide, and maxLines is 2 of 3',
    ],
  ] as const) {
    const size = `${Math.round(element.width)} × ${Math.round(element.height)} px`;
    assert.equal(describeOverflow(element, found, 'px'), `The text does not fit its box of ${size}: ${why}.`);
  }
});

test('lengths are in the unit of the template, and sides those of a vertical text', () => {
  const wide = box({ width: 96, height: 48 });
  assert.equal(
    describeOverflow(wide, lines([90, 40], [80, 40]), 'mm'),
    'The text does not fit its box of 25.4 × 12.7 mm: its 2 lines are 21.17 mm high.',
  );
  // As it is laid out: 96 px along the line, 48 px across.
  assert.equal(
    describeOverflow({ ...wide, isVertical: true }, lines([120, 24]), 'px'),
    'The text does not fit its box of 48 × 96 px: its line is 120 px high.',
  );
});
