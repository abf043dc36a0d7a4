/**
 * Deliveries of completion callbacks, for operators.
 */
import { queryRows, type Database } from '../database.ts';
import { enqueueAttempt } from './attempts.ts';
import { endpointUrl, type Endpoint } from './endpoints.ts';

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED';

export interface Delivery {
  readonly deliveryId: string;
  readonly jobId: string;
  readonly callbackUrl: string;
  readonly status: DeliveryStatus;
  /** Attempts with an outcome. */
  readonly attempts: number;
  /** Time of the end of the job. Null while it is active. */
  readonly createdAt: Date | null;
  /** Null if none is planned, or the job is active. */
  readonly nextAttemptAt: Date | null;
  /** Time of the last accepted attempt. */
  readonly deliveredAt: Date | null;
  /** Why the latest attempt was refused. */
  readonly lastError: string | null;
}

/** The deliveries that a member sees. */
export interface DeliveryScope {
  readonly workspaceId: string;
  /** Null: those of all accounts of the workspace. */
  readonly accountId: string | null;
}

/**
 * The deliveries of a job, deleted jobs included: one, or none for a job without callback. Null if the job is
 * unknown.
 */
export async function listDeliveries(db: Database, jobId: string): Promise<Delivery[] | null> {
  const rows = await queryRows<Delivery | Record<keyof Delivery, null>>(
    db,
    `select coalesce(d.id, j.delivery_id) as "deliveryId", cast(:jobId as uuid) as "jobId",
            coalesce(d.url, j.callback_url) as "callbackUrl", coalesce(d.status, 'PENDING') as status,
            coalesce(d.attempts, 0) as attempts, d.created_at as "createdAt",
            d.next_attempt_at as "nextAttemptAt", d.delivered_at as "deliveredAt", d.last_error as "lastError"
     from (select delivery_id, callback_url from batch_jobs where id = :jobId) j
     full join (select * from callback_deliveries where job_id = :jobId) d on true`,
    { jobId },
  );
  if (rows.length === 0) return null;
  return rows.filter((row) => row.deliveryId !== null);
}

/** Removes deliveries whose jobs were deleted `retentionMs` ago, except pending ones. Returns their count. */
export async function removeOldDeliveries(
  db: Database,
  { retentionMs }: { readonly retentionMs: number },
): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from callback_deliveries
     where job_deleted_at < now() - :retentionMs * interval '1 millisecond' and status <> 'PENDING'
     returning id`,
    { retentionMs },
  );
  return removed.length;
}

export type Redelivery =
  | { readonly kind: 'enqueued'; readonly jobId: string; readonly attempt: number }
  | { readonly kind: 'pending'; readonly nextAttemptAt: Date }
  | { readonly kind: 'unknown' };

/** Plans one more attempt of each delivery that a pause of the endpoint has suppressed. Returns how many. */
export async function redeliverSuppressed(db: Database, { workspaceId, url }: Endpoint): Promise<number> {
  const suppressed = await queryRows<{ deliveryId: string; callbackUrl: string }>(
    db,
    `select id as "deliveryId", url as "callbackUrl" from callback_deliveries
     where workspace_id = :workspaceId and status = 'FAILED' and is_suppressed order by created_at`,
    { workspaceId },
  );
  let enqueued = 0;
  for (const { deliveryId, callbackUrl } of suppressed) {
    if (endpointUrl(callbackUrl) !== url) continue;
    const { kind } = await redeliver(db, deliveryId);
    if (kind === 'enqueued') enqueued += 1;
  }
  return enqueued;
}

/**
 * Plans one more attempt, now, of a finished delivery.
 *
 * @param scope other deliveries are unknown
 */
export async function redeliver(
  db: Database,
  deliveryId: string,
  scope: DeliveryScope | null = null,
): Promise<Redelivery> {
  return await db.transaction(async (transaction): Promise<Redelivery> => {
    const [delivery] = await queryRows<{ jobId: string; attempts: number; nextAttemptAt: Date | null }>(
      transaction,
      `select job_id as "jobId", attempts, next_attempt_at as "nextAttemptAt"
       from callback_deliveries d
       where id = :deliveryId ${scope === null ? '' : `and ${isInScope(scope)}`} for update`,
      { deliveryId, ...scope },
    );
    if (delivery === undefined) return { kind: 'unknown' };
    const { jobId, attempts, nextAttemptAt } = delivery;
    if (nextAttemptAt !== null) return { kind: 'pending', nextAttemptAt };
    await queryRows(
      transaction,
      `update callback_deliveries set status = 'PENDING', next_attempt_at = now(), is_redelivery = true
       where id = :deliveryId`,
      { deliveryId },
    );
    await enqueueAttempt(transaction, deliveryId);
    return { kind: 'enqueued', jobId, attempt: attempts + 1 };
  });
}

/** SQL: whether the delivery `d` is in a scope, whose members are the bindings. */
export function isInScope({ accountId }: DeliveryScope): string {
  return accountId === null
    ? 'd.workspace_id = :workspaceId'
    : 'd.workspace_id = :workspaceId and d.account_id = :accountId';
}
