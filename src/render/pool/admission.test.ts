import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Admission } from './admission.ts';

describe('a line of renders', () => {
  const make = (renderMs: number, limit = 64) => {
    const clock = { now: 0 };
    const admission = new Admission(limit, () => clock.now);
    admission.note(renderMs, 0, 2);
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
    assert.ok(admission.admits(0, 2), 'a short wait is anybody’s');
    clock.now = 1_499;
    assert.ok(!admission.admits(10, 2), 'a dip is not the end of it');
    clock.now = 2_998;
    assert.ok(!admission.admits(10, 2));
    clock.now = 4_498;
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
    assert.deepEqual([longest(5, 1), longest(5, 2), longest(400, 1), longest(400, 4)], [4, 8, 1, 2]);
  });

  test('goes by the renders that ended last', () => {
    const { admission } = make(1_000);
    admission.admits(64, 1);
    assert.ok(!admission.admits(3, 1));
    for (let index = 0; index < 200; index += 1) admission.note(5, 3, 1);
    assert.ok(admission.admits(3, 1));
  });

  /** Renders end one after the other; between them, so many come as `arrivals` says, and are let in or not. */
  const play = (renders: number, arrivals: (ended: number) => number) => {
    const { admission, clock } = make(100);
    let waiting = 0;
    let longest = 0;
    let refused = 0;
    let sentAway = 0;
    for (let ended = 0; ended < renders; ended += 1) {
      for (let coming = arrivals(ended); coming > 0; coming -= 1) {
        if (admission.admits(waiting, 2)) waiting += 1;
        else refused += 1;
      }
      longest = Math.max(longest, waiting);
      waiting = Math.max(0, waiting - 1);
      admission.noteRequests(waiting);
      clock.now += 50;
      const mayStay = admission.note(100, waiting, 2) ?? waiting;
      sentAway += waiting - mayStay;
      waiting = mayStay;
    }
    return { longest, refused, sentAway, waiting };
  };

  test('that grows with every render is cut short before it is full, once', () => {
    const { longest, refused, sentAway, waiting } = play(1_000, () => 2);
    assert.ok(longest < 56, `${longest} waited`);
    assert.ok(refused > 900 && waiting < 4);
    assert.ok(sentAway > 40 && sentAway < 56, `${sentAway} were sent away`);
  });

  test('of callers that take turns is left to them, though they came bit by bit', () => {
    // As seen on busy machines: most of them early, and some later.
    for (const coming of [
      [6, 20, 33, 10, 8, 3],
      [18, 23, 18, 11, 5],
    ]) {
      const callers = coming.reduce((sum, some) => sum + some, 0);
      const { longest, refused, sentAway } = play(1_000, (ended) => {
        if (ended % 4 !== 1) return ended > 24 ? 1 : 0;
        return coming[(ended - 1) / 4] ?? 1;
      });
      assert.ok(longest > callers - 25 && longest < 64, `${longest} waited`);
      assert.deepEqual([refused, sentAway], [0, 0]);
    }
  });

  test('of short renders is left to callers of whom all begin while some have ended', () => {
    const { admission, clock } = make(5);
    let callers = 0;
    for (let ended = 0; ended < 400; ended += 1) {
      // Some more than end, for as long as there are more: all are there after a tenth of a second.
      callers = Math.min(60, callers + 2);
      admission.noteRequests(callers);
      assert.ok(admission.admits(Math.max(0, callers - 2), 2));
      clock.now += 2.5;
      assert.equal(admission.note(5, callers - 2, 2), null);
    }
  });

  test('is there for one burst after the other', () => {
    const { longest, refused, sentAway } = play(1_000, (ended) =>
      ended % 30 === 0 ? 30 : ended === 65 ? 30 : 0,
    );
    assert.ok(longest > 50, `${longest} waited`);
    assert.deepEqual([refused, sentAway], [0, 0]);
  });

  test('of no places takes nobody', () => {
    const { admission } = make(10, 0);
    assert.ok(!admission.admits(0, 1));
    assert.ok(!admission.admits(0, 1));
  });
});
