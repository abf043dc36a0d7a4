/** Signs callbacks with the workspace's secrets: in Platen's own header and as Standard Webhooks. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signed content of an attempt. */
export interface SignedCallback {
  /**
   * The workspace's callback secrets, `whsec_` and base64: one, or during the overlap of a rotation two, with
   * the new one first. Each adds a signature.
   */
  readonly secrets: readonly string[];
  readonly deliveryId: string;
  /** The exact bytes of the request's body; a string is encoded as UTF-8. */
  readonly body: string | Uint8Array;
}

/** The signature headers, in lower case. */
export type SignatureHeaders = Readonly<
  Record<'x-service-signature' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/** Signs one attempt. Each attempt has its own time, so its signatures differ. */
export function signCallback(
  { secrets, deliveryId, body }: SignedCallback,
  { signedAt }: { readonly signedAt: Date },
): SignatureHeaders {
  const timestamp = getTimestamp(signedAt);
  const own = secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.`, body).toString('hex')}`);
  return {
    'x-service-signature': [`t=${timestamp}`, ...own].join(','),
    ...signStandardWebhook({ secrets, id: deliveryId, body }, { signedAt }),
  };
}

/** Signs one attempt as Standard Webhooks specifies, and no other way. */
export function signStandardWebhook(
  { secrets, id, body }: Pick<SignedCallback, 'secrets' | 'body'> & { readonly id: string },
  { signedAt }: { readonly signedAt: Date },
): Omit<SignatureHeaders, 'x-service-signature'> {
  const timestamp = getTimestamp(signedAt);
  const signatures = secrets.map((secret) => {
    const signature = hmac(decodeSecret(secret), `${id}.${timestamp}.`, body);
    return `v1,${signature.toString('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** Unix time in whole seconds. */
function getTimestamp(signedAt: Date): string {
  return String(Math.floor(signedAt.getTime() / 1000));
}

/** A received request. Header names are in lower case, as in Node. */
export interface ReceivedCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes, before anything parses them. */
  readonly body: Uint8Array;
}

/** The result of each scheme: null if the request is valid, else the reason why it is not. */
export interface CallbackVerdict {
  /** `X-Service-Signature` */
  readonly service: string | null;
  /** `webhook-id`, `webhook-timestamp` and `webhook-signature` */
  readonly standardWebhooks: string | null;
}

/** How old, or how far in the future, a signature may be. */
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
    service: verifyOwnHeader(received, secret, nowSeconds),
    standardWebhooks: verifyStandardWebhooks(received, secret, nowSeconds),
  };
}

function verifyOwnHeader(
  { headers, body }: ReceivedCallback,
  secret: string,
  nowSeconds: number,
): string | null {
  const header = headers['x-service-signature'];
  if (typeof header !== 'string') return 'there is no X-Service-Signature header';
  const parts = header.split(',').map((part) => part.trim().split(/=(.*)/su));
  const getValues = (name: string): string[] =>
    parts.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []));
  const [timestamp = ''] = getValues('t');
  const problem = checkTimestamp(timestamp, nowSeconds);
  if (problem !== null) return `the t of X-Service-Signature ${problem}`;
  const signatures = getValues('v1');
  if (signatures.length === 0) return 'X-Service-Signature holds no v1';
  const expected = hmac(secret, `${timestamp}.`, body).toString('hex');
  if (signatures.some((signature) => isSame(signature, expected))) return null;
  return 'no v1 of X-Service-Signature matches: the body was changed, or the secret differs';
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
  return 'no v1 of webhook-signature matches: the body or webhook-id was changed, or the secret differs';
}

function checkTimestamp(text: string, nowSeconds: number): string | null {
  if (!/^\d{1,15}$/u.test(text)) return 'is not a Unix time in seconds';
  const age = nowSeconds - Number(text);
  if (age > toleranceSeconds)
    return `is ${age} s old; a delivery older than ${toleranceSeconds} s may be a replay`;
  if (age < -toleranceSeconds) return `is ${-age} s ahead of this machine's clock`;
  return null;
}

function hmac(key: string | Buffer, prefix: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(prefix).update(body).digest();
}

/** The key of Standard Webhooks is the decoded base64; the key of `X-Service-Signature` is the whole text. */
function decodeSecret(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/u, ''), 'base64');
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
