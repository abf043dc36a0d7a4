import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StreamRates } from './stream-rates.ts';

const sender = (account: string, workspace: string) => ({ accountId: account, workspaceId: workspace });

/** How many messages are admitted, of a sender that does not stop. */
function flood(rates: StreamRates, who: ReturnType<typeof sender>, bytes: number, ms = 0): number {
  for (let sent = 0; sent < 10_000; sent += 1) {
    if (!rates.admit(who, bytes)) return sent;
    rates.addWork(who, ms);
  }
  return Infinity;
}

describe('rates of streams', () => {
  test('count the messages of an account, whichever stream they come by', () => {
    const rates = new StreamRates();
    const admitted = flood(rates, sender('ada', 'w'), 100);
    assert.ok(admitted >= 600 && admitted < 1_000, String(admitted));
    assert.equal(rates.admit(sender('ada', 'w'), 100), false);
    assert.equal(rates.admit(sender('bob', 'w'), 100), true);
  });

  test('count the bytes of an account', () => {
    const rates = new StreamRates();
    const admitted = flood(rates, sender('ada', 'w'), 2_000_000);
    assert.ok(admitted >= 33 && admitted < 60, String(admitted));
    assert.equal(rates.admit(sender('bob', 'w'), 2_000_000), true);
  });

  test('count the work of a workspace, over its accounts, and of no other', () => {
    const rates = new StreamRates();
    const admitted = flood(rates, sender('ada', 'w'), 100, 100);
    assert.ok(admitted >= 40 && admitted < 60, String(admitted));
    assert.equal(rates.admit(sender('bob', 'w'), 100), false);
    assert.equal(rates.admit(sender('eve', 'other'), 100), true);
  });
});
