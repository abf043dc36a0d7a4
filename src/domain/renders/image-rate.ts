import { LRUCache } from 'lru-cache';

/** More than the pictures of a busy workspace: 60 renders a second with a photo of 500 kB. */
const rate = { bytesPerSecond: 32 * 1024 * 1024, burstBytes: 32 * 1024 * 1024 };

/** Workspaces whose state is kept. Without it a workspace starts anew, with a full bucket. */
const maxWorkspaces = 1_000;

interface Bucket {
  bytes: number;
  filledAt: number;
}

/**
 * Limits how fast the images of one workspace arrive (token bucket), however fast their servers are:
 * receiving and copying them takes the time of the thread that answers all workspaces.
 */
export class ImageRate {
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: maxWorkspaces });

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts received bytes. Returns the milliseconds to wait before more are received. */
  take(workspaceId: string, bytes: number): number {
    const now = this.#now();
    const { bytesPerSecond, burstBytes } = rate;
    const bucket = this.#buckets.get(workspaceId) ?? { bytes: burstBytes, filledAt: now };
    const addedBytes = ((now - bucket.filledAt) / 1000) * bytesPerSecond;
    const left = Math.min(burstBytes, bucket.bytes + addedBytes) - bytes;
    this.#buckets.set(workspaceId, { bytes: left, filledAt: now });
    return left >= 0 ? 0 : (-left / bytesPerSecond) * 1000;
  }
}
