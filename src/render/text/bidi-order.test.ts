import assert from 'node:assert/strict';
import { test } from 'node:test';

import { orderVisually } from './bidi-order.ts';

function order(levels: readonly number[]): string {
  const parts = levels.map((level, index) => ({ name: String.fromCharCode(97 + index), level }));
  return orderVisually(parts, ({ level }) => level)
    .map(({ name }) => name)
    .join('');
}

test('UAX #9, L2: parts are reversed from the highest level down to the lowest odd one', () => {
  assert.equal(order([0, 0, 0]), 'abc');
  assert.equal(order([1, 1, 1]), 'cba');
  assert.equal(order([0, 1, 1, 0]), 'acbd');
  assert.equal(order([1, 2, 1]), 'cba');
  assert.equal(order([1, 2, 2, 1]), 'dbca');
  assert.equal(order([0, 1, 2, 3, 2, 1, 0]), 'afcdebg');
  assert.equal(order([]), '');
});
