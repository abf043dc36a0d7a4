import { LRUCache } from 'lru-cache';
import { TokenBucket, type TokenBucketOptions } from '../../async/token-bucket.ts';

const mebibyte = 1024 * 1024;

/** Bytes. More than a busy workspace needs: 60 renders a second with a photo of 500 kB each. */
const rate = { perSecond: 32 * mebibyte, burst: 32 * mebibyte };

/**
 * Fetches that fail. Their renders are refunded and need no renderer, so that nothing else would slow them
 * down: four accounts of a large plan could send 400 a second, each of which takes 5 ms of a processor.
 */
const failureRate = { perSecond: 40, burst: 80 };

/** Workspaces whose state is kept. Without it a workspace starts anew, with a full bucket. */
const maxWorkspaces = 1_000;

/**
 * Limits how fast the images of one workspace arrive, and how fast its fetches fail, however fast their
 * servers are: both take the time of the thread that answers all workspaces.
 */
export class ImageRate {
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: maxWorkspaces });
  readonly #failures = new LRUCache<string, TokenBucket>({ max: maxWorkspaces });

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts received bytes. Returns the milliseconds to wait before more are received. */
  take(workspaceId: string, bytes: number): number {
    return this.#find(this.#buckets, workspaceId, rate).take(bytes);
  }

  /** Counts a fetch that has failed. Returns the milliseconds to wait before its render fails. */
  takeFailure(workspaceId: string): number {
    return this.#find(this.#failures, workspaceId, failureRate).take(1);
  }

  #find(buckets: LRUCache<string, TokenBucket>, workspaceId: string, limit: TokenBucketOptions): TokenBucket {
    const bucket = buckets.get(workspaceId) ?? new TokenBucket(limit, this.#now);
    buckets.set(workspaceId, bucket);
    return bucket;
  }
}
