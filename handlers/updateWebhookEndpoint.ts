import { updateEndpoint } from '../src/domain/webhooks/endpoints.ts';
import { webhookEndpointBody } from './mapping/webhook.ts';
import type { Handler } from './operation.ts';

export const updateWebhookEndpoint: Handler<'updateWebhookEndpoint'> = async (
  { caller, path, body },
  { webhooks },
) => {
  const { status, ...change } = body;
  const isActive = status === undefined ? undefined : status === 'ACTIVE';
  const endpoint = await updateEndpoint(webhooks, caller, path.endpointId, { ...change, isActive });
  return { status: 200, headers: {}, body: webhookEndpointBody(endpoint) };
};
