import type { Logger } from 'pino';
import { retry } from '../../async/retry.ts';
import type { Database } from '../../store/database.ts';
import type { Actor } from '../../store/callers.ts';
import { reserveRenders, settleCharge } from '../../store/quota.ts';
import { quotaRefused } from '../../telemetry/events.ts';
import { problems } from '../problems/catalogue.ts';
import { Problem, type QuotaState } from '../problems/problem.ts';
import { quotaState, secondsToReset } from './state.ts';

export interface ChargeParts {
  readonly db: Database;
  /** This process in the ledger. If the process dies, maintenance refunds its reservations. */
  readonly instanceId: string;
}

export interface ChargeRequest {
  readonly caller: Pick<Actor, 'accountId' | 'workspaceId' | 'keyId'>;
  readonly templateId: string;
  readonly requestId: string;
  /** The workspace's maximum of renders in the month. */
  readonly limit: number;
  readonly now: Date;
  readonly refund: Refund;
  readonly log: Logger;
  /** Reserves the quota. Default: within the month's limit only. */
  readonly reserve?: typeof reserveRenders;
}

/**
 * Refunds the charge with this cause, settled or not. Returns the month's usage after it; null if there is
 * no such charge or it was refunded before.
 */
export type Refund = (db: Database, cause: string) => Promise<number | null>;

/** One render that is reserved in the month's quota. */
export interface Charge {
  /** The id of the ledger entry. */
  readonly id: string;
  /** The quota after the reservation. */
  readonly quota: QuotaState;
  /**
   * Makes the charge final. Returns false if it was refunded meanwhile: the render must not be delivered.
   * If this rejects, the charge may be settled or not; `refund` is right for both.
   *
   * @param transaction that settles it, too; default: a statement of its own
   */
  settle(transaction?: Database): Promise<boolean>;
  /**
   * Refunds the charge, settled or not, and returns the quota after it. Retries for some seconds, because a
   * settled charge is lost if the process dies now; after that it retries in the background and assumes one
   * render less.
   */
  refund(): Promise<QuotaState>;
}

/** While the client waits for its response. A database restarts in less time. */
const refundDelaysMs = [100, 400, 1_000, 2_000];

/** An attempt itself may be slow: after this time, no other one starts while the client waits. */
const maxRefundMs = 4_000;

/**
 * In the background, after the response, until it works: while this process lives, nothing else refunds the
 * charge.
 */
const firstLateRefundMs = 1_000;
const maxLateRefundMs = 60_000;

/**
 * Reserves one render of the workspace's month. If the database does not answer, the possible charge is
 * refunded in the background.
 *
 * @throws Problem QUOTA_EXCEEDED
 */
export async function chargeRender(
  { db, instanceId }: ChargeParts,
  { caller, templateId, requestId, limit, now, refund, log, reserve = reserveRenders }: ChargeRequest,
): Promise<Charge> {
  const { workspaceId, accountId, keyId } = caller;
  const cause = `request ${requestId}`;
  const stateAt = (used: number): QuotaState => quotaState(limit, used, now);
  const debt = { db, cause, refund, log };
  const reservation = {
    workspaceId,
    accountId,
    templateId,
    keyId,
    cause,
    renders: 1,
    limit,
    now,
    instanceId,
  };
  const reserved = await reserve(db, reservation).catch((error: unknown) => {
    // With a delay: the statement of the lost connection may still be running.
    if (!(error instanceof Problem)) refundLater(debt);
    throw error;
  });
  if (!reserved.granted) {
    const quota = stateAt(reserved.used);
    quotaRefused.record();
    throw problems.quotaExceeded(quota, secondsToReset(quota, now));
  }
  const { chargeId, used } = reserved;
  return {
    id: chargeId,
    quota: stateAt(used),
    settle: (transaction = db) => settleCharge(transaction, chargeId),
    refund: async () => stateAt((await refundNow(debt)) ?? used - 1),
  };
}

/** A charge that must be refunded. */
interface Debt {
  readonly db: Database;
  readonly cause: string;
  readonly refund: Refund;
  readonly log: Logger;
}

async function refundNow(debt: Debt): Promise<number | null> {
  const startedAt = performance.now();
  try {
    return await retry(() => debt.refund(debt.db, debt.cause), {
      delaysMs: refundDelaysMs,
      shouldRetry: () => performance.now() - startedAt <= maxRefundMs,
    });
  } catch (error) {
    logFailure(debt, error);
    refundLater(debt);
    return null;
  }
}

function refundLater(debt: Debt, failures = 0): void {
  const attempt = (): void =>
    void debt.refund(debt.db, debt.cause).catch((error: unknown) => {
      logFailure(debt, error);
      refundLater(debt, failures + 1);
    });
  // Exponential back-off.
  setTimeout(attempt, Math.min(firstLateRefundMs * 2 ** failures, maxLateRefundMs)).unref();
}

function logFailure({ log, cause }: Debt, error: unknown): void {
  log.error({ err: error, cause }, 'a charge could not be refunded; it is tried again');
}
