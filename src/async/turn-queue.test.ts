import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TurnQueue } from './turn-queue.ts';

test('runs one task at a time, in turns of their owners', async () => {
  const queue = new TurnQueue();
  const order: string[] = [];
  let running = 0;
  const run = (owner: string, name: string) =>
    queue.run(owner, async () => {
      running += 1;
      assert.equal(running, 1);
      await Promise.resolve();
      order.push(name);
      running -= 1;
      return name;
    });
  const names = await Promise.all([
    ...['a1', 'a2', 'a3'].map((name) => run('a', name)),
    run('b', 'b1'),
    run('c', 'c1'),
    run('b', 'b2'),
  ]);
  assert.deepEqual(names, ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('continues after a task that fails, and after it was idle', async () => {
  const queue = new TurnQueue();
  await assert.rejects(
    queue.run('a', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await queue.run('a', () => Promise.resolve(1)), 1);
});
