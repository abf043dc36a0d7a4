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

test('fetches of a workspace that fail wait once it has used its burst; those of others do not', () => {
  let now = 0;
  const rate = new ImageRate(() => now);
  for (let failure = 1; failure <= 80; failure += 1) assert.equal(rate.takeFailure('a'), 0);
  assert.equal(rate.takeFailure('a'), 25);
  assert.equal(rate.takeFailure('a'), 50);
  assert.equal(rate.takeFailure('b'), 0);
  assert.equal(rate.take('a', mebibyte), 0);
  now = 1_000;
  assert.equal(rate.takeFailure('a'), 0);
});
