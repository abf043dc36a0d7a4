/** Deliveries with their attempts, as the app shows them to members of the workspace. */
import type { Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { Page } from '../projects.ts';
import { isRender } from '../batches/job-status.ts';
import { isInScope, type DeliveryScope, type DeliveryStatus } from './deliveries.ts';

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly jobId?: string | undefined;
}

export interface LoggedDelivery {
  readonly deliveryId: string;
  readonly jobId: string;
  /** Null after the job was deleted. */
  readonly templateName: string | null;
  /** Whether it is of a render in the background, and not of a batch. */
  readonly isRender: boolean;
  readonly url: string;
  readonly status: DeliveryStatus;
  /** Attempts with an outcome. */
  readonly attempts: number;
  /** Time of the end of the job. */
  readonly createdAt: Date;
  /** Null if none is planned. */
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly lastError: string | null;
  /** The last attempts, newest first. Releases before this log have recorded none. */
  readonly attemptLog: readonly LoggedAttempt[];
}

export interface LoggedAttempt {
  /** From 1. */
  readonly number: number;
  /** Its start, as ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  /** Null if there was no answer. */
  readonly statusCode: number | null;
  /** The first characters of the answer's body. */
  readonly answer: string | null;
  /** Null: delivered. */
  readonly error: string | null;
}

/** Attempts listed with a delivery. */
const maxAttempts = 20;

/** A page of the deliveries in a scope, newest first, and the total. */
export async function listLoggedDeliveries(
  db: Database,
  scope: DeliveryScope,
  { status, jobId }: DeliveryFilter,
  { offset, limit }: Page,
): Promise<{ readonly deliveries: LoggedDelivery[]; readonly total: number }> {
  const wanted = [
    isInScope(scope),
    ...(status === undefined ? [] : ['d.status = :status']),
    ...(jobId === undefined ? [] : ['d.job_id = :jobId']),
  ].join(' and ');
  // One statement, so that page and total are consistent.
  const rows = await readRows<
    { readonly total: number } & (LoggedDelivery | Record<keyof LoggedDelivery, null>)
  >(
    db,
    `with counted as (
       select count(*)::int as total from callback_deliveries d where ${wanted}
     ), page as (
       select d.id from callback_deliveries d where ${wanted}
       order by d.created_at desc, d.id limit :limit offset :offset
     )
     select counted.total, listed.*
     from counted left join lateral (
       select ${columns}
       from page join callback_deliveries d on d.id = page.id left join batch_jobs j on j.id = d.job_id
     ) listed on true
     order by listed."createdAt" desc, listed."deliveryId"`,
    { ...scope, status: status ?? null, jobId: jobId ?? null, limit, offset },
  );
  const deliveries = rows.flatMap(({ total: _total, ...delivery }) =>
    delivery.deliveryId === null ? [] : [delivery],
  );
  return { deliveries, total: rows[0]?.total ?? 0 };
}

/** A delivery in a scope, or null. */
export async function findLoggedDelivery(
  db: Database,
  scope: DeliveryScope,
  deliveryId: string,
): Promise<LoggedDelivery | null> {
  const [delivery] = await readRows<LoggedDelivery>(
    db,
    `select ${columns} from callback_deliveries d left join batch_jobs j on j.id = d.job_id
     where d.id = :deliveryId and ${isInScope(scope)}`,
    { ...scope, deliveryId },
  );
  return delivery ?? null;
}

const columns = `
  d.id as "deliveryId", d.job_id as "jobId", j.template_name as "templateName",
  coalesce(j.${isRender}, false) as "isRender", d.url, d.status, d.attempts,
  d.created_at as "createdAt", d.next_attempt_at as "nextAttemptAt", d.delivered_at as "deliveredAt",
  d.last_error as "lastError",
  coalesce(
    (select jsonb_agg(
              jsonb_build_object('number', a.number, 'at', a.at, 'durationMs', a.duration_ms,
                'statusCode', a.status_code, 'answer', a.answer, 'error', a.error)
              order by a.number desc)
     from (select * from callback_attempts where delivery_id = d.id
           order by number desc limit ${maxAttempts}) a),
    '[]'
  ) as "attemptLog"`;
