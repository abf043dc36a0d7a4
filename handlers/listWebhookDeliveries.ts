import { readWebhookDeliveries } from '../src/domain/webhooks/deliveries.ts';
import { webhookDeliveryBody } from './mapping/webhook.ts';
import type { Handler } from './operation.ts';

export const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async (
  { caller, path, query },
  { webhooks },
) => {
  const { data, pagination } = await readWebhookDeliveries(webhooks, caller, path.endpointId, query);
  return { status: 200, headers: {}, body: { data: data.map(webhookDeliveryBody), pagination } };
};
