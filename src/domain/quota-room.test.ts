import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotaState } from './quota-state.ts';
import { createQuotaRoom } from './quota-room.ts';

const now = new Date('2026-03-31T23:59:59Z');

test('a workspace has ample room once the ledger has told so, until it tells otherwise', () => {
  const room = createQuotaRoom();
  assert.equal(room.isAmple('a', now), false);
  room.note('a', quotaState(5_000, 10, now));
  assert.equal(room.isAmple('a', now), true);
  assert.equal(room.isAmple('b', now), false);
  room.note('a', quotaState(5_000, 4_500, now));
  assert.equal(room.isAmple('a', now), false);
});

test('what was told of one month says nothing of the next', () => {
  const room = createQuotaRoom();
  room.note('a', quotaState(5_000, 10, now));
  assert.equal(room.isAmple('a', new Date('2026-04-01T00:00:00Z')), false);
});
