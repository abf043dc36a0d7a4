/** Deliveries of events that are planned again. */
import { queryRow, queryRows, type Database } from '../database.ts';
import { retryNow } from '../job-queue.ts';
import { enqueueDeliveries, type WebhookAttempt } from './deliveries.ts';

/** Which deliveries of an endpoint: that of an event, or those of events within a span of time. */
export type ReplaySelection =
  | { readonly eventId: string }
  | {
      readonly since: Date;
      /** Exclusive. Null: now. */
      readonly until: Date | null;
      /** Also those that were delivered. */
      readonly withDelivered: boolean;
    };

export interface Replay {
  /** Deliveries whose next attempt is now. */
  readonly planned: number;
  /** Deliveries of the selection beyond the limit of one call. */
  readonly left: number;
}

/** Deliveries that one call plans. */
const maxReplayed = 2_000;

/**
 * Plans deliveries again, the oldest first: all attempts of those that have ended, from now on; of those in
 * progress the next attempt, now.
 */
export async function replayDeliveries(
  db: Database,
  endpointId: string,
  selection: ReplaySelection,
): Promise<Replay> {
  const bindings =
    'eventId' in selection
      ? { endpointId, eventId: selection.eventId }
      : {
          endpointId,
          since: selection.since,
          until: selection.until,
          withDelivered: selection.withDelivered,
        };
  const isSelected =
    'eventId' in selection
      ? 'event_id = :eventId'
      : `occurred_at >= :since and occurred_at < coalesce(cast(:until as timestamptz), now())
         and (status <> 'DELIVERED' or cast(:withDelivered as boolean))`;
  return await db.transaction(async (transaction) => {
    const { count } = await queryRow<{ count: number }>(
      transaction,
      `select count(*)::int as count from webhook_deliveries
       where endpoint_id = :endpointId and ${isSelected}`,
      bindings,
    );
    const chosen = await queryRows<WebhookAttempt & { wasPending: boolean; taskId: string | null }>(
      transaction,
      `with chosen as (
         select event_id, status = 'PENDING' as was_pending from webhook_deliveries
         where endpoint_id = :endpointId and ${isSelected}
         order by occurred_at, event_id limit ${maxReplayed} for update
       )
       update webhook_deliveries d set
         status = 'PENDING', next_attempt_at = now(),
         planned_at = case when was_pending then d.planned_at else now() end,
         planned_after = case when was_pending then d.planned_after else d.attempts end
       from chosen where d.event_id = chosen.event_id and d.endpoint_id = :endpointId
       returning d.event_id as "eventId", d.endpoint_id as "endpointId", d.attempts + 1 as attempt,
         was_pending as "wasPending", d.task_id::text as "taskId"`,
      bindings,
    );
    await enqueueDeliveries(
      transaction,
      chosen
        .filter(({ wasPending }) => !wasPending)
        .map(({ eventId, endpointId: id, attempt }) => ({ eventId, endpointId: id, attempt })),
    );
    const waiting = chosen.flatMap(({ wasPending, taskId }) =>
      wasPending && taskId !== null ? [taskId] : [],
    );
    await retryNow(transaction, waiting);
    return { planned: chosen.length, left: count - chosen.length };
  });
}
