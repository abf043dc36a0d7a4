import { readEndpoint } from '../src/domain/webhooks/endpoints.ts';
import { webhookEndpointBody } from './mapping/webhook.ts';
import type { Handler } from './operation.ts';

export const getWebhookEndpoint: Handler<'getWebhookEndpoint'> = async ({ caller, path }, { webhooks }) => {
  const endpoint = await readEndpoint(webhooks, caller, path.endpointId);
  return { status: 200, headers: {}, body: webhookEndpointBody(endpoint) };
};
