import { removeEndpoint } from '../src/domain/webhooks/endpoints.ts';
import type { Handler } from './operation.ts';

export const deleteWebhookEndpoint: Handler<'deleteWebhookEndpoint'> = async (
  { caller, path },
  { webhooks },
) => {
  await removeEndpoint(webhooks, caller, path.endpointId);
  return { status: 204, headers: {} };
};
