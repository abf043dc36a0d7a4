import { createEndpoint } from '../src/domain/webhooks/endpoints.ts';
import { webhookEndpointBody } from './mapping/webhook.ts';
import type { Handler } from './operation.ts';

export const createWebhookEndpoint: Handler<'createWebhookEndpoint'> = async (
  { caller, body },
  { webhooks },
) => {
  const { url, types, description = '' } = body;
  const { secret, ...endpoint } = await createEndpoint(webhooks, caller, { url, types, description });
  return { status: 201, headers: {}, body: { ...webhookEndpointBody(endpoint), secret } };
};
