import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createCaller, createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import type { Caller } from '../../src/store/callers.ts';
import { removeSilentInstances } from '../../src/store/instances.ts';
import { readUsage, refundAbandoned } from '../../src/store/quota.ts';

const program = path.resolve(import.meta.dirname, '..', 'helpers', 'charging-process.ts');

describe('charges of dead processes', { timeout: 60_000 }, () => {
  let database: TestDatabase;
  let caller: Caller;

  before(async () => {
    database = await createTestDatabase();
    caller = await createCaller(database.db);
  });
  after(() => database.close());

  const used = async () => (await readUsage(database.db, caller.workspaceId, new Date())).used;

  async function startCharging(): Promise<ChildProcess> {
    const child = fork(program, [database.url, caller.workspaceId, caller.accountId]);
    const [granted] = (await once(child, 'message')) as [boolean];
    assert.equal(granted, true);
    return child;
  }

  /**
   * Sweeps until a charge is refunded. Processes are presumed dead sooner than in the service, to save time.
   */
  async function sweepUntilRefund(): Promise<void> {
    do {
      await removeSilentInstances(database.db, { silentMs: 1_500 });
    } while ((await refundAbandoned(database.db, { graceMs: 1_500 })) === 0);
  }

  test('the next sweep refunds the charge of a killed process', async () => {
    const child = await startCharging();
    assert.equal(await used(), 1);
    child.kill('SIGKILL');
    await sweepUntilRefund();
    assert.equal(await used(), 0);
  });

  test('a process that was suspended finds its charge refunded', async () => {
    const child = await startCharging();
    const exited = once(child, 'exit');
    child.kill('SIGSTOP');
    await sweepUntilRefund();
    child.kill('SIGCONT');
    child.send('settle');
    assert.deepEqual(await once(child, 'message').then(([settled]) => settled as boolean), false);
    assert.equal(await used(), 0, 'it is not charged again');
    await exited;
  });
});
