/** Endpoints of webhooks: where the events of a workspace are sent, and which of them. */
import { randomBytes } from 'node:crypto';
import { queryRow, queryRows, type Database } from '../database.ts';
import type { Page } from '../projects.ts';

/** PAUSED: it fails for too long. DISABLED: an owner has turned it off. */
export type EndpointStatus = 'ACTIVE' | 'PAUSED' | 'DISABLED';

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  /** Of the events that it gets. */
  readonly types: readonly string[];
  readonly status: EndpointStatus;
  /** Until then the secret before the last rotation signs, too. Null if only one secret signs. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly pausedAt: Date | null;
  /** The first refused attempt since the last delivered one. Null: it does not fail. */
  readonly failingSince: Date | null;
  /** Why the last attempt was refused, while it fails. */
  readonly lastError: string | null;
}

const columns = `id, url, description, types,
  case when disabled_at is not null then 'DISABLED' when paused_at is not null then 'PAUSED'
       else 'ACTIVE' end as status,
  case when previous_secret_until > now() then previous_secret_until end as "previousSecretUntil",
  created_at as "createdAt", paused_at as "pausedAt", failing_since as "failingSince",
  last_error as "lastError"`;

/** Identifies an endpoint of a workspace. */
export interface EndpointKey {
  readonly workspaceId: string;
  readonly endpointId: string;
}

export interface NewEndpoint {
  readonly url: string;
  readonly description: string;
  readonly types: readonly string[];
}

/** An endpoint with its new secret, `whsec_` and base64. */
export type EndpointWithSecret = WebhookEndpoint & { readonly secret: string };

/** Adds an endpoint. Null if the workspace has `maxEndpoints`. */
export async function insertEndpoint(
  db: Database,
  workspaceId: string,
  { maxEndpoints, ...endpoint }: NewEndpoint & { readonly maxEndpoints: number },
): Promise<EndpointWithSecret | null> {
  return await db.transaction(async (transaction) => {
    // Locked: of two endpoints that are added at once, one may be the last.
    await queryRows(transaction, 'select from workspaces where id = :workspaceId for no key update', {
      workspaceId,
    });
    const [added] = await queryRows<EndpointWithSecret>(
      transaction,
      `insert into webhook_endpoints (workspace_id, url, description, types, secret)
       select cast(:workspaceId as uuid), :url, :description, cast(:types as text[]), :secret
       where (select count(*) from webhook_endpoints where workspace_id = :workspaceId) < :maxEndpoints
       returning ${columns}, secret`,
      { workspaceId, ...endpoint, types: [...endpoint.types], secret: makeSecret(), maxEndpoints },
    );
    return added ?? null;
  });
}

function makeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** A page of a workspace's endpoints, the oldest first, and the total. */
export async function listEndpoints(
  db: Database,
  workspaceId: string,
  { offset, limit }: Page,
): Promise<{ readonly endpoints: WebhookEndpoint[]; readonly total: number }> {
  // One statement, so that page and total are consistent.
  const rows = await queryRows<{ total: number } & (WebhookEndpoint | Record<keyof WebhookEndpoint, null>)>(
    db,
    `with counted as (
       select count(*)::int as total from webhook_endpoints where workspace_id = :workspaceId
     )
     select counted.total, page.* from counted left join lateral (
       select ${columns} from webhook_endpoints where workspace_id = :workspaceId
       order by created_at, id limit :limit offset :offset
     ) page on true
     order by page."createdAt", page.id`,
    { workspaceId, limit, offset },
  );
  const endpoints = rows.flatMap(({ total: _total, ...endpoint }) =>
    endpoint.id === null ? [] : [endpoint],
  );
  return { endpoints, total: rows[0]?.total ?? 0 };
}

/** An endpoint of a workspace, or null. */
export async function findEndpoint(db: Database, key: EndpointKey): Promise<WebhookEndpoint | null> {
  const [endpoint] = await queryRows<WebhookEndpoint>(
    db,
    `select ${columns} from webhook_endpoints where id = :endpointId and workspace_id = :workspaceId`,
    { ...key },
  );
  return endpoint ?? null;
}

export interface EndpointChange {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly types?: readonly string[] | undefined;
  /** True turns it on again, whether it was disabled or paused. */
  readonly isActive?: boolean | undefined;
}

/** Changes an endpoint. A new URL, or turning it on, forgets its failures. Null if there is none. */
export async function changeEndpoint(
  db: Database,
  key: EndpointKey,
  { url, description, types, isActive }: EndpointChange,
): Promise<WebhookEndpoint | null> {
  const [changed] = await queryRows<WebhookEndpoint>(
    db,
    `update webhook_endpoints e set
       url = coalesce(:url, url), description = coalesce(:description, description),
       types = coalesce(cast(:types as text[]), types),
       disabled_at = case when :isActive then null
                          when cast(:isActive as boolean) is null then disabled_at
                          else coalesce(disabled_at, now()) end,
       paused_at = case when ${isFresh} then null else paused_at end,
       probe_at = case when ${isFresh} then null else probe_at end,
       failing_since = case when ${isFresh} then null else failing_since end,
       last_error = case when ${isFresh} then null else last_error end
     where id = :endpointId and workspace_id = :workspaceId
     returning ${columns}`,
    {
      ...key,
      url: url ?? null,
      description: description ?? null,
      types: types === undefined ? null : [...types],
      isActive: isActive ?? null,
    },
  );
  return changed ?? null;
}

