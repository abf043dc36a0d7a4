import { LRUCache } from 'lru-cache';
import { TokenBucket } from '../../async/token-bucket.ts';
import type { RateLimit } from '../../store/rate-limits.ts';
import { findLimit, type Tier } from './request-rates.ts';

/** Takes tokens that this process has given out. Returns the milliseconds until the limit is out of debt. */
export type SettleTokens = (limit: RateLimit, tokens: number) => Promise<number>;

/** A process settles with the others after each such part of a burst. */
const partsOfBurst = 8;

/** Accounts or workspaces that are remembered. */
const maxRemembered = 5_000;

interface Count {
  readonly bucket: TokenBucket;
  /** Tokens that the other processes do not know of. */
  unsettled: number;
  isSettling: boolean;
  /** When all processes together are out of debt. */
  refusedUntil: number;
}

/**
 * A rate for what is too frequent for a statement each, over all processes (an approximate counter): each
 * process has a token bucket, and takes what it gave out from the bucket in the database afterwards, an
 * eighth of a burst at a time. Nothing waits for that. Processes together may exceed the rate by such a part
 * each. Without the database, each counts alone.
 */
export class ApproximateRate {
  readonly #tier: Tier;
  readonly #settle: SettleTokens;
  readonly #now: () => number;
  readonly #counts = new LRUCache<string, Count>({ max: maxRemembered });

  /** @param now milliseconds of a monotonic clock */
  constructor(tier: Tier, settle: SettleTokens, now: () => number = () => performance.now()) {
    this.#tier = tier;
    this.#settle = settle;
    this.#now = now;
  }

  /** Takes tokens. False: the rate is exceeded, here or over all processes. */
  take(id: string, tokens: number): boolean {
    const count = this.#find(id);
    const waitMs = count.bucket.take(tokens);
    count.unsettled += tokens;
    if (!count.isSettling && count.unsettled >= this.#tier.burst / partsOfBurst)
      void this.#settleCount(id, count);
    return waitMs === 0 && this.#now() >= count.refusedUntil;
  }

  #find(id: string): Count {
    const known = this.#counts.get(id);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(this.#tier, this.#now);
    const count = { bucket, unsettled: 0, isSettling: false, refusedUntil: 0 };
    this.#counts.set(id, count);
    return count;
  }

  async #settleCount(id: string, count: Count): Promise<void> {
    const tokens = count.unsettled;
    count.unsettled = 0;
    count.isSettling = true;
    const debtMs = await this.#settle(findLimit(this.#tier, id), tokens).catch(() => 0);
    count.isSettling = false;
    count.refusedUntil = this.#now() + debtMs;
  }
}
