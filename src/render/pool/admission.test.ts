import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Admission } from './admission.ts';

describe('a line of renders', () => {
  const make = (renderMs: number, limit = 64) => {
    const clock = { now: 0 };
    const admission = new Admission(limit, () => clock.now);
    admission.note(renderMs);
    return { admission, clock };
  };

  test('is taken up to its limit, however long it stays so', () => {
    const { admission, clock } = make(100);
    for (; clock.now < 60_000; clock.now += 100) assert.ok(admission.admits(63, 2));
  });

  test('that has been full is kept short until it has been short for a while', () => {
    const { admission, clock } = make(100);
    assert.ok(!admission.admits(64, 2));
    assert.ok(!admission.admits(10, 2));
    assert.ok(admission.admits(1, 2), 'a short wait is anybody’s');
    clock.now = 299;
    assert.ok(!admission.admits(10, 2), 'a dip is not the end of it');
    clock.now = 598;
    assert.ok(!admission.admits(10, 2));
    clock.now = 898;
    assert.ok(admission.admits(10, 2));
    assert.ok(admission.admits(63, 2), 'all of it again');
  });

  test('is then as long as its renders take, and twice as long before twice the processes', () => {
    const longest = (renderMs: number, processes: number): number => {
      const { admission } = make(renderMs);
      admission.admits(64, processes);
      let waiting = 1;
      while (admission.admits(waiting, processes)) waiting += 1;
      return waiting;
    };
    assert.deepEqual([longest(5, 1), longest(5, 2), longest(400, 1), longest(400, 4)], [10, 20, 1, 5]);
  });

  test('goes by the renders that ended last', () => {
    const { admission } = make(1_000);
    admission.admits(64, 1);
    assert.ok(!admission.admits(4, 1));
    for (let index = 0; index < 200; index += 1) admission.note(5);
    assert.ok(admission.admits(4, 1));
  });

  test('of no places takes nobody', () => {
    const { admission } = make(10, 0);
    assert.ok(!admission.admits(0, 1));
    assert.ok(!admission.admits(0, 1));
  });
});
