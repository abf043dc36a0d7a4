import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCachedReader } from './cached-reader.ts';

const hour = 3_600_000;

test('many readers share one read and its result', async () => {
  let reads = 0;
  const read = createCachedReader(() => Promise.resolve((reads += 1)), { timeoutMs: hour, cacheMs: hour });
  assert.deepEqual(await Promise.all([read(), read(), read()]), [1, 1, 1]);
  assert.equal(await read(), 1);
  assert.equal(reads, 1);
});

test('reads again when the result is too old, or the read has failed', async () => {
  let reads = 0;
  const read = createCachedReader(
    () => ((reads += 1) === 2 ? Promise.reject(new Error('away')) : Promise.resolve(reads)),
    { timeoutMs: hour, cacheMs: 0 },
  );
  assert.deepEqual([await read(), await read(), await read()], [1, null, 3]);
});

test('a read that hangs is not repeated, and its readers leave', async () => {
  let reads = 0;
  const read = createCachedReader(
    () => {
      reads += 1;
      return new Promise<never>(() => undefined);
    },
    { timeoutMs: 1, cacheMs: 0 },
  );
  assert.deepEqual([await read(), await read()], [null, null]);
  assert.equal(reads, 1);
});
