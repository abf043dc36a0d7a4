import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import type { Caller } from '../store/callers.ts';
import { reserveRenders, settleCharge } from '../store/quota.ts';
import { quotaRefused } from '../telemetry/signals.ts';
import { problems, type QuotaState } from './errors.ts';
import { quotaState, secondsToReset } from './quota-state.ts';

export interface ChargeParts {
  readonly db: Database;
  /** This process, as the ledger knows it: when it is gone, a sweep gives back what it had reserved. */
  readonly instanceId: string;
}

export interface ChargeRequest {
  readonly caller: Caller;
  readonly requestId: string;
  /** Renders that the workspace may use in the month. */
  readonly limit: number;
  readonly now: Date;
  readonly refund: Refund;
  readonly log: Logger;
}

/**
 * Gives back the charge of a cause, settled or not, and returns the month's total after it; does nothing, and returns null, where there
 * is none, or none any more.
 */
export type Refund = (db: Database, cause: string) => Promise<number | null>;

/** One render taken from the month's quota, not final yet. */
export interface Charge {
  /** Of its entry in the ledger. */
  readonly id: string;
  /** What is left after it. */
  readonly quota: QuotaState;
  /**
   * Makes it final. False where it had been given back meanwhile, so that what was made must not be handed out. Where this
   * rejects, it may have been settled or not: `giveBack` is right for both.
   */
  settle(): Promise<boolean>;
  /**
   * Gives it back, settled or not. Where the database does not answer, waits for it a while, as a charge that was settled is
   * lost with this process; then tries again in the background. Returns what is left with it; where the ledger did not tell, what was
   * left before it was taken.
   */
  giveBack(): Promise<QuotaState>;
}

/** Waits between attempts to give a charge back, in the background. */
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000];

/** Waits between attempts before that, while whoever asked for the render waits for an answer: a database restarts in less. */
const patientDelaysMs = [100, 400, 1_000, 2_000, 3_000];

/** An attempt may take long itself. No other is made, with somebody waiting, after this. */
const mostPatienceMs = 8_000;

/**
 * Takes one render from the workspace's month. Where the database does not tell whether it did, what it may have taken is
 * given back in the background.
 *
 * @throws Problem QUOTA_EXCEEDED.
 */
export async function chargeRender(
  { db, instanceId }: ChargeParts,
  { caller, requestId, limit, now, refund, log }: ChargeRequest,
): Promise<Charge> {
  const { workspaceId, accountId } = caller;
  const cause = `request ${requestId}`;
  const stateAt = (used: number): QuotaState => quotaState(limit, used, now);
  const debt = { db, cause, refund, log };
  const reserved = await reserveRenders(db, {
    workspaceId,
    accountId,
    cause,
    renders: 1,
    limit,
    now,
    instanceId,
  }).catch((error: unknown) => {
    // Not at once: what was sent over a lost connection may just be under way.
    giveBackLater(debt, retryDelaysMs);
    throw error;
  });
  if (!reserved.granted) {
    const quota = stateAt(reserved.used);
    quotaRefused.tell();
    throw problems.quotaExceeded(quota, secondsToReset(quota, now));
  }
  const { chargeId, used } = reserved;
  return {
    id: chargeId,
    quota: stateAt(used),
    settle: () => settleCharge(db, chargeId),
    giveBack: async () => stateAt((await giveBackPatiently(debt)) ?? used - 1),
  };
}

interface Debt {
  readonly db: Database;
  readonly cause: string;
  readonly refund: Refund;
  readonly log: Logger;
}

/** Someone who was refused for certain must not find the charge later, even if this process is killed now. */
async function giveBackPatiently({ db, cause, refund, log }: Debt): Promise<number | null> {
  const startedAt = performance.now();
  for (const delayMs of patientDelaysMs) {
    try {
      return await refund(db, cause);
    } catch {
      if (performance.now() - startedAt > mostPatienceMs) break;
      await sleep(delayMs);
    }
  }
  return await giveBack({ db, cause, refund, log }, retryDelaysMs);
}

async function giveBack(debt: Debt, delaysMs: readonly number[]): Promise<number | null> {
  const { db, cause, refund, log } = debt;
  try {
    return await refund(db, cause);
  } catch (error) {
    log.error({ err: error, cause, retried: delaysMs.length > 0 }, 'a charge could not be given back');
    giveBackLater(debt, delaysMs);
    return null;
  }
}

function giveBackLater(debt: Debt, [delayMs, ...laterDelaysMs]: readonly number[]): void {
  if (delayMs === undefined) return;
  setTimeout(() => void giveBack(debt, laterDelaysMs), delayMs).unref();
}
