import type { components } from './openapi.ts';

/** The body of a completion callback. */
export type Completion = components['schemas']['BatchCompletion'];

/** Request headers of fetch, Node, Express and similar frameworks. */
export type CallbackHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether a delivery is genuine, and its body if it is. */
export type CallbackVerdict =
  | { readonly genuine: true; readonly completion: Completion }
  | {
      readonly genuine: false;
      /**
       * `unsigned`: no signature in a known form. `mismatch`: another secret or other bytes. `stale`: signed
       * too long ago, or by a clock that is ahead. `unreadable`: genuine, but not JSON.
       */
      readonly reason: 'unsigned' | 'mismatch' | 'stale' | 'unreadable';
    };

interface Signature {
  readonly time: string;
  readonly signed: string;
  readonly key: Uint8Array<ArrayBuffer>;
  readonly macs: readonly Uint8Array<ArrayBuffer>[];
}

const encoder = new TextEncoder();

/**
 * Verifies a completion callback by `X-Service-Signature` or by the headers of Standard Webhooks, in constant
 * time. One matching signature that is at most `tolerance` seconds (300) old is enough.
 *
 * @param rawBody the received bytes; JSON that was parsed and written again has other bytes.
 * @param secret the callback secret of the workspace, `whsec_` included.
 */
export async function verifyCallback(
  rawBody: Uint8Array | ArrayBuffer | string,
  headers: CallbackHeaders,
  secret: string,
  { now = Date.now(), tolerance = 300 }: { readonly now?: number; readonly tolerance?: number } = {},
): Promise<CallbackVerdict> {
  if (!secret.startsWith('whsec_')) throw new TypeError('The callback secret must start with whsec_.');
  const body = readBody(rawBody);
  const signatures = [serviceSignature(headers, secret), standardSignature(headers, secret)].filter(
    (signature) => signature !== null,
  );
  if (signatures.length === 0) return { genuine: false, reason: 'unsigned' };
  let isStale = false;
  for (const signature of signatures) {
    if (!(await matches(signature, body))) continue;
    if (Math.abs(now / 1000 - Number(signature.time)) <= tolerance) return readCompletion(body);
    isStale = true;
  }
  return { genuine: false, reason: isStale ? 'stale' : 'mismatch' };
}

/** `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`; the key is the secret as text. */
function serviceSignature(headers: CallbackHeaders, secret: string): Signature | null {
  const pairs = readHeader(headers, 'x-service-signature')
    .split(',')
    .map((pair) => pair.trim().split('=', 2));
  const time = pairs.find(([name]) => name === 't')?.[1] ?? '';
  const macs = pairs.flatMap(([name, value = '']) => (name === 'v1' ? readHex(value) : []));
  if (!isTime(time) || macs.length === 0) return null;
  return { time, signed: `${time}.`, key: encoder.encode(secret), macs };
}

/** `v1,<base64>[ v1,<base64>…]`; the key is the decoded secret. */
function standardSignature(headers: CallbackHeaders, secret: string): Signature | null {
  const time = readHeader(headers, 'webhook-timestamp');
  const macs = readHeader(headers, 'webhook-signature')
    .split(' ')
    .flatMap((text) => (text.startsWith('v1,') ? readBase64(text.slice(3)) : []));
  const [key] = readBase64(secret.slice('whsec_'.length));
  if (!isTime(time) || macs.length === 0 || key === undefined) return null;
  return { time, signed: `${readHeader(headers, 'webhook-id')}.${time}.`, key, macs };
}

/** Whether one of the signatures matches. Web Crypto compares in constant time. */
async function matches({ signed, key, macs }: Signature, body: Uint8Array): Promise<boolean> {
  const prefix = encoder.encode(signed);
  const message = new Uint8Array(prefix.length + body.length);
  message.set(prefix);
  message.set(body, prefix.length);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
  const results = await Promise.all(macs.map((mac) => crypto.subtle.verify('HMAC', imported, mac, message)));
  return results.includes(true);
}

function readBody(rawBody: Uint8Array | ArrayBuffer | string): Uint8Array {
  if (typeof rawBody === 'string') return encoder.encode(rawBody);
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  if (ArrayBuffer.isView(rawBody)) return rawBody;
  throw new TypeError('The body must be the received bytes, but it was already parsed.');
}

function readCompletion(body: Uint8Array): CallbackVerdict {
  try {
    return { genuine: true, completion: JSON.parse(new TextDecoder().decode(body)) as Completion };
  } catch {
    return { genuine: false, reason: 'unreadable' };
  }
}

/** The value of a header, by its name in lower case; empty if it is missing. */
export function readHeader(headers: CallbackHeaders, name: string): string {
  // `instanceof Headers` fails for the Headers of another realm or package.
  if (isFetchHeaders(headers)) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
  return typeof found === 'string' ? found : found.join(',');
}

function isFetchHeaders(headers: CallbackHeaders): headers is Headers {
  return typeof headers.get === 'function';
}

function isTime(text: string): boolean {
  return /^\d{1,12}$/.test(text);
}

/** A list with the decoded bytes; empty if the text is not hexadecimal. */
function readHex(text: string): Uint8Array<ArrayBuffer>[] {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return [];
  return [Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))];
}

/** A list with the decoded bytes; empty if the text is not base64. */
function readBase64(text: string): Uint8Array<ArrayBuffer>[] {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return [];
  try {
    return [Uint8Array.from(atob(text), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}