/** SQL: whether a change makes the failures so far meaningless. */
const isFresh = `(coalesce(cast(:isActive as boolean), false) or coalesce(:url <> url, false))`;

/** Removes an endpoint with its deliveries. Null if there is none; otherwise its URL. */
export async function deleteEndpoint(db: Database, key: EndpointKey): Promise<string | null> {
  const [removed] = await queryRows<{ url: string }>(
    db,
    'delete from webhook_endpoints where id = :endpointId and workspace_id = :workspaceId returning url',
    { ...key },
  );
  return removed?.url ?? null;
}

/** Replaces an endpoint's secret; the one before signs, too, for `overlapMs`. Null: there is no endpoint. */
export async function rotateEndpointSecret(
  db: Database,
  key: EndpointKey,
  { overlapMs }: { readonly overlapMs: number },
): Promise<EndpointWithSecret | null> {
  const [rotated] = await queryRows<EndpointWithSecret>(
    db,
    `update webhook_endpoints set
       previous_secret = secret,
       previous_secret_until = now() + cast(:overlapMs as float8) * interval '1 millisecond',
       secret = :secret
     where id = :endpointId and workspace_id = :workspaceId
     returning ${columns}, secret`,
    { ...key, secret: makeSecret(), overlapMs },
  );
  return rotated ?? null;
}

/** SQL: the time between two probes of a paused endpoint. */
const probeGap = `interval '1 hour'`;

/** Why nothing may be sent to an endpoint now. */
export interface EndpointPause {
  readonly status: Exclude<EndpointStatus, 'ACTIVE'>;
  readonly since: Date;
}

/**
 * Whether an attempt may be sent: null if so, else since when the endpoint takes none. Allows one probe of a
 * paused endpoint at a time, even if several processes ask.
 */
export async function findEndpointPause(db: Database, endpointId: string): Promise<EndpointPause | null> {
  const { status, since, mayProbe } = await queryRow<{
    status: EndpointStatus;
    since: Date | null;
    mayProbe: boolean;
  }>(
    db,
    `with probe as (
       update webhook_endpoints set probe_at = now() + ${probeGap}
       where id = :endpointId and probe_at <= now() and disabled_at is null
       returning id
     )
     select case when disabled_at is not null then 'DISABLED' when paused_at is not null then 'PAUSED'
                 else 'ACTIVE' end as status,
            coalesce(disabled_at, paused_at) as since, exists (select from probe) as "mayProbe"
     from (select) one left join webhook_endpoints on id = :endpointId`,
    { endpointId },
  );
  if (status === 'ACTIVE' || since === null || mayProbe) return null;
  return { status, since };
}

/** Forgets an endpoint's failures after a success. Returns whether it was paused. */
export async function recordEndpointSuccess(transaction: Database, endpointId: string): Promise<boolean> {
  // A healthy endpoint is not written: it would be a row that all deliveries wait for.
  const [resumed] = await queryRows<{ wasPaused: boolean }>(
    transaction,
    `update webhook_endpoints e set failing_since = null, last_error = null, paused_at = null, probe_at = null
     from (select id, paused_at is not null as was_paused from webhook_endpoints
           where id = :endpointId and failing_since is not null for update) old
     where e.id = old.id returning old.was_paused as "wasPaused"`,
    { endpointId },
  );
  return resumed?.wasPaused ?? false;
}

/**
 * Records a refused attempt. Pauses the endpoint if it has been failing for `pauseAfterMs` when a delivery is
 * given up, or at once if the receiver says that it is gone. Returns whether it did.
 */
export async function recordEndpointFailure(
  transaction: Database,
  endpointId: string,
  {
    reason,
    isGivenUp,
    isGone,
    pauseAfterMs,
  }: {
    readonly reason: string;
    readonly isGivenUp: boolean;
    readonly isGone: boolean;
    readonly pauseAfterMs: number;
  },
): Promise<boolean> {
  const [failed] = await queryRows<{ isPaused: boolean }>(
    transaction,
    `update webhook_endpoints e set
       failing_since = coalesce(e.failing_since, now()), last_error = :reason,
       paused_at = case when ${mustPause} then now() else e.paused_at end,
       probe_at = case when ${mustPause} then now() + ${probeGap} else e.probe_at end
     from (select id, paused_at from webhook_endpoints where id = :endpointId for update) old
     where e.id = old.id
     returning e.paused_at is not null and old.paused_at is null as "isPaused"`,
    { endpointId, reason, isGivenUp, isGone, pauseAfterMs },
  );
  return failed?.isPaused ?? false;
}

/** SQL. */
const mustPause = `(e.paused_at is null and (cast(:isGone as boolean) or (cast(:isGivenUp as boolean)
  and e.failing_since <= now() - cast(:pauseAfterMs as float8) * interval '1 millisecond')))`;
