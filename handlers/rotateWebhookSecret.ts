import { rotateSecretOfEndpoint } from '../src/domain/webhooks/endpoints.ts';
import { webhookEndpointBody } from './mapping/webhook.ts';
import type { Handler } from './operation.ts';

export const rotateWebhookSecret: Handler<'rotateWebhookSecret'> = async (
  { caller, path, query },
  { webhooks },
) => {
  const { secret, ...endpoint } = await rotateSecretOfEndpoint(webhooks, caller, path.endpointId, query);
  return { status: 200, headers: {}, body: { ...webhookEndpointBody(endpoint), secret } };
};
