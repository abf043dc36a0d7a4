import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FairSlots, SlotsFullError } from './fair-slots.ts';

/** Slots whose tasks end when the test says so. */
function createTasks(slots: FairSlots) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    run: (owner: string, name: string) =>
      slots.run(owner, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

void describe('fair slots', () => {
  void test('an owner with many tasks leaves slots for the others', async () => {
    const tasks = createTasks(new FairSlots({ ofOwner: 1, inAll: 2, maxOfOwner: 5, maxWaitMs: 60_000 }));
    const running = ['a1', 'a2', 'a3'].map((name) => tasks.run('a', name));
    running.push(tasks.run('b', 'b1'), tasks.run('c', 'c1'), tasks.run('c', 'c2'));
    await settled();
    assert.deepEqual(tasks.begun, ['a1', 'b1']);
    // The next slot is of `c`, not of `a`, whose next task came earlier.
    tasks.end('b1');
    await settled();
    assert.deepEqual(tasks.begun, ['a1', 'b1', 'c1']);
    for (const name of ['a1', 'c1', 'a2', 'c2', 'a3']) {
      tasks.end(name);
      await settled();
    }
    await Promise.all(running);
    assert.deepEqual([...tasks.begun].sort(), ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']);
  });

  void test('refuse an owner that has too many tasks, and nobody else', async () => {
    const tasks = createTasks(new FairSlots({ ofOwner: 1, inAll: 2, maxOfOwner: 2, maxWaitMs: 60_000 }));
    const running = [tasks.run('a', 'a1'), tasks.run('a', 'a2')];
    await assert.rejects(tasks.run('a', 'a3'), SlotsFullError);
    running.push(tasks.run('b', 'b1'));
    for (const name of ['a1', 'b1', 'a2']) {
      await settled();
      tasks.end(name);
    }
    await Promise.all(running);
  });

  void test('refuse a task that waits for too long, and run those after it', async () => {
    const tasks = createTasks(new FairSlots({ ofOwner: 1, inAll: 1, maxOfOwner: 9, maxWaitMs: 20 }));
    const first = tasks.run('a', 'a1');
    await assert.rejects(tasks.run('b', 'b1'), SlotsFullError);
    tasks.end('a1');
    await first;
    const next = tasks.run('b', 'b2');
    await settled();
    tasks.end('b2');
    await next;
    assert.deepEqual(tasks.begun, ['a1', 'b2']);
  });
});
