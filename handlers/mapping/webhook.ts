import type { components } from '../../generated/openapi.ts';
import type { WebhookDelivery } from '../../src/store/webhooks/delivery-log.ts';
import type { WebhookEndpoint } from '../../src/store/webhooks/endpoints.ts';

type Schemas = components['schemas'];

/** An endpoint of webhooks in the contract's form. */
export function webhookEndpointBody(endpoint: WebhookEndpoint): Schemas['WebhookEndpoint'] {
  return {
    ...endpoint,
    types: endpoint.types as Schemas['WebhookEventType'][],
    createdAt: endpoint.createdAt.toISOString(),
    pausedAt: endpoint.pausedAt?.toISOString() ?? null,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    previousSecretUntil: endpoint.previousSecretUntil?.toISOString() ?? null,
  };
}

/** A delivery of an event in the contract's form. */
export function webhookDeliveryBody(delivery: WebhookDelivery): Schemas['WebhookDelivery'] {
  const { eventId, body, status, attempts, lastError, attemptLog } = delivery;
  return {
    eventId,
    event: JSON.parse(body) as Schemas['WebhookEvent'],
    status,
    attempts,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    lastError,
    attemptLog: attemptLog.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  };
}
