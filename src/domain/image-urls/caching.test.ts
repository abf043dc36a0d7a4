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

test('keeps a picture that depends on the day until the day ends', () => {
  const evening = new Date('2026-03-10T23:59:00Z');
  const today = { isNumbered: true, isOfToday: true };
  assert.equal(cacheControl({ ...today, expiresAt: undefined }, evening), 'public, max-age=60');
  const soon = evening.getTime() / 1_000 + 10;
  assert.equal(cacheControl({ ...today, expiresAt: soon }, evening), 'public, max-age=10');
});
