/**
 * A circuit breaker for each endpoint of callbacks: an endpoint that fails for long is paused; while it is,
 * one attempt an hour is sent as a probe. A delivery that succeeds resumes it. An endpoint without a row has
 * not failed since its last success.
 */
import { queryRows, type Database } from '../database.ts';

/** Where a workspace's callbacks go. */
export interface Endpoint {
  readonly workspaceId: string;
  /** From `endpointUrl`. */
  readonly url: string;
}

export interface PausedEndpoint {
  readonly url: string;
  readonly pausedAt: Date;
  /** End of the first failed delivery since the last success. */
  readonly failingSince: Date;
  readonly failedDeliveries: number;
  /** Why the latest delivery failed. */
  readonly lastError: string;
}

/** An endpoint is paused after this many failed deliveries at least. */
const minFailedDeliveries = 3;

/** SQL: the time between two probes of a paused endpoint. */
const probeGap = `interval '1 hour'`;

/** The endpoint of a callbackUrl: without query and fragment, which may differ from job to job. */
export function endpointUrl(callbackUrl: string): string {
  const { origin, pathname } = new URL(callbackUrl);
  return origin + pathname;
}

/**
 * Whether an attempt may be sent: null if so, else since when the endpoint is paused. Allows one probe at a
 * time, even if several processes ask.
 */
export async function findPause(db: Database, endpoint: Endpoint): Promise<Date | null> {
  const [paused] = await queryRows<{ pausedAt: Date; mayProbe: boolean }>(
    db,
    `with probe as (
       update callback_endpoints set probe_at = now() + ${probeGap}
       where workspace_id = :workspaceId and url = :url and probe_at <= now()
       returning url
     )
     select paused_at as "pausedAt", exists (select from probe) as "mayProbe" from callback_endpoints
     where workspace_id = :workspaceId and url = :url and paused_at is not null`,
    { ...endpoint },
  );
  return paused === undefined || paused.mayProbe ? null : paused.pausedAt;
}

/**
 * Records a failed delivery, in the transaction that ends it. Pauses the endpoint if all deliveries have
 * failed for `pauseAfterMs`, and returns whether it did. After a gap of that length it counts anew.
 */
export async function recordFailedDelivery(
  transaction: Database,
  endpoint: Endpoint,
  { reason, pauseAfterMs }: { readonly reason: string; readonly pauseAfterMs: number },
): Promise<boolean> {
  await queryRows(
    transaction,
    `insert into callback_endpoints as e (workspace_id, url, last_error)
     values (:workspaceId, :url, :reason)
     on conflict (workspace_id, url) do update set
       failing_since = case when ${isOld} then now() else e.failing_since end,
       failed_deliveries = case when ${isOld} then 1 else e.failed_deliveries + 1 end,
       failed_at = now(), last_error = excluded.last_error`,
    { ...endpoint, reason, pauseAfterMs },
  );
  const paused = await queryRows(
    transaction,
    `update callback_endpoints set paused_at = now(), probe_at = now() + ${probeGap}
     where workspace_id = :workspaceId and url = :url and paused_at is null
       and failed_deliveries >= :minFailedDeliveries and failing_since <= now() - ${pauseAfter}
     returning url`,
    { ...endpoint, pauseAfterMs, minFailedDeliveries },
  );
  return paused.length > 0;
}

/** SQL. */
const pauseAfter = `cast(:pauseAfterMs as double precision) * interval '1 millisecond'`;

/** SQL: whether the failures of the endpoint `e` say nothing about it any more. */
const isOld = `e.paused_at is null and e.failed_at < now() - ${pauseAfter}`;

/** Forgets an endpoint's failures. Returns when it was paused, or null if it was not. */
export async function resumeEndpoint(db: Database, endpoint: Endpoint): Promise<Date | null> {
  const [removed] = await queryRows<{ pausedAt: Date | null }>(
    db,
    `delete from callback_endpoints where workspace_id = :workspaceId and url = :url
     returning paused_at as "pausedAt"`,
    { ...endpoint },
  );
  return removed?.pausedAt ?? null;
}

/** A workspace's paused endpoints, the one paused last first. */
export async function listPausedEndpoints(db: Database, workspaceId: string): Promise<PausedEndpoint[]> {
  return await queryRows(
    db,
    `select url, paused_at as "pausedAt", failing_since as "failingSince",
       failed_deliveries as "failedDeliveries", last_error as "lastError"
     from callback_endpoints where workspace_id = :workspaceId and paused_at is not null
     order by paused_at desc, url`,
    { workspaceId },
  );
}

/** Forgets endpoints that last failed `retentionMs` ago and were not paused. */
export async function removeOldEndpoints(
  db: Database,
  { retentionMs }: { readonly retentionMs: number },
): Promise<void> {
  await queryRows(
    db,
    `delete from callback_endpoints
     where paused_at is null and failed_at < now() - :retentionMs * interval '1 millisecond'`,
    { retentionMs },
  );
}
