/** Deliveries to an endpoint with their attempts, as owners see them. */
import type { DeliveryStatus } from '../callbacks/deliveries.ts';
import type { LoggedAttempt } from '../callbacks/delivery-log.ts';
import { readRows } from '../lost-connection.ts';
import type { Database } from '../database.ts';
import type { Page } from '../projects.ts';

export interface WebhookDelivery {
  readonly eventId: string;
  readonly type: string;
  /** What every attempt sends. */
  readonly body: string;
  readonly occurredAt: Date;
  readonly status: DeliveryStatus;
  /** Attempts with an outcome. */
  readonly attempts: number;
  /** Null if none is planned. */
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  /** Why the last attempt was refused. */
  readonly lastError: string | null;
  /** The last attempts, newest first. */
  readonly attemptLog: readonly LoggedAttempt[];
}

export interface WebhookFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly type?: string | undefined;
}

/** Attempts listed with a delivery. */
const maxAttempts = 20;

/** A page of an endpoint's deliveries, newest first, and the total. */
export async function listWebhookDeliveries(
  db: Database,
  endpointId: string,
  { status, type }: WebhookFilter,
  { offset, limit }: Page,
): Promise<{ readonly deliveries: WebhookDelivery[]; readonly total: number }> {
  const wanted = [
    'd.endpoint_id = :endpointId',
    ...(status === undefined ? [] : ['d.status = :status']),
    ...(type === undefined ? [] : ['e.type = :type']),
  ].join(' and ');
  // One statement, so that page and total are consistent.
  const rows = await readRows<
    { readonly total: number } & (WebhookDelivery | Record<keyof WebhookDelivery, null>)
  >(
    db,
    `with counted as (
       select count(*)::int as total from webhook_deliveries d join webhook_events e on e.id = d.event_id
       where ${wanted}
     ), page as (
       select d.event_id from webhook_deliveries d join webhook_events e on e.id = d.event_id where ${wanted}
       order by d.occurred_at desc, d.event_id limit :limit offset :offset
     )
     select counted.total, listed.*
     from counted left join lateral (
       select d.event_id as "eventId", e.type, e.body, e.occurred_at as "occurredAt", d.status, d.attempts,
         d.next_attempt_at as "nextAttemptAt", d.delivered_at as "deliveredAt", d.last_error as "lastError",
         coalesce(
           (select jsonb_agg(
                     jsonb_build_object('number', a.number, 'at', a.at, 'durationMs', a.duration_ms,
                       'statusCode', a.status_code, 'answer', a.answer, 'error', a.error)
                     order by a.number desc)
            from (select * from webhook_attempts
                  where event_id = d.event_id and endpoint_id = d.endpoint_id
                  order by number desc limit ${maxAttempts}) a),
           '[]') as "attemptLog"
       from page join webhook_deliveries d on d.event_id = page.event_id and d.endpoint_id = :endpointId
         join webhook_events e on e.id = d.event_id
     ) listed on true
     order by listed."occurredAt" desc, listed."eventId"`,
    { endpointId, status: status ?? null, type: type ?? null, limit, offset },
  );
  const deliveries = rows.flatMap(({ total: _total, ...delivery }) =>
    delivery.eventId === null ? [] : [delivery],
  );
  return { deliveries, total: rows[0]?.total ?? 0 };
}
