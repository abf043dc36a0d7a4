/** The short form of `npm run test:lifecycle`. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runLifecycle } from './run-lifecycle.ts';

describe('processes that share an embedded database', { timeout: 900_000 }, () => {
  for (const seed of [3, 5]) {
    test(`work again after six kills, stops and pauses, and leave nothing: seed ${seed}`, async () => {
      // An event after which nothing works again ends at the timeout.
      const { results, failures, leftovers } = await runLifecycle({ seed, count: 6 });
      assert.equal(results.length, 6);
      assert.deepEqual(leftovers, [], `left: ${leftovers.join(', ')}; failed: ${failures.join('\n')}`);
    });
  }
});
