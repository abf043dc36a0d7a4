import { sleep } from './abortable.ts';

/** A read in progress, and the one that follows it. */
interface Reads<Result> {
  readonly current: Promise<Result>;
  next: Promise<Result> | null;
}

/**
 * Group commit for reads: callers that arrive while a read of their key is in progress share the next one. So
 * any number of callers cause one read at a time, and none gets a result that is older than its call.
 */
export class TrailingReads<Result> {
  readonly #reads = new Map<string, Reads<Result>>();
  readonly #restMs: number;

  /** @param restMs how long a shared read waits for more callers. The first read of a key never waits. */
  constructor({ restMs = 0 }: { readonly restMs?: number } = {}) {
    this.#restMs = restMs;
  }

  /** Reads, together with others that wait for the same key. */
  async join(key: string, read: () => Promise<Result>): Promise<Result> {
    const reads = this.#reads.get(key);
    if (reads === undefined) return await this.#start(key, read);
    const start = (): Promise<Result> => this.#start(key, read);
    const startLater = (): Promise<Result> => sleep(this.#restMs).then(start);
    const next = this.#restMs === 0 ? start : startLater;
    reads.next ??= reads.current.then(next, next);
    return await reads.next;
  }

  #start(key: string, read: () => Promise<Result>): Promise<Result> {
    const reads: Reads<Result> = { current: read(), next: null };
    this.#reads.set(key, reads);
    const forget = (): void => {
      if (reads.next === null && this.#reads.get(key) === reads) this.#reads.delete(key);
    };
    reads.current.then(forget, forget);
    return reads.current;
  }
}
