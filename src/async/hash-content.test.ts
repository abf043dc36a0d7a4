import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hashContent } from './hash-content.ts';

test('hashes a large content in turns, between which others run', async () => {
  const bytes = Buffer.alloc(5 * 1024 * 1024 + 7, 'platen');
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  const hash = await hashContent(bytes);
  isDone = true;
  await others;
  assert.equal(hash, createHash('sha256').update(bytes).digest('hex'));
  const parts = [0, 1, 70_000, 3_000_000].map((at, index, all) => bytes.subarray(at, all[index + 1]));
  assert.equal(await hashContent(...parts), hash);
  assert.ok(turns >= 5, `${turns} turns`);
});

test('hashes an empty content', async () => {
  assert.equal(await hashContent(new Uint8Array()), createHash('sha256').digest('hex'));
});
