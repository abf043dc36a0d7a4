import { replayEvents } from '../src/domain/webhooks/deliveries.ts';
import type { Handler } from './operation.ts';

export const replayWebhookEvents: Handler<'replayWebhookEvents'> = async (
  { caller, path, body },
  { webhooks },
) => {
  const replay = await replayEvents(webhooks, caller, path.endpointId, body);
  return { status: 202, headers: {}, body: { ...replay } };
};
