/** Deliveries to an endpoint as its owners see them, tests and replays. */
import type { Database } from '../../store/database.ts';
import {
  listWebhookDeliveries,
  type WebhookDelivery,
  type WebhookFilter,
} from '../../store/webhooks/delivery-log.ts';
import { emitTest } from '../../store/webhooks/events.ts';
import { replayDeliveries, type Replay, type ReplaySelection } from '../../store/webhooks/replays.ts';
import { toPage, toRange, type PageOf, type PageRequest } from '../pagination.ts';
import { problems } from '../problems/catalogue.ts';
import { readEndpoint, type WebhookCaller } from './endpoints.ts';

interface DeliveryParts {
  readonly db: Database;
}

/**
 * One page of an endpoint's deliveries, newest first, with their last attempts.
 *
 * @throws Problem OWNER_ONLY, WEBHOOK_ENDPOINT_NOT_FOUND
 */
export async function readWebhookDeliveries(
  { db }: DeliveryParts,
  caller: WebhookCaller,
  endpointId: string,
  { status, type, ...page }: WebhookFilter & PageRequest,
): Promise<PageOf<WebhookDelivery>> {
  await readEndpoint({ db }, caller, endpointId);
  const { deliveries, total } = await listWebhookDeliveries(db, endpointId, { status, type }, toRange(page));
  return toPage(deliveries, total, page);
}

/**
 * Sends a test event to an endpoint, also to a paused one, and returns its id.
 *
 * @throws Problem OWNER_ONLY, WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_ENDPOINT_OFF
 */
export async function sendTestEvent(
  { db }: DeliveryParts,
  caller: WebhookCaller,
  endpointId: string,
): Promise<string> {
  const { status } = await readEndpoint({ db }, caller, endpointId);
  if (status === 'DISABLED') throw problems.webhookEndpointOff('disabled');
  const eventId = await emitTest(db, { workspaceId: caller.workspaceId, endpointId });
  if (eventId === null) throw problems.webhookEndpointNotFound(endpointId);
  return eventId;
}

/** What a replay is asked for: one event, or a span of time. */
export interface ReplayRequest {
  readonly eventId?: string | undefined;
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly include?: 'NOT_DELIVERED' | 'ALL' | undefined;
}

/**
 * Plans deliveries of an endpoint again, from their first attempt.
 *
 * @throws Problem VALIDATION_ERROR, OWNER_ONLY, WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_EVENT_NOT_FOUND,
 *   WEBHOOK_ENDPOINT_OFF
 */
export async function replayEvents(
  { db }: DeliveryParts,
  caller: WebhookCaller,
  endpointId: string,
  request: ReplayRequest,
): Promise<Replay> {
  const selection = readSelection(request);
  const { status } = await readEndpoint({ db }, caller, endpointId);
  if (status === 'DISABLED') throw problems.webhookEndpointOff('disabled');
  // A single event is a probe; many would all wait for an endpoint that does not answer.
  if (status === 'PAUSED' && !('eventId' in selection)) throw problems.webhookEndpointOff('paused');
  const replay = await replayDeliveries(db, endpointId, selection);
  if ('eventId' in selection && replay.planned === 0)
    throw problems.webhookEventNotFound(selection.eventId, endpointId);
  return replay;
}

function readSelection({ eventId, since, until, include }: ReplayRequest): ReplaySelection {
  if (eventId !== undefined) {
    const extra = Object.entries({ since, until, include }).filter(([, value]) => value !== undefined);
    if (extra.length > 0)
      throw problems.invalidRequest(
        extra.map(([name]) => ({
          pointer: `/${name}`,
          detail: `${name} selects events by time. It cannot be used with eventId.`,
        })),
      );
    return { eventId };
  }
  if (since === undefined)
    throw problems.invalidRequest([
      { pointer: '/since', detail: 'Expected a time, or an eventId, but received neither.' },
    ]);
  if (until !== undefined && Date.parse(until) <= Date.parse(since))
    throw problems.invalidRequest([
      { pointer: '/until', detail: `Expected a time after since (${since}) but received ${until}.` },
    ]);
  return {
    since: new Date(since),
    until: until === undefined ? null : new Date(until),
    withDelivered: include === 'ALL',
  };
}
