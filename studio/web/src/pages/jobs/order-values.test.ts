import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderValues } from './order-values.ts';

test('values have the order of the variables, and those of removed variables come last', () => {
  const values = { foto: 'a.jpg', old: 'x', course: 'Baking', recipient: 'Ada' };
  assert.deepEqual(orderValues(values, ['recipient', 'course', 'issued', 'foto']), [
    ['recipient', 'Ada'],
    ['course', 'Baking'],
    ['foto', 'a.jpg'],
    ['old', 'x'],
  ]);
});
