import { readHeader, verifyCallback, type CallbackHeaders, type CallbackVerdict } from './callback.ts';
import type { components } from './openapi.ts';

/** The body of a webhook. */
export type WebhookEvent = components['schemas']['WebhookEvent'];

/** Whether a webhook is genuine, and its event if it is. */
export type WebhookVerdict =
  | {
      readonly genuine: true;
      /** The same for all attempts: store it and skip known ones. */
      readonly id: string;
      readonly event: WebhookEvent;
    }
  | Extract<CallbackVerdict, { readonly genuine: false }>;

/** The headers of Standard Webhooks. Webhooks have no others that sign them. */
const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * Verifies a webhook by the headers of Standard Webhooks, in constant time. One matching signature that is at
 * most `tolerance` seconds (300) old is enough.
 *
 * @param rawBody the received bytes; JSON that was parsed and written again has other bytes.
 * @param secret that of the endpoint, `whsec_` included.
 */
export async function verifyWebhook(
  rawBody: Uint8Array | ArrayBuffer | string,
  headers: CallbackHeaders,
  secret: string,
  options: { readonly now?: number; readonly tolerance?: number } = {},
): Promise<WebhookVerdict> {
  const given = Object.fromEntries(signed.map((name) => [name, readHeader(headers, name)]));
  const verdict = await verifyCallback(rawBody, given, secret, options);
  if (!verdict.genuine) return verdict;
  // What was signed for a webhook is an event.
  const event = verdict.completion as unknown as WebhookEvent;
  return { genuine: true, id: readHeader(headers, 'webhook-id'), event };
}
