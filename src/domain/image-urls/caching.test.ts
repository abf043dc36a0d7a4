import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheControl } from './caching.ts';

const now = new Date(1_000_000_000_500);

test('an expiry far away changes nothing but the promise of immutability', () => {
  const expiresAt = 2_000_000_000;
  assert.equal(cacheControl({ isNumbered: true, expiresAt }, now), 'public, max-age=31536000');
  const live = 'public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800';
  assert.equal(cacheControl({ isNumbered: false, expiresAt }, now), live);
});

test('nothing is kept beyond the expiry, in whole seconds', () => {
  assert.equal(cacheControl({ isNumbered: true, expiresAt: 1_000_000_010 }, now), 'public, max-age=9');
  assert.equal(
    cacheControl({ isNumbered: false, expiresAt: 1_000_000_401 }, now),
    'public, max-age=300, stale-while-revalidate=100, stale-if-error=100',
  );
  assert.equal(cacheControl({ isNumbered: true, expiresAt: 1_000_000_000 }, now), 'public, max-age=0');
});
