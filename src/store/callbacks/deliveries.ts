/**
 * Deliveries of completion callbacks, as those who run the service look at them.
 */
import { queryRows, type Database } from '../database.ts';
import { enqueueAttempt } from './attempts.ts';

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED';

export interface Delivery {
  readonly deliveryId: string;
  readonly jobId: string;
  readonly callbackUrl: string;
  readonly status: DeliveryStatus;
  /** Those that have an outcome. */
  readonly attempts: number;
  /** When the job ended. Null while it is active. */
  readonly createdAt: Date | null;
  /** Null where none is planned, and while the job is active. */
  readonly nextAttemptAt: Date | null;
  /** When a receiver last took it. */
  readonly deliveredAt: Date | null;
  /** Why the latest attempt was refused. */
  readonly lastError: string | null;
}

/**
 * The deliveries of a job (one, or none where it asked for no callback), also when the job was deleted. Null where nothing is
 * known of such a job.
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

/**
 * Removes deliveries whose jobs were deleted so long ago, unless they are still going on.
 *
 * @returns how many
 */
export async function removeOldDeliveries(
  db: Database,
  { keepMs }: { readonly keepMs: number },
): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from callback_deliveries
     where job_deleted_at < now() - :keepMs * interval '1 millisecond' and status <> 'PENDING'
     returning id`,
    { keepMs },
  );
  return removed.length;
}

/** What became of the wish to have a delivery made again. */
export type Redelivery =
  | { readonly kind: 'enqueued'; readonly jobId: string; readonly attempt: number }
  | { readonly kind: 'pending'; readonly nextAttemptAt: Date }
  | { readonly kind: 'unknown' };

/** Plans one attempt more, for now, at a delivery that has ended. */
export async function redeliver(db: Database, deliveryId: string): Promise<Redelivery> {
  return await db.transaction(async (transaction): Promise<Redelivery> => {
    const [delivery] = await queryRows<{ jobId: string; attempts: number; nextAttemptAt: Date | null }>(
      transaction,
      `select job_id as "jobId", attempts, next_attempt_at as "nextAttemptAt"
       from callback_deliveries where id = :deliveryId for update`,
      { deliveryId },
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
