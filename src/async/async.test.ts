import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { abortable, sleep } from './abortable.ts';
import { retry } from './retry.ts';
import { TimeoutError, withTimeout } from './timeout.ts';

const never = new Promise<never>(() => undefined);

function failing(times: number): () => Promise<number> {
  let attempts = 0;
  return () => {
    attempts += 1;
    return attempts <= times ? Promise.reject(new Error(`attempt ${attempts}`)) : Promise.resolve(attempts);
  };
}

describe('retry', () => {
  test('returns the first success', async () => {
    const waits: number[] = [];
    const onRetry = (_error: unknown, delayMs: number): void => void waits.push(delayMs);
    assert.equal(await retry(failing(2), { delaysMs: [1, 2, 3], onRetry }), 3);
    assert.deepEqual(waits, [1, 2]);
  });

  test('waits at least as long as an error asks for', async () => {
    const waits: number[] = [];
    const onRetry = (_error: unknown, delayMs: number): void => void waits.push(delayMs);
    const minDelayMs = (error: unknown) => ((error as Error).message === 'attempt 2' ? 7 : 0);
    assert.equal(await retry(failing(3), { delaysMs: [1, 2, 3], minDelayMs, onRetry }), 4);
    assert.deepEqual(waits, [1, 7, 3]);
  });

  test('throws the last error once the delays are used up', async () => {
    await assert.rejects(retry(failing(9), { delaysMs: [1, 1] }), { message: 'attempt 3' });
  });

  test('does not repeat an error that is final', async () => {
    await assert.rejects(retry(failing(9), { delaysMs: [1], shouldRetry: () => false }), {
      message: 'attempt 1',
    });
  });

  test('stops waiting when the signal aborts', async () => {
    const stop = new AbortController();
    const call = retry(failing(9), { delaysMs: [3_600_000], signal: stop.signal });
    stop.abort();
    await assert.rejects(call, { message: 'attempt 1' });
  });
});

describe('withTimeout', () => {
  test('rejects once the time is over', async () => {
    await assert.rejects(withTimeout(never, 1), TimeoutError);
  });

  test('passes on results and errors that come in time', async () => {
    assert.equal(await withTimeout(Promise.resolve('done'), 3_600_000), 'done');
    await assert.rejects(withTimeout(Promise.reject(new Error('broken')), 3_600_000), { message: 'broken' });
  });
});

describe('abortable', () => {
  test('throws the reason of a signal that aborts before or during the wait', async () => {
    const reason = new Error('nobody waits');
    await assert.rejects(abortable(never, AbortSignal.abort(reason)), reason);
    const stop = new AbortController();
    const waiting = abortable(never, stop.signal);
    stop.abort(reason);
    await assert.rejects(waiting, reason);
  });

  test('sleep returns early when the signal aborts', async () => {
    const stop = new AbortController();
    const sleeping = sleep(3_600_000, stop.signal);
    stop.abort();
    await sleeping;
  });
});
