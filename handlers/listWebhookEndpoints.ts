import { readEndpoints } from '../src/domain/webhooks/endpoints.ts';
import { webhookEndpointBody } from './mapping/webhook.ts';
import type { Handler } from './operation.ts';

export const listWebhookEndpoints: Handler<'listWebhookEndpoints'> = async (
  { caller, query },
  { webhooks },
) => {
  const { data, ...rest } = await readEndpoints(webhooks, caller, query);
  return { status: 200, headers: {}, body: { data: data.map(webhookEndpointBody), ...rest } };
};
