import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCallbackPlaces } from './places.ts';

test('a workspace has its places, whatever others take', () => {
  const places = createCallbackPlaces({ free: 0, each: 2 }, () => 0);
  assert.deepEqual([places.take('a'), places.take('a')], [{ ok: true }, { ok: true }]);
  assert.deepEqual(places.take('a'), { ok: false, waitMs: 1_000 });
  assert.deepEqual(places.take('b'), { ok: true });
  places.release('a');
  assert.deepEqual(places.take('a'), { ok: true });
});

test('those that find no place come back one after the other', () => {
  let now = 0;
  const places = createCallbackPlaces({ free: 0, each: 2 }, () => now);
  places.take('a');
  places.take('a');
  const waits = Array.from({ length: 4 }, () => places.take('a'));
  assert.deepEqual(
    waits.map((each) => (each.ok ? 0 : each.waitMs)),
    [1_000, 1_500, 2_000, 2_500],
  );
  now = 2_000;
  assert.deepEqual(places.take('a'), { ok: false, waitMs: 1_000 });
});

test('a workspace without attempts under way begins anew', () => {
  const places = createCallbackPlaces({ free: 0, each: 1 }, () => 0);
  places.take('a');
  places.take('a');
  places.release('a');
  places.take('a');
  assert.deepEqual(places.take('a'), { ok: false, waitMs: 1_000 });
});

test('those that are free are anybody’s', () => {
  const places = createCallbackPlaces({ free: 3, each: 1 }, () => 0);
  const takes = ['a', 'a', 'a', 'a', 'b', 'b'].map((workspace) => places.take(workspace).ok);
  assert.deepEqual(takes, [true, true, true, false, true, false]);
  places.release('a');
  places.release('b');
  assert.ok(places.take('c').ok);
  assert.ok(!places.take('a').ok);
});
