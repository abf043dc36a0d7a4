/**
 * Events of webhooks: an outbox. The transaction that makes a change also writes its event, a delivery for
 * each endpoint that wants it, and their tasks. Without such an endpoint it writes nothing.
 */
import { randomUUID } from 'node:crypto';
import { queryRows, type Database } from '../database.ts';
import { enqueueDeliveries } from './deliveries.ts';

/** What has happened, as the contract has it. */
export type EventType =
  | 'render.completed'
  | 'render.failed'
  | 'batch.completed'
  | 'batch.row.completed'
  | 'template.published'
  | 'quota.reached';

/** An event for a test of an endpoint. No endpoint has to want it. */
export const TEST_EVENT = 'webhook.test';

export interface NewEvents {
  readonly workspaceId: string;
  readonly type: EventType;
  readonly occurredAt: Date;
  /** The `data` of each event. */
  readonly data: readonly object[];
  /** An event with this key is written once in the workspace. Only for one event. */
  readonly onceKey?: string;
}

/** Writes events of one type in the transaction that makes the change: two statements, however many. */
export async function emitEvents(transaction: Database, events: NewEvents): Promise<void> {
  const { workspaceId, type, occurredAt, onceKey = null } = events;
  if (events.data.length === 0) return;
  const written = events.data.map((data) => ({
    id: randomUUID(),
    body: writeBody(type, occurredAt, data),
  }));
  const deliveries = await queryRows<{ eventId: string; endpointId: string }>(
    transaction,
    `with wanting as materialized (
       -- Locked, so that none is removed while it gets a delivery.
       select id from webhook_endpoints
       where workspace_id = :workspaceId and disabled_at is null and :type = any (types) for key share
     ), event as (
       insert into webhook_events (id, workspace_id, type, occurred_at, body, once_key)
       select e.id, :workspaceId, :type, :occurredAt, e.body, :onceKey
       from json_to_recordset(:events) as e (id uuid, body text)
       where exists (select from wanting)
       on conflict (workspace_id, once_key) do nothing
       returning id, occurred_at
     )
     insert into webhook_deliveries (event_id, endpoint_id, occurred_at)
     select event.id, wanting.id, event.occurred_at from event cross join wanting
     returning event_id as "eventId", endpoint_id as "endpointId"`,
    { workspaceId, type, occurredAt, onceKey, events: JSON.stringify(written) },
  );
  await enqueueDeliveries(
    transaction,
    deliveries.map((delivery) => ({ ...delivery, attempt: 1 })),
  );
}

/** Writes a test event for one endpoint and returns its id. Null if there is no such endpoint. */
export async function emitTest(
  db: Database,
  { workspaceId, endpointId }: { readonly workspaceId: string; readonly endpointId: string },
): Promise<string | null> {
  const eventId = randomUUID();
  const occurredAt = new Date();
  const body = writeBody(TEST_EVENT, occurredAt, { endpointId });
  return await db.transaction(async (transaction) => {
    const added = await queryRows(
      transaction,
      `with endpoint as materialized (
         select id from webhook_endpoints where id = :endpointId and workspace_id = :workspaceId for key share
       ), event as (
         insert into webhook_events (id, workspace_id, type, occurred_at, body)
         select :eventId, :workspaceId, :type, :occurredAt, :body from endpoint
         returning id, occurred_at
       )
       insert into webhook_deliveries (event_id, endpoint_id, occurred_at)
       select event.id, endpoint.id, event.occurred_at from event cross join endpoint
       returning event_id`,
      { workspaceId, endpointId, eventId, type: TEST_EVENT, occurredAt, body },
    );
    if (added.length === 0) return null;
    await enqueueDeliveries(transaction, [{ eventId, endpointId, attempt: 1 }]);
    return eventId;
  });
}

/** The envelope of Standard Webhooks. */
function writeBody(type: string, occurredAt: Date, data: object): string {
  return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
}

/** Removes events older than this of workspaces on a plan, with their attempts, unless one is planned. */
export async function removeOldEvents(
  db: Database,
  { plan, retentionMs }: { readonly plan: string; readonly retentionMs: number },
): Promise<number> {
  let removed = 0;
  for (;;) {
    const events = await queryRows(
      db,
      `delete from webhook_events where id in (
         select e.id from workspaces w join webhook_events e on e.workspace_id = w.id
         where w.plan = :plan
           and e.occurred_at < now() - cast(:retentionMs as float8) * interval '1 millisecond'
           and not exists (
             select from webhook_deliveries d where d.event_id = e.id and d.status = 'PENDING')
         limit ${maxRemoved}
       ) returning id`,
      { plan, retentionMs },
    );
    removed += events.length;
    if (events.length < maxRemoved) return removed;
  }
}

/** Events that one statement removes. */
const maxRemoved = 1_000;
