import { LRUCache } from 'lru-cache';
import { TokenBucket } from '../../async/token-bucket.ts';

const mebibyte = 1024 * 1024;

/** Bytes. More than a busy workspace needs: 60 renders a second with a photo of 500 kB each. */
const rate = { perSecond: 32 * mebibyte, burst: 32 * mebibyte };

/** Workspaces whose state is kept. Without it a workspace starts anew, with a full bucket. */
const maxWorkspaces = 1_000;

/**
 * Limits how fast the images of one workspace arrive, however fast their servers are: receiving and copying
 * them takes the time of the thread that answers all workspaces.
 */
export class ImageRate {
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: maxWorkspaces });

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts received bytes. Returns the milliseconds to wait before more are received. */
  take(workspaceId: string, bytes: number): number {
    let bucket = this.#buckets.get(workspaceId);
    if (bucket === undefined) {
      bucket = new TokenBucket(rate, this.#now);
      this.#buckets.set(workspaceId, bucket);
    }
    return bucket.take(bytes);
  }
}
