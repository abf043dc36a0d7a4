/** The short fault suite: 15 s of faults. `npm run test:faults` runs more. */
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

  test('seed 1', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { breaches, faults, observed } = await runSeed(server, { seed: 1, seconds: 15, cleanup });
    assert.deepEqual(breaches, []);
    // Otherwise nothing was tested.
    assert.ok(faults.size > 0);
    assert.ok(observed.jobs.length > 0);
    assert.ok(observed.renders.some(({ status }) => status === 200));
  });
});
