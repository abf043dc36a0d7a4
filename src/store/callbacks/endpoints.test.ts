import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { queryRows } from '../database.ts';
import { createWorkspace } from '../workspaces.ts';
import {
  endpointUrl,
  findPause,
  listPausedEndpoints,
  recordFailedDelivery,
  removeOldEndpoints,
  resumeEndpoint,
  type Endpoint,
} from './endpoints.ts';

const dayMs = 86_400_000;

describe('endpoints of callbacks', () => {
  let database: TestDatabase;
  let endpoint: Endpoint;
  before(async () => void (database = await createTestDatabase()));
  after(() => database.close());
  beforeEach(async () => {
    const { workspaceId } = await createWorkspace(database.db, { name: 'Test', plan: 'studio' });
    endpoint = { workspaceId, url: 'https://hooks.example/in' };
  });

  const fail = (reason = 'The receiver answered 500.') =>
    recordFailedDelivery(database.db, endpoint, { reason, pauseAfterMs: 3 * dayMs });

  /** Moves all recorded times of the endpoint back. */
  const moveTime = (interval: string) =>
    queryRows(
      database.db,
      `update callback_endpoints set failing_since = failing_since - cast(:interval as interval),
         failed_at = failed_at - cast(:interval as interval),
         probe_at = probe_at - cast(:interval as interval) where workspace_id = :workspaceId`,
      { interval, workspaceId: endpoint.workspaceId },
    );

  async function pause(): Promise<void> {
    await fail();
    await moveTime('2 days');
    await fail();
    await moveTime('2 days');
    assert.equal(await fail('The receiver answered 503.'), true);
  }

  it('are URLs without query and fragment', () => {
    assert.equal(endpointUrl('https://Hooks.example:443/in/7?token=1#a'), 'https://hooks.example/in/7');
  });

  it('are paused after three days of failures, which are at least three', async () => {
    await pause();
    const [paused, ...others] = await listPausedEndpoints(database.db, endpoint.workspaceId);
    assert.deepEqual(others, []);
    assert.ok(paused !== undefined && paused.pausedAt.getTime() - paused.failingSince.getTime() >= 4 * dayMs);
    assert.deepEqual(
      [paused.url, paused.failedDeliveries, paused.lastError],
      [endpoint.url, 3, 'The receiver answered 503.'],
    );
    assert.deepEqual(await findPause(database.db, endpoint), paused.pausedAt);
    const other = { ...endpoint, url: 'https://hooks.example/other' };
    assert.equal(await findPause(database.db, other), null);
  });

  it('are not paused by many failures in a short time, nor by two', async () => {
    for (let count = 0; count < 20; count += 1) assert.equal(await fail(), false);
    await resumeEndpoint(database.db, endpoint);
    await fail();
    await moveTime('70 hours');
    assert.equal(await fail(), false);
    assert.equal(await findPause(database.db, endpoint), null);
  });

  it('start from the beginning after a gap without deliveries', async () => {
    await fail();
    await moveTime('300 days');
    for (let count = 0; count < 5; count += 1) assert.equal(await fail(), false);
  });

  it('get one probe an hour while they are paused', async () => {
    await pause();
    assert.ok((await findPause(database.db, endpoint)) !== null);
    await moveTime('1 hour');
    const answers = await Promise.all(Array.from({ length: 8 }, () => findPause(database.db, endpoint)));
    assert.equal(answers.filter((pausedAt) => pausedAt === null).length, 1);
    assert.equal(await fail(), false, 'It is paused already.');
    assert.ok((await findPause(database.db, endpoint)) !== null);
  });

  it('are resumed without a trace of their failures', async () => {
    await pause();
    const [paused] = await listPausedEndpoints(database.db, endpoint.workspaceId);
    assert.deepEqual(await resumeEndpoint(database.db, endpoint), paused?.pausedAt);
    assert.equal(await findPause(database.db, endpoint), null);
    assert.equal(await resumeEndpoint(database.db, endpoint), null);
    assert.equal(await fail(), false);
  });

  it('are forgotten after a while, unless they are paused', async () => {
    const read = () =>
      queryRows(database.db, 'select from callback_endpoints where workspace_id = :workspaceId', {
        workspaceId: endpoint.workspaceId,
      });
    await fail();
    await moveTime('31 days');
    await removeOldEndpoints(database.db, { retentionMs: 30 * dayMs });
    assert.equal((await read()).length, 0);
    await pause();
    await moveTime('31 days');
    await removeOldEndpoints(database.db, { retentionMs: 30 * dayMs });
    assert.equal((await read()).length, 1);
  });
});
