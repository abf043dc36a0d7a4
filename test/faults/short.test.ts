/** The short fault suite: two seeds with 15 s of faults each. `npm run test:faults` runs more. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startDatabaseServer, type DatabaseServer } from './database-server.ts';
import { runSeed } from './run-seed.ts';

describe('random faults lose no data and cause no wrong charge', { timeout: 600_000 }, () => {
  let server: DatabaseServer;
  before(async () => {
    server = await startDatabaseServer();
  });
  after(() => server.close());

  for (const seed of [1, 2]) {
    test(`seed ${seed}`, async () => {
      await using cleanup = new AsyncDisposableStack();
      const { breaches, faults, observed } = await runSeed(server, { seed, seconds: 15, cleanup });
      assert.deepEqual(breaches, []);
      // Otherwise nothing was tested.
      assert.ok(faults.size > 0);
      assert.ok(observed.jobs.length > 0);
      assert.ok(observed.renders.some(({ status }) => status === 200));
    });
  }
});
