import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bulkhead } from './bulkhead.ts';

test('each key has its own slots', () => {
  const bulkhead = new Bulkhead({ shared: 0, perKey: 2 }, () => 0);
  assert.deepEqual([bulkhead.acquire('a'), bulkhead.acquire('a')], [{ ok: true }, { ok: true }]);
  assert.deepEqual(bulkhead.acquire('a'), { ok: false, waitMs: 1_000 });
  assert.deepEqual(bulkhead.acquire('b'), { ok: true });
  bulkhead.release('a');
  assert.deepEqual(bulkhead.acquire('a'), { ok: true });
});

test('refused callers are spread over time', () => {
  let now = 0;
  const bulkhead = new Bulkhead({ shared: 0, perKey: 2 }, () => now);
  bulkhead.acquire('a');
  bulkhead.acquire('a');
  const slots = Array.from({ length: 4 }, () => bulkhead.acquire('a'));
  assert.deepEqual(
    slots.map((slot) => (slot.ok ? 0 : slot.waitMs)),
    [1_000, 1_500, 2_000, 2_500],
  );
  now = 2_000;
  assert.deepEqual(bulkhead.acquire('a'), { ok: false, waitMs: 1_000 });
});

test('a key without calls starts from the shortest wait again', () => {
  const bulkhead = new Bulkhead({ shared: 0, perKey: 1 }, () => 0);
  bulkhead.acquire('a');
  bulkhead.acquire('a');
  bulkhead.release('a');
  bulkhead.acquire('a');
  assert.deepEqual(bulkhead.acquire('a'), { ok: false, waitMs: 1_000 });
});

test('any key may take the shared slots', () => {
  const bulkhead = new Bulkhead({ shared: 3, perKey: 1 }, () => 0);
  const slots = ['a', 'a', 'a', 'a', 'b', 'b'].map((key) => bulkhead.acquire(key).ok);
  assert.deepEqual(slots, [true, true, true, false, true, false]);
  assert.deepEqual(bulkhead.fullKeys(), ['a', 'b']);
  bulkhead.release('a');
  bulkhead.release('b');
  assert.ok(bulkhead.acquire('c').ok);
  assert.ok(!bulkhead.acquire('a').ok);
  bulkhead.release('c');
  assert.deepEqual(bulkhead.fullKeys(), []);
});
