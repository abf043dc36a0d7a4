import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { problems } from '../domain/problems/catalogue.ts';
import { studioProblems } from '../domain/problems/studio-problems.ts';
import { RefusalPace } from './refusal-pace.ts';

const refusal = studioProblems.unauthenticated();
const { signal: never } = new AbortController();

/** Whether a refusal may be sent at once; null: it has to wait. */
async function sendNow(pace: RefusalPace, address: string, problem = refusal, signal = never) {
  let sent: boolean | null = null;
  void pace.wait(problem, address, signal).then((maySend) => (sent = maySend));
  await nextTurn();
  return sent as boolean | null;
}

async function sendUntilItWaits(pace: RefusalPace, address: string): Promise<number> {
  let sent = 0;
  while (await sendNow(pace, address)) sent += 1;
  return sent;
}

describe('refusals of an address', () => {
  test('wait beyond a burst; those of other addresses do not', async () => {
    const pace = new RefusalPace();
    const sent = await sendUntilItWaits(pace, '2001:db8::1');
    assert.ok(sent >= 400 && sent < 1_000, String(sent));
    assert.equal(await sendNow(pace, '2001:db8::2'), null, 'it is of the same network');
    assert.equal(await sendNow(pace, '2001:db8:1::2'), true);
    assert.equal(await sendNow(pace, '2001:db8::1', problems.notFound('/x')), true);
    pace.close();
  });

  test('do not wait for a client that has gone, nor for a service that stops', async () => {
    const pace = new RefusalPace();
    await sendUntilItWaits(pace, '192.0.2.1');
    assert.equal(await sendNow(pace, '192.0.2.1', refusal, AbortSignal.abort()), true);
    pace.close();
    assert.equal(await sendNow(pace, '192.0.2.1'), true);
  });

  test('are not kept without end', async () => {
    const pace = new RefusalPace();
    const waiting = Array.from({ length: 5_000 }, () => pace.wait(refusal, '192.0.2.1', never));
    pace.close();
    const kept = (await Promise.all(waiting)).filter(Boolean).length;
    assert.ok(kept >= 2_400 && kept < 3_000, String(kept));
  });
});
