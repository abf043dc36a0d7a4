import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Admission } from './admission.ts';

describe('a line of renders', () => {
  const make = (renderMs: number) => {
    const clock = { now: 0 };
    const admission = new Admission(() => clock.now);
    admission.note(renderMs);
    return { admission, clock };
  };

  test('takes a burst of any length', () => {
    const { admission } = make(100);
    for (let waiting = 0; waiting < 500; waiting += 1) assert.ok(admission.admits(waiting, 2));
  });

  test('that stays long is kept short until it has been short for a while', () => {
    const { admission, clock } = make(100);
    for (clock.now = 0; clock.now < 1_000; clock.now += 100) assert.ok(admission.admits(10, 2));
    assert.ok(!admission.admits(10, 2));
    assert.ok(admission.admits(1, 2), 'a short wait is anybody’s');
    clock.now = 1_299;
    assert.ok(!admission.admits(10, 2), 'a dip is not the end of it');
    clock.now = 1_599;
    assert.ok(admission.admits(10, 2), 'a burst again');
  });

  test('is as long as its renders take, and twice as long before twice the processes', () => {
    const longest = (renderMs: number, processes: number): number => {
      const { admission, clock } = make(renderMs);
      for (clock.now = 0; clock.now <= 1_000; clock.now += 100) admission.admits(1_000, processes);
      let waiting = 1;
      while (admission.admits(waiting, processes)) waiting += 1;
      return waiting;
    };
    assert.deepEqual([longest(5, 1), longest(5, 2), longest(400, 1), longest(400, 4)], [10, 20, 1, 5]);
  });

  test('goes by the renders that ended last', () => {
    const { admission, clock } = make(1_000);
    for (clock.now = 0; clock.now < 1_000; clock.now += 500) admission.admits(4, 1);
    clock.now = 1_000;
    assert.ok(!admission.admits(4, 1));
    for (let index = 0; index < 200; index += 1) admission.note(5);
    assert.ok(admission.admits(4, 1));
  });
});
