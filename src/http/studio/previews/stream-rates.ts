import { LRUCache } from 'lru-cache';
import { TokenBucket } from '../../../async/token-bucket.ts';

/** What the pages of an account may send. A hand that drags sends some 60 messages of 200 bytes a second. */
const messageRate = { perSecond: 200, burst: 600 };
const byteRate = { perSecond: 8 * 1024 * 1024, burst: 64 * 1024 * 1024 };

/** Milliseconds of this thread that the messages of a workspace may take: one of 2 MB takes some 100. */
const workRate = { perSecond: 200, burst: 4_000 };

/** Accounts, and workspaces, that are remembered. */
const maxRemembered = 5_000;

interface Sender {
  readonly accountId: string;
  readonly workspaceId: string;
}

/** The rates of messages in this process, over all streams and sessions of an account and a workspace. */
export class StreamRates {
  readonly #messages = new LRUCache<string, TokenBucket>({ max: maxRemembered });
  readonly #bytes = new LRUCache<string, TokenBucket>({ max: maxRemembered });
  readonly #work = new LRUCache<string, TokenBucket>({ max: maxRemembered });

  /** Counts a message. False: the account has sent too much, or its workspace has caused too much work. */
  admit({ accountId, workspaceId }: Sender, bytes: number): boolean {
    const waits = [
      getBucket(this.#messages, accountId, messageRate).take(1),
      getBucket(this.#bytes, accountId, byteRate).take(bytes),
      getBucket(this.#work, workspaceId, workRate).take(0),
    ];
    return waits.every((waitMs) => waitMs === 0);
  }

  /** Counts the time that a message has taken. */
  addWork({ workspaceId }: Sender, ms: number): void {
    getBucket(this.#work, workspaceId, workRate).take(ms);
  }
}

function getBucket(
  buckets: LRUCache<string, TokenBucket>,
  name: string,
  rate: ConstructorParameters<typeof TokenBucket>[0],
): TokenBucket {
  const bucket = buckets.get(name) ?? new TokenBucket(rate);
  buckets.set(name, bucket);
  return bucket;
}
