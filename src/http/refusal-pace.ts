import { LRUCache } from 'lru-cache';
import { sleep } from '../async/abortable.ts';
import { TokenBucket } from '../async/token-bucket.ts';
import type { Problem } from '../domain/problems/problem.ts';
import { toClient } from '../domain/quota/client-address.ts';

/** Refusals of an address. One takes some 0.3 ms of the main thread. */
const rate = { perSecond: 100, burst: 400 };

/** With one request on each of its connections, an address does not wait longer. */
const maxWaitMs = 20_000;

/** Addresses that are remembered. */
const maxAddresses = 10_000;

/**
 * Paces the refusals of an address (a leaky bucket as a queue): a client that does not heed them gets the
 * next one later, and so sends its next request later.
 */
export class RefusalPace {
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: maxAddresses });
  readonly #closed = new AbortController();

  /**
   * Waits until a problem may be sent to an address. False: too many of them wait already, as only a client
   * does that reads no answers.
   *
   * @param signal ends the wait
   */
  async wait({ status }: Problem, address: string, signal: AbortSignal): Promise<boolean> {
    // Without a valid session or key, or beyond a rate. Other refused requests count against a rate.
    if (status !== 401 && status !== 429) return true;
    const client = toClient(address);
    const bucket = this.#buckets.get(client) ?? new TokenBucket(rate);
    this.#buckets.set(client, bucket);
    if (bucket.take(0) > maxWaitMs) return false;
    const waitMs = bucket.take(1);
    if (waitMs > 0) await sleep(waitMs, AbortSignal.any([signal, this.#closed.signal]));
    return true;
  }

  /** Ends all waits. */
  close(): void {
    this.#closed.abort();
  }
}
