import { sendTestEvent } from '../src/domain/webhooks/deliveries.ts';
import type { Handler } from './operation.ts';

export const sendWebhookTest: Handler<'sendWebhookTest'> = async ({ caller, path }, { webhooks }) => {
  const eventId = await sendTestEvent(webhooks, caller, path.endpointId);
  return { status: 202, headers: {}, body: { eventId } };
};
