export interface TokenBucketOptions {
  readonly perSecond: number;
  /** Tokens that the bucket holds at most, and at first. */
  readonly burst: number;
}

/** A token bucket that may go into debt: what exceeds it is delayed, not refused. */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  /** @param now milliseconds of a monotonic clock */
  constructor(options: TokenBucketOptions, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#now = now;
    this.#tokens = options.burst;
    this.#filledAt = now();
  }

  /** Takes tokens. Returns the milliseconds until the bucket is out of debt; 0 without a debt. */
  take(tokens: number): number {
    const { perSecond, burst } = this.#options;
    const now = this.#now();
    const added = ((now - this.#filledAt) / 1000) * perSecond;
    this.#tokens = Math.min(burst, this.#tokens + added) - tokens;
    this.#filledAt = now;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / perSecond) * 1000;
  }
}
