import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImageRate } from './image-rate.ts';

const mebibyte = 1024 * 1024;

test('images of a workspace wait once it has used its burst; those of others do not', () => {
  let now = 0;
  const rate = new ImageRate(() => now);
  assert.equal(rate.take('a', 32 * mebibyte), 0);
  assert.equal(rate.take('a', 16 * mebibyte), 500);
  assert.equal(rate.take('b', 32 * mebibyte), 0);
  now = 500;
  assert.equal(rate.take('a', 0), 0);
  assert.equal(rate.take('a', 8 * mebibyte), 250);
});
