import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import type { Caller } from '../store/keys.ts';
import { refundCharge, reserveRenders, settleCharge } from '../store/quota.ts';
import { problems, type QuotaState } from './errors.ts';
import { periodEnd } from '../store/quota-period.ts';

export interface ChargeParts {
  readonly db: Database;
  /** This process, as the ledger knows it: when it is gone, a sweep gives back what it had reserved. */
  readonly instanceId: string;
}

/** One render taken from the month's quota, not final yet. */
export interface Charge {
  /** What is left after it. */
  readonly quota: QuotaState;
  /** What is left once it has been given back. */
  readonly quotaWithoutIt: QuotaState;
  /** Makes it final. False where it had been given back meanwhile, so that what was made must not be handed out. */
  settle(): Promise<boolean>;
  /** Gives it back; where the database does not answer, tries again in the background. */
  giveBack(log: Logger): Promise<void>;
}

/** Waits between attempts to give a charge back. */
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000];

/**
 * Takes one render from the workspace's month.
 *
 * @throws Problem QUOTA_EXCEEDED.
 */
export async function chargeRender(
  { db, instanceId }: ChargeParts,
  caller: Caller,
  requestId: string,
  limit: number,
  now: Date,
): Promise<Charge> {
  const resetsAt = periodEnd(now);
  const stateAt = (used: number): QuotaState => ({ limit, remaining: Math.max(0, limit - used), resetsAt });
  const reserved = await reserveRenders(db, {
    workspaceId: caller.workspaceId,
    accountId: caller.accountId,
    cause: `request ${requestId}`,
    renders: 1,
    limit,
    now,
    instanceId,
  });
  if (!reserved.granted) {
    const waitSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
    throw problems.quotaExceeded(stateAt(reserved.used), waitSeconds);
  }
  const { chargeId, used } = reserved;
  return {
    quota: stateAt(used),
    quotaWithoutIt: stateAt(used - 1),
    settle: () => settleCharge(db, chargeId),
    giveBack: (log) => giveBack(db, chargeId, log, retryDelaysMs),
  };
}

async function giveBack(
  db: Database,
  chargeId: string,
  log: Logger,
  [delayMs, ...laterDelaysMs]: readonly number[],
): Promise<void> {
  try {
    await refundCharge(db, chargeId);
  } catch (error) {
    log.error({ err: error, chargeId, retried: delayMs !== undefined }, 'a charge could not be given back');
    if (delayMs === undefined) return;
    setTimeout(() => void giveBack(db, chargeId, log, laterDelaysMs), delayMs).unref();
  }
}
