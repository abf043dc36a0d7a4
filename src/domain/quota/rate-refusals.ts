import { LRUCache } from 'lru-cache';
import type { Database } from '../../store/database.ts';
import { takeToken } from '../../store/rate-limits.ts';
import type { Problem, RateState } from '../problems/problem.ts';
import { findLimit, rateRefusal, rateState, type Tier } from './request-rates.ts';

/** Senders that are remembered. */
const maxRemembered = 10_000;

/** A plan that becomes larger has an effect after this time. */
const maxTtlMs = 1_000;

/** Who is refused. It is logged. */
interface Sender {
  readonly accountId: string;
  readonly workspaceId: string;
  /** Of an API key. */
  readonly keyId?: string;
}

interface Refusal {
  readonly sender: Sender;
  readonly problem: Problem;
}

/**
 * Refusals of rate limits that still hold (a negative cache). Until the next token of a limit is due, no
 * process admits a request of its account: nothing needs to be read from the database to refuse one.
 */
export class RateRefusals {
  readonly #refusals = new LRUCache<string, Refusal>({ max: maxRemembered, ttlResolution: 0 });

  /**
   * The refusal of a request that certainly exceeds its limit.
   *
   * @param credential the hash of a token or key
   */
  find({ name }: Pick<Tier, 'name'>, credential: Buffer): Refusal | undefined {
    return this.#refusals.get(getKey(name, credential));
  }

  /**
   * Counts a request and returns the state of its account's limit.
   *
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  async count(db: Database, tier: Tier, credential: Buffer, sender: Sender): Promise<RateState> {
    const result = await takeToken(db, findLimit(tier, sender.accountId));
    if (result.allowed) return rateState(tier, result);
    const problem = rateRefusal(tier, result);
    const ttl = Math.min(result.retryAfterMs, maxTtlMs);
    this.#refusals.set(getKey(tier.name, credential), { sender, problem }, { ttl });
    throw problem;
  }
}

function getKey(tier: string, credential: Buffer): string {
  return `${tier} ${credential.toString('base64')}`;
}
