/**
 * The fault suite's short form: two seeds, a quarter of a minute of faults each. `npm run test:faults` plays as many as you like.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startDatabaseServer, type DatabaseServer } from './database-server.ts';
import { play } from './play.ts';

describe('nothing is lost and nothing is charged in vain', { timeout: 600_000 }, () => {
  let server: DatabaseServer;
  before(async () => {
    server = await startDatabaseServer();
  });
  after(() => server.close());

  for (const seed of [1, 2]) {
    test(`seed ${seed}`, async () => {
      await using ends = new AsyncDisposableStack();
      const { breaches, faults, witness } = await play(server, { seed, seconds: 15, ends });
      assert.deepEqual(breaches, []);
      // Else nothing was put to the test.
      assert.ok(faults.size > 0);
      assert.ok(witness.jobs.length > 0);
      assert.ok(witness.renders.some(({ status }) => status === 200));
    });
  }
});
