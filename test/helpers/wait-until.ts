import { setTimeout as sleep } from 'node:timers/promises';

const maxWaitMs = 5 * 60_000;

/**
 * Polls a condition, so that a test that waits in vain fails and does not stop the gate.
 *
 * @throws Error after five minutes
 */
export async function waitUntil(
  isMet: () => boolean | Promise<boolean>,
  { everyMs = 20 }: { readonly everyMs?: number } = {},
): Promise<void> {
  const endsAt = performance.now() + maxWaitMs;
  while (!(await isMet())) {
    if (performance.now() > endsAt) {
      throw new Error(`The condition was not met within ${maxWaitMs / 1000} s: ${isMet.toString()}`);
    }
    await sleep(everyMs);
  }
}
