import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathBounds } from '../../render/vector/path-data.ts';
import { readOutline } from './outlines.ts';

/** The figures of Polotno's editor but rectangles and circles. */
const names =
  'triangle rightTriangle diamond pentagon hexagon star cross rightArrow leftArrow upArrow downArrow ' +
  'speechBubble arc cloud asterisk1 asterisk2 bookmark butterfly cylinder diamond2 door drop1 drop2 ' +
  'explosion flag flower frame heart1 home home2 hourglass house keyhole kiss leaf lightning1 lightning2 ' +
  'magnet mithosis orangeRicky party pillow polygon rainbow rhodeIsland shell shield1 shield2 ' +
  'skewedRectangle softFlower softStar stairs1 stairs2 teewee';
const blobs = Array.from({ length: 32 }, (_, index) => `blob${index + 1}`);

test('each figure has an outline that fills its box, and no two blobs have the same', () => {
  for (const name of [...names.split(' '), ...blobs]) {
    const { d } = readOutline(name) ?? assert.fail(name);
    const { left, top, right, bottom } = pathBounds(d) ?? assert.fail(name);
    for (const [edge, wanted] of [
      [left, 0],
      [top, 0],
      [right, 100],
      [bottom, 100],
    ] as const)
      assert.ok(Math.abs(edge - wanted) <= 2, `${name}: ${edge} is not ${wanted}`);
  }
  assert.equal(new Set(blobs.map((name) => readOutline(name)?.d)).size, 32);
});

test('outlines that only the name describes are not exact; other names have none', () => {
  assert.equal(readOutline('hexagon')?.isExact, true);
  assert.equal(readOutline('cloud')?.isExact, false);
  for (const name of ['blob', 'blob0', 'blob7x', 'toString', 'rect']) assert.equal(readOutline(name), null);
});
