import { ApproximateRate, type SettleTokens } from '../../../domain/quota/approximate-rate.ts';
import type { Tier } from '../../../domain/quota/request-rates.ts';

/** What the pages of an account may send. A hand that drags sends some 60 messages of 200 bytes a second. */
const messages: Tier = { name: 'stream-messages', perSecond: 200, burst: 600 };
const bytes: Tier = { name: 'stream-bytes', perSecond: 8 * 1024 * 1024, burst: 64 * 1024 * 1024 };

/** Milliseconds of a thread that the messages of a workspace may take: one of 2 MB takes some 100. */
const work: Tier = { name: 'stream-work', perSecond: 200, burst: 4_000 };

interface Sender {
  readonly accountId: string;
  readonly workspaceId: string;
}

/** The rates of messages, over all streams, sessions and processes of an account and a workspace. */
export class StreamRates {
  readonly #messages: ApproximateRate;
  readonly #bytes: ApproximateRate;
  readonly #work: ApproximateRate;

  /** @param now milliseconds of a monotonic clock */
  constructor(settle: SettleTokens, now?: () => number) {
    this.#messages = new ApproximateRate(messages, settle, now);
    this.#bytes = new ApproximateRate(bytes, settle, now);
    this.#work = new ApproximateRate(work, settle, now);
  }

  /** Counts a message. False: the account has sent too much, or its workspace has caused too much work. */
  admit({ accountId, workspaceId }: Sender, messageBytes: number): boolean {
    const admitted = [
      this.#messages.take(accountId, 1),
      this.#bytes.take(accountId, messageBytes),
      this.#work.take(workspaceId, 0),
    ];
    return admitted.every(Boolean);
  }

  /** Counts the time that a message has taken. */
  addWork({ workspaceId }: Sender, ms: number): void {
    this.#work.take(workspaceId, ms);
  }
}
