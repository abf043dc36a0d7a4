import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenBucket } from './token-bucket.ts';

test('lets a burst pass, and delays what exceeds it', () => {
  let now = 0;
  const bucket = new TokenBucket({ perSecond: 10, burst: 20 }, () => now);
  assert.equal(bucket.take(20), 0);
  assert.equal(bucket.take(5), 500);
  assert.equal(bucket.take(5), 1000);
  now = 400;
  assert.equal(bucket.take(0), 600);
  now = 1000;
  assert.equal(bucket.take(0), 0);
});

test('a pause of any length adds no more than the burst', () => {
  let now = 0;
  const bucket = new TokenBucket({ perSecond: 10, burst: 20 }, () => now);
  bucket.take(1);
  now = 3_600_000;
  assert.equal(bucket.take(30), 1000);
});
