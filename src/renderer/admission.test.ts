import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Admission } from './admission.ts';

describe('admission', () => {
  const make = (renderMs: number, maxQueued = 64) => {
    const clock = { now: 0 };
    const admission = new Admission(() => clock.now);
    admission.recordRender('a', renderMs);
    const admits = (queued: number, processes: number, workspaceId = 'a') =>
      admission.admits(workspaceId, { queued, processes, places: maxQueued });
    return { admission, admits, clock };
  };

  test('admits up to the limit of the queue, however long the queue stays at that length', () => {
    const { admits, clock } = make(100);
    for (; clock.now < 60_000; clock.now += 100) assert.ok(admits(63, 2));
  });

  test('admits short waits only after the queue was full, until nothing was refused for a while', () => {
    const { admits, clock } = make(100);
    assert.ok(!admits(64, 2));
    assert.ok(!admits(10, 2));
    assert.ok(admits(0, 2), 'a short wait is always admitted');
    clock.now = 1_499;
    assert.ok(!admits(10, 2), 'a short pause does not end the overload');
    clock.now = 2_998;
    assert.ok(!admits(10, 2));
    clock.now = 4_498;
    assert.ok(admits(10, 2));
    assert.ok(admits(63, 2), 'the whole queue is available again');
  });

  test('limits the expected wait by the duration of a render and the number of processes', () => {
    const longest = (renderMs: number, processes: number): number => {
      const { admits } = make(renderMs);
      admits(64, processes);
      let queued = 1;
      while (admits(queued, processes)) queued += 1;
      return queued;
    };
    assert.deepEqual([longest(5, 1), longest(5, 2), longest(400, 1), longest(400, 4)], [4, 8, 1, 2]);
  });

  test('an overload of one workspace does not shorten the queue of another', () => {
    const { admits } = make(100);
    assert.ok(!admits(64, 1));
    assert.ok(!admits(10, 1));
    assert.ok(admits(10, 1, 'b'));
  });

  test('follows the duration of the latest renders', () => {
    const { admission, admits } = make(1_000);
    admits(64, 1);
    assert.ok(!admits(3, 1));
    for (let index = 0; index < 200; index += 1) admission.recordRender('a', 5);
    assert.ok(admits(3, 1));
  });

  /**
   * Two processes complete a render every 50 ms. `arrivals` says how many renders arrive before each
   * completion.
   */
  const simulate = (renders: number, arrivals: (completed: number) => number) => {
    const { admission, admits, clock } = make(100);
    let queued = 0;
    let longest = 0;
    let refused = 0;
    for (let completed = 0; completed < renders; completed += 1) {
      for (let count = arrivals(completed); count > 0; count -= 1) {
        if (admits(queued, 2)) queued += 1;
        else refused += 1;
      }
      longest = Math.max(longest, queued);
      queued = Math.max(0, queued - 1);
      clock.now += 50;
      admission.recordRender('a', 100);
    }
    return { longest, refused, queued };
  };

  test('keeps the queue short while twice as many renders arrive as complete', () => {
    const { refused, queued } = simulate(1_000, () => 2);
    assert.ok(refused > 900 && queued < 4, `${refused} were refused, ${queued} were queued`);
  });

  test('refuses nothing to clients that wait for each answer, though they start one after the other', () => {
    // As measured on busy machines: most clients start early, some later.
    for (const starting of [
      [6, 20, 33, 10, 8, 3],
      [18, 23, 18, 11, 5],
    ]) {
      const clients = starting.reduce((sum, some) => sum + some, 0);
      const { longest, refused } = simulate(1_000, (completed) => {
        if (completed % 4 !== 1) return completed > 24 ? 1 : 0;
        return starting[(completed - 1) / 4] ?? 1;
      });
      assert.ok(longest > clients - 25 && longest < 64, `${longest} were queued`);
      assert.equal(refused, 0);
    }
  });

  test('admits one burst after the other', () => {
    const { longest, refused } = simulate(1_000, (completed) =>
      completed % 30 === 0 ? 30 : completed === 65 ? 30 : 0,
    );
    assert.ok(longest > 50, `${longest} were queued`);
    assert.equal(refused, 0);
  });

  test('admits nothing to a queue of length 0', () => {
    const { admits } = make(10, 0);
    assert.ok(!admits(0, 1));
    assert.ok(!admits(0, 1));
  });
});
