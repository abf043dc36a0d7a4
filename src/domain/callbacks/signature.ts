/**
 * How completion callbacks are signed: once as this service's own header has it, once as Standard Webhooks has it, both with
 * the workspace's secret.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an attempt at a delivery is signed over. */
export interface SignedCallback {
  /** The workspace's callback secret, `whsec_` and base64. */
  readonly secret: string;
  readonly deliveryId: string;
  /** The exact bytes of the request's body; a string stands for its UTF-8. */
  readonly body: string | Uint8Array;
}

/** The headers that a delivery is signed with, in lower case. */
export type SignatureHeaders = Readonly<
  Record<'x-service-signature' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/** Signs one attempt. Every attempt has a time and signatures of its own. */
export function signCallback(
  { secret, deliveryId, body }: SignedCallback,
  { signedAt }: { readonly signedAt: Date },
): SignatureHeaders {
  const timestamp = String(Math.floor(signedAt.getTime() / 1000));
  return {
    'x-service-signature': `t=${timestamp},v1=${hmac(secret, `${timestamp}.`, body).toString('hex')}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(decodeSecret(secret), `${deliveryId}.${timestamp}.`, body).toString('base64')}`,
  };
}

/** A request as it was received. Names of headers are in lower case, as Node has them. */
export interface ReceivedCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes, before anything parses them. */
  readonly body: Uint8Array;
}

/** What each of the two schemes says of a request: null where it verifies, else why not. */
export interface CallbackVerdict {
  /** `X-Service-Signature` */
  readonly service: string | null;
  /** `webhook-id`, `webhook-timestamp` and `webhook-signature` */
  readonly standardWebhooks: string | null;
}

/** How old, or how far ahead, a signature may be. */
const toleranceSeconds = 300;

/**
 * Verifies a received request by both schemes.
 *
 * @param secret the workspace's callback secret, `whsec_` and base64
 */
export function verifyCallback(
  received: ReceivedCallback,
  { secret, now }: { readonly secret: string; readonly now: Date },
): CallbackVerdict {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  return {
    service: verifyService(received, secret, nowSeconds),
    standardWebhooks: verifyStandardWebhooks(received, secret, nowSeconds),
  };
}

function verifyService(
  { headers, body }: ReceivedCallback,
  secret: string,
  nowSeconds: number,
): string | null {
  const header = headers['x-service-signature'];
  if (typeof header !== 'string') return 'there is no X-Service-Signature header';
  const parts = header.split(',').map((part) => part.trim().split(/=(.*)/su));
  const valuesOf = (name: string): string[] =>
    parts.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []));
  const [timestamp = ''] = valuesOf('t');
  const problem = checkTimestamp(timestamp, nowSeconds);
  if (problem !== null) return `the t of X-Service-Signature ${problem}`;
  const signatures = valuesOf('v1');
  if (signatures.length === 0) return 'X-Service-Signature holds no v1';
  const expected = hmac(secret, `${timestamp}.`, body).toString('hex');
  if (signatures.some((signature) => isSame(signature, expected))) return null;
  return 'no v1 of X-Service-Signature fits: the body was changed, or the secret is another one';
}

function verifyStandardWebhooks(
  { headers, body }: ReceivedCallback,
  secret: string,
  nowSeconds: number,
): string | null {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const header = headers['webhook-signature'];
  if (typeof id !== 'string') return 'there is no webhook-id header';
  if (typeof timestamp !== 'string') return 'there is no webhook-timestamp header';
  if (typeof header !== 'string') return 'there is no webhook-signature header';
  const problem = checkTimestamp(timestamp, nowSeconds);
  if (problem !== null) return `webhook-timestamp ${problem}`;
  const signatures = header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []));
  if (signatures.length === 0) return 'webhook-signature holds no v1';
  const expected = hmac(decodeSecret(secret), `${id}.${timestamp}.`, body).toString('base64');
  if (signatures.some((signature) => isSame(signature, expected))) return null;
  return 'no v1 of webhook-signature fits: the body or webhook-id was changed, or the secret is another one';
}

function checkTimestamp(text: string, nowSeconds: number): string | null {
  if (!/^\d{1,15}$/u.test(text)) return 'is not a Unix time in seconds';
  const age = nowSeconds - Number(text);
  if (age > toleranceSeconds)
    return `is ${age} s old; more than ${toleranceSeconds} s may be a delivery that was recorded and sent again`;
  if (age < -toleranceSeconds) return `is ${-age} s ahead of this machine's clock`;
  return null;
}

function hmac(key: string | Buffer, prefix: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(prefix).update(body).digest();
}

/** Standard Webhooks takes the bytes that the base64 stands for; `X-Service-Signature` the whole text. */
function decodeSecret(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/u, ''), 'base64');
}

/** In a time that tells nothing of where they differ. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
