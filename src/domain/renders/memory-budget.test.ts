import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RendererBusyError } from '../../renderer/errors.ts';
import { createMemoryBudget } from './memory-budget.ts';

test('refuses a request that exceeds the half of the budget until others release their share', () => {
  const memory = createMemoryBudget(200);
  const [first, second] = [memory.open('a'), memory.open('a')];
  first.grow(60);
  second.grow(40);
  assert.equal(second.signal.aborted, false);
  second.grow(1);
  assert.equal(first.signal.aborted, false);
  assert.ok(second.signal.reason instanceof RendererBusyError);
  second.release();
  second.release();
  second.grow(50);
  first.grow(40);
  assert.equal(first.signal.aborted, false);
  first.release();
  const third = memory.open('a');
  third.grow(100);
  assert.equal(third.signal.aborted, false);
});

test('no workspace, and no group of workspaces, takes what is left for the next one', () => {
  const memory = createMemoryBudget(1_000);
  const fill = (workspaceId: string): number => {
    for (let bytes = 0; ; bytes += 1) {
      const share = memory.open(workspaceId);
      share.grow(1);
      if (!share.signal.aborted) continue;
      share.release();
      return bytes;
    }
  };
  assert.deepEqual([fill('a'), fill('b'), fill('c')], [500, 250, 125]);
});
