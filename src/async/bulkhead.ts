export interface BulkheadOptions {
  /** While fewer slots than these are taken in all, any key may take one. */
  readonly shared: number;
  /** Slots that each key may have beyond that. */
  readonly perKey: number;
}

/** A slot, or the time to wait before asking again. */
export type Slot = { readonly ok: true } | { readonly ok: false; readonly waitMs: number };

interface KeyState {
  taken: number;
  /** When the last refused caller asks again, by the bulkhead's clock. */
  lastRetryAt: number;
}

const minWaitMs = 1_000;

/**
 * A bulkhead: limits the concurrent calls of each key, so that calls of one key that hang leave room for the
 * other keys. Refused callers of a key are spread over time, `perKey` a second.
 */
export class Bulkhead {
  readonly #options: BulkheadOptions;
  readonly #now: () => number;
  readonly #keys = new Map<string, KeyState>();
  #taken = 0;

  /** @param now a monotonic clock, in milliseconds */
  constructor(options: BulkheadOptions, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#now = now;
  }

  /** Takes a slot, which the caller has to release. */
  acquire(key: string): Slot {
    const { shared, perKey } = this.#options;
    const state = this.#keys.get(key) ?? { taken: 0, lastRetryAt: 0 };
    this.#keys.set(key, state);
    if (state.taken < perKey || this.#taken < shared) {
      this.#taken += 1;
      state.taken += 1;
      return { ok: true };
    }
    const now = this.#now();
    state.lastRetryAt = Math.max(state.lastRetryAt + minWaitMs / perKey, now + minWaitMs);
    return { ok: false, waitMs: Math.round(state.lastRetryAt - now) };
  }

  /** The keys that would not get a slot now. */
  fullKeys(): string[] {
    const { shared, perKey } = this.#options;
    if (this.#taken < shared) return [];
    return [...this.#keys].filter(([, { taken }]) => taken >= perKey).map(([key]) => key);
  }

  release(key: string): void {
    const state = this.#keys.get(key);
    if (state === undefined) return;
    this.#taken -= 1;
    state.taken -= 1;
    if (state.taken === 0) this.#keys.delete(key);
  }
}
