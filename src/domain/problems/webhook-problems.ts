import { Problem } from './problem.ts';

/** Problems of webhooks. */
export const webhookProblems = {
  webhooksOwnerOnly: () =>
    new Problem(
      'OWNER_ONLY',
      'Only an owner of the workspace may use its webhooks: they get what happens to all members.',
    ),
  webhookUrlRefused: (url: string) => {
    const detail = `Expected a public https URL without a user name but received ${JSON.stringify(
      url.slice(0, 200),
    )}.`;
    return new Problem('WEBHOOK_URL_INVALID', `/url: ${detail}`, {
      errors: [{ pointer: '/url', detail }],
    });
  },
  webhookEndpointNotFound: (id: string) =>
    new Problem('WEBHOOK_ENDPOINT_NOT_FOUND', `There is no webhook endpoint ${id} in this workspace.`),
  webhookEventNotFound: (eventId: string, endpointId: string) =>
    new Problem(
      'WEBHOOK_EVENT_NOT_FOUND',
      `The webhook endpoint ${endpointId} has no delivery of an event ${eventId}. It may be too old.`,
    ),
  webhookEndpointLimitReached: (maxEndpoints: number) =>
    new Problem(
      'WEBHOOK_ENDPOINT_LIMIT_REACHED',
      `The workspace may have ${maxEndpoints} webhook endpoints, and has as many. Remove one, or ask for a ` +
        'larger plan.',
    ),
  webhookEndpointOff: (word: 'paused' | 'disabled') =>
    new Problem(
      'WEBHOOK_ENDPOINT_OFF',
      `The webhook endpoint is ${word}. Set its status to ACTIVE, then try again.`,
    ),
};
