/** Endpoints of webhooks, for the owners of a workspace. Changes are logged. */
import type { PlanName, Plans } from '../../config/plans.ts';
import type { CallbackUrlCheck } from '../../outbound/check-callback-url.ts';
import { recordActivity, type ActivityAction, type Person } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import { findMember } from '../../store/members.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  rotateEndpointSecret,
  type EndpointChange,
  type EndpointWithSecret,
  type NewEndpoint,
  type WebhookEndpoint,
} from '../../store/webhooks/endpoints.ts';
import { readRowEventUse, type RowEventUse } from '../../store/webhooks/row-events.ts';
import { toPage, toRange, type PageOf, type PageRequest } from '../pagination.ts';
import { problems } from '../problems/catalogue.ts';

export interface WebhookParts {
  readonly db: Database;
  readonly plans: Plans;
  readonly isCallbackUrlAccepted: CallbackUrlCheck;
}

/** Whose request it is. */
export interface WebhookCaller {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly plan: PlanName;
}

/** A page of the endpoints of a workspace, and what its plan allows. */
export interface EndpointPage extends PageOf<WebhookEndpoint> {
  readonly maxEndpoints: number;
  readonly rowEvents: RowEventUse & { readonly maxPerDay: number };
}

/**
 * The caller as a person, if an owner: an endpoint gets what happens to all members.
 *
 * @throws Problem OWNER_ONLY
 */
async function requireOwner(db: Database, { workspaceId, accountId }: WebhookCaller): Promise<Person> {
  const member = await findMember(db, { workspaceId, memberId: accountId });
  if (member?.role !== 'OWNER') throw problems.webhooksOwnerOnly();
  return { id: member.id, name: member.name };
}

/**
 * Lists endpoints, the oldest first.
 *
 * @throws Problem OWNER_ONLY
 */
export async function readEndpoints(
  { db, plans }: WebhookParts,
  caller: WebhookCaller,
  page: PageRequest,
): Promise<EndpointPage> {
  await requireOwner(db, caller);
  const { webhookEndpoints: maxEndpoints, rowEventsPerDay: maxPerDay } = plans[caller.plan];
  const { endpoints, total } = await listEndpoints(db, caller.workspaceId, toRange(page));
  const use = await readRowEventUse(db, caller.workspaceId);
  return { ...toPage(endpoints, total, page), maxEndpoints, rowEvents: { ...use, maxPerDay } };
}

/**
 * Reads an endpoint.
 *
 * @throws Problem OWNER_ONLY, WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function readEndpoint(
  { db }: Pick<WebhookParts, 'db'>,
  caller: WebhookCaller,
  endpointId: string,
): Promise<WebhookEndpoint> {
  await requireOwner(db, caller);
  const endpoint = await findEndpoint(db, { workspaceId: caller.workspaceId, endpointId });
  if (endpoint === null) throw problems.webhookEndpointNotFound(endpointId);
  return endpoint;
}

/**
 * Adds an endpoint, with a secret of its own.
 *
 * @throws Problem OWNER_ONLY, WEBHOOK_URL_INVALID, WEBHOOK_ENDPOINT_LIMIT_REACHED
 */
export async function createEndpoint(
  parts: WebhookParts,
  caller: WebhookCaller,
  endpoint: NewEndpoint,
): Promise<EndpointWithSecret> {
  const { db, plans } = parts;
  const actor = await requireOwner(db, caller);
  await requireUrl(parts, endpoint.url);
  const { webhookEndpoints: maxEndpoints } = plans[caller.plan];
  return await db.transaction(async (transaction) => {
    const created = await insertEndpoint(transaction, caller.workspaceId, { ...endpoint, maxEndpoints });
    if (created === null) throw problems.webhookEndpointLimitReached(maxEndpoints);
    const { url, types } = created;
    await log(transaction, { caller, actor }, 'WEBHOOK_ENDPOINT_ADDED', url, types.join(', '));
    return created;
  });
}

/**
 * Changes an endpoint, and turns it on or off.
 *
 * @throws Problem OWNER_ONLY, WEBHOOK_URL_INVALID, WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function updateEndpoint(
  parts: WebhookParts,
  caller: WebhookCaller,
  endpointId: string,
  change: EndpointChange,
): Promise<WebhookEndpoint> {
  const { db } = parts;
  const actor = await requireOwner(db, caller);
  if (change.url !== undefined) await requireUrl(parts, change.url);
  return await db.transaction(async (transaction) => {
    const changed = await changeEndpoint(transaction, { ...caller, endpointId }, change);
    if (changed === null) throw problems.webhookEndpointNotFound(endpointId);
    const { url, types, status } = changed;
    const detail = `${types.join(', ')}; ${status}`;
    await log(transaction, { caller, actor }, 'WEBHOOK_ENDPOINT_CHANGED', url, detail);
    return changed;
  });
}

/**
 * Removes an endpoint with the log of its deliveries.
 *
 * @throws Problem OWNER_ONLY, WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function removeEndpoint(
  { db }: WebhookParts,
  caller: WebhookCaller,
  endpointId: string,
): Promise<void> {
  const actor = await requireOwner(db, caller);
  await db.transaction(async (transaction) => {
    const url = await deleteEndpoint(transaction, { ...caller, endpointId });
    if (url === null) throw problems.webhookEndpointNotFound(endpointId);
    await log(transaction, { caller, actor }, 'WEBHOOK_ENDPOINT_REMOVED', url);
  });
}

const hourMs = 60 * 60 * 1000;

/**
 * Replaces the secret of an endpoint. The one before also signs for the hours of the overlap.
 *
 * @throws Problem OWNER_ONLY, WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function rotateSecretOfEndpoint(
  { db }: WebhookParts,
  caller: WebhookCaller,
  endpointId: string,
  { overlapHours }: { readonly overlapHours: number },
): Promise<EndpointWithSecret> {
  const actor = await requireOwner(db, caller);
  return await db.transaction(async (transaction) => {
    const key = { workspaceId: caller.workspaceId, endpointId };
    const rotated = await rotateEndpointSecret(transaction, key, { overlapMs: overlapHours * hourMs });
    if (rotated === null) throw problems.webhookEndpointNotFound(endpointId);
    const { url, previousSecretUntil: until } = rotated;
    const detail = until === null ? 'No overlap' : `Both sign until ${until.toISOString()}`;
    await log(transaction, { caller, actor }, 'WEBHOOK_SECRET_ROTATED', url, detail);
    return rotated;
  });
}

async function requireUrl({ isCallbackUrlAccepted }: WebhookParts, url: string): Promise<void> {
  if (!(await isCallbackUrlAccepted(url))) throw problems.webhookUrlRefused(url);
}

async function log(
  transaction: Database,
  { caller: { workspaceId }, actor }: { readonly caller: WebhookCaller; readonly actor: Person },
  action: ActivityAction,
  subject: string,
  detail?: string,
): Promise<void> {
  await recordActivity(transaction, { workspaceId, actor, action, accountId: null, subject, detail });
}
