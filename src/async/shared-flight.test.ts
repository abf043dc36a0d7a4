import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sleep } from './abortable.ts';
import { joinSharedFlight } from './shared-flight.ts';

const pollMs = { first: 1, max: 4 };

describe('a single flight over processes', { timeout: 30_000 }, () => {
  /** Processes that share a result and a claim, as they would in the database. */
  function share(work: (process: string) => Promise<string | null>) {
    let result: string | null = null;
    let holder: string | null = null;
    return (process: string, signal = new AbortController().signal): Promise<string> =>
      joinSharedFlight(
        {
          read: () => Promise.resolve(result),
          claim: () => Promise.resolve(holder === null ? (holder = process) : null),
          work: async (claim) => {
            try {
              return (result = await work(claim));
            } finally {
              holder = null;
            }
          },
          pollMs,
        },
        signal,
      );
  }

  test('one process works, and the others get its result', async () => {
    const workers: string[] = [];
    const join = share(async (process) => {
      workers.push(process);
      // Longer than the others take to ask: only time shows that they do not work, too.
      await sleep(10);
      return `made by ${process}`;
    });
    const results = await Promise.all(['a', 'b', 'c'].map((process) => join(process)));
    assert.deepEqual(workers, ['a']);
    assert.deepEqual(results, ['made by a', 'made by a', 'made by a']);
  });

  test('after a failure another process works', async () => {
    const join = share(async (process) => {
      await sleep(5);
      if (process === 'a') throw new Error('it fails');
      return process;
    });
    const [first, second] = await Promise.allSettled([join('a'), join('b')]);
    assert.equal(first.status, 'rejected');
    assert.deepEqual(second, { status: 'fulfilled', value: 'b' });
  });

  test('a process whose claim was taken over waits again', async () => {
    let turns = 0;
    const join = share(() => Promise.resolve((turns += 1) === 1 ? null : 'made'));
    assert.equal(await join('a'), 'made');
    assert.equal(turns, 2);
  });

  test('an abort ends the wait', async () => {
    const gone = new Error('the client is gone');
    const leaving = new AbortController();
    const work = Promise.withResolvers<string>();
    const join = share(() => work.promise);
    const made = join('a');
    const waiting = join('b', leaving.signal);
    leaving.abort(gone);
    await assert.rejects(waiting, gone);
    work.resolve('made');
    assert.equal(await made, 'made');
  });
});
