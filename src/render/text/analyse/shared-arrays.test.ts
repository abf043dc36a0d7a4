import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listIndices, shareBytes } from './shared-arrays.ts';

test('equal bytes of short texts are one array', () => {
  const one = shareBytes(Uint8Array.of(1, 0, 2, 255));
  assert.equal(shareBytes(Uint8Array.of(1, 0, 2, 255)), one);
  assert.notEqual(shareBytes(Uint8Array.of(1, 0, 2)), one);
  assert.deepEqual(one, Uint8Array.of(1, 0, 2, 255));
});

test('long texts have arrays of their own', () => {
  const long = new Uint8Array(200).fill(1);
  assert.notEqual(shareBytes(long.slice()), shareBytes(long));
  assert.deepEqual(listIndices(200).slice(198), [198, 199]);
  assert.deepEqual([listIndices(3), listIndices(0)], [[0, 1, 2], []]);
  assert.equal(listIndices(3), listIndices(3));
});
