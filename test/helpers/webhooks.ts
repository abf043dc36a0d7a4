/** Endpoints of webhooks, and what has become of their deliveries. */
import { queryRows, type Database } from '../../src/store/database.ts';
import { insertEndpoint, type EndpointWithSecret } from '../../src/store/webhooks/endpoints.ts';

/** Adds an endpoint to a workspace. */
export async function addEndpoint(
  db: Database,
  { workspaceId }: { readonly workspaceId: string },
  { url = 'https://example.com/hook', types = ['batch.completed'] }: { url?: string; types?: string[] } = {},
): Promise<EndpointWithSecret> {
  const endpoint = { url, types, description: '', maxEndpoints: 1_000 };
  const added = await insertEndpoint(db, workspaceId, endpoint);
  if (added === null) throw new Error('There is no such workspace.');
  return added;
}

export interface WebhookState {
  readonly eventId: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly lastError: string | null;
}

/** The deliveries to an endpoint, in the order of their events. */
export async function readWebhooks(db: Database, endpointId: string): Promise<WebhookState[]> {
  return await queryRows(
    db,
    `select e.id as "eventId", e.type, d.status, d.attempts, d.next_attempt_at as "nextAttemptAt",
       d.last_error as "lastError"
     from webhook_deliveries d join webhook_events e on e.id = d.event_id
     where d.endpoint_id = :endpointId order by e.occurred_at, e.id`,
    { endpointId },
  );
}
