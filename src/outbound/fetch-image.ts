import { Client, type Dispatcher } from 'undici';
import { createAddressRules, type AddressRules } from './address-rules.ts';
import { checkUrl } from './check-url.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { OutboundError, type OutboundErrorKind } from './outbound-error.ts';
import { looksLikePicture, magicBytes } from './picture-magic.ts';
import { resolveWithSystem, type Resolver } from './resolve-name.ts';

export interface ImageFetcherOptions {
  /** CIDR blocks that the refusal of private addresses exempts. */
  readonly allow: readonly string[];
  readonly maxBytes: number;
  /** One deadline over everything: names, connections, redirects and the last byte of the body. */
  readonly timeoutMs: number;
  readonly resolve?: Resolver;
}

/** A picture's bytes, or why there are none: a remote's failure is a result, not an exception. */
export type FetchedImage =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | {
      readonly ok: false;
      readonly kind: OutboundErrorKind;
      /** Who has to do something: whoever gave the address, or its server. */
      readonly fault: 'value' | 'origin';
      /** The end of a sentence that begins with whatever holds the address. */
      readonly detail: string;
    };

/**
 * Fetches a picture; rejects only with the signal's reason where that aborts.
 *
 * @param onBytes told of bytes as they arrive
 */
export type ImageFetcher = (
  url: string,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
) => Promise<FetchedImage>;

const maxRedirects = 5;

const requestHeaders = {
  accept: 'image/avif, image/webp, image/png, image/jpeg, image/gif',
  // A compressed answer could be a thousand times as large as its bytes; pictures gain nothing from it.
  'accept-encoding': 'identity',
  'user-agent': 'platen',
};

/** Makes the one function through which pictures from addresses that callers chose come in. */
export function createImageFetcher(options: ImageFetcherOptions): ImageFetcher {
  const rules = createAddressRules(options.allow);
  const resolve = options.resolve ?? resolveWithSystem;
  return async (text, signal, onBytes = ignoreBytes) => {
    const deadline = new AbortController();
    const seconds = options.timeoutMs / 1000;
    const timer = setTimeout(
      () =>
        deadline.abort(
          new OutboundError(
            'timeout',
            `was not delivered within ${seconds} s; try again, or use a faster server.`,
          ),
        ),
      options.timeoutMs,
    );
    const ends = signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]);
    try {
      return {
        ok: true,
        bytes: await followRedirects(text, {
          rules,
          resolve,
          signal: ends,
          maxBytes: options.maxBytes,
          onBytes,
        }),
      };
    } catch (error) {
      signal?.throwIfAborted();
      const { kind, fault, message } = toOutboundError(error, deadline.signal);
      return { ok: false, kind, fault, detail: message };
    } finally {
      clearTimeout(timer);
    }
  };
}

interface Fetch {
  readonly rules: AddressRules;
  readonly resolve: Resolver;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly onBytes: (bytes: number) => void;
}

function ignoreBytes(): void {
  // Nobody counts them.
}

async function followRedirects(text: string, fetch: Fetch): Promise<Uint8Array> {
  let url = checkUrl(text);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await request(url, fetch);
    if ('bytes' in answer) return answer.bytes;
    url = checkUrl(answer.location, url);
  }
  throw new OutboundError(
    'redirects',
    `was redirected more than ${maxRedirects} times; use the final address.`,
  );
}

/** One request on a connection of its own, which is closed whatever came of it. */
async function request(url: URL, fetch: Fetch): Promise<{ bytes: Uint8Array } | { location: string }> {
  const client = new Client(url.origin, {
    connect: createGuardedConnector(fetch),
    allowH2: false,
    pipelining: 1,
    // Its time-outs are for silence; only the signal also ends what drips.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const close = () => void client.destroy().catch(() => undefined);
  fetch.signal.addEventListener('abort', close, { once: true });
  try {
    const response = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: requestHeaders,
      signal: fetch.signal,
    });
    // Whoever leaves a body unread has to be ready for its error.
    response.body.on('error', () => undefined);
    const location = checkStatus(response);
    return location === null ? { bytes: await readBody(response, fetch) } : { location };
  } finally {
    fetch.signal.removeEventListener('abort', close);
    close();
  }
}

/** Where a redirect leads, or null where the answer itself is to be read. Throws OutboundError for every other status. */
function checkStatus({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  if ([301, 302, 303, 307, 308].includes(statusCode) && typeof headers['location'] === 'string')
    return headers['location'];
  if (statusCode >= 500) {
    throw new OutboundError(
      'status-5xx',
      `could not be fetched: its server answered ${statusCode}; try again later.`,
    );
  }
  if (statusCode !== 200) {
    throw new OutboundError(
      'status-4xx',
      `could not be fetched: its server answered ${statusCode}; check the address.`,
    );
  }
  return null;
}

async function readBody(
  { headers, body }: Dispatcher.ResponseData,
  { maxBytes, onBytes, signal }: Fetch,
): Promise<Uint8Array> {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new OutboundError(
      'not-image',
      'was sent compressed although that was not asked for; use another server.',
    );
  }
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  let isPicture = false;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    onBytes(chunk.byteLength);
    signal.throwIfAborted();
    if (!isPicture && length >= magicBytes)
      isPicture = checkMagic(Buffer.concat(chunks, Math.min(length, magicBytes)));
  }
  const bytes = Buffer.concat(chunks, length);
  if (!isPicture) checkMagic(bytes);
  return bytes;
}

function checkMagic(head: Uint8Array): true {
  if (looksLikePicture(head)) return true;
  throw new OutboundError('not-image', 'is not a picture; accepted are png, jpeg, webp, gif and avif.');
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError(
    'too-large',
    `is larger than the ${maxBytes} bytes that are accepted; use a smaller picture.`,
  );
}

function toOutboundError(error: unknown, deadline: AbortSignal): OutboundError {
  if (deadline.aborted && deadline.reason instanceof OutboundError) return deadline.reason;
  if (error instanceof OutboundError) return error;
  // undici wraps what a connector threw.
  if (error instanceof Error && error.cause instanceof OutboundError) return error.cause;
  return new OutboundError('connect', `could not be fetched: ${describe(error)}.`);
}

/** In plain words: addresses and ports in the system's own messages are not for callers. */
function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ECONNREFUSED') return 'its server refuses the connection';
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER|EPROTO/u.test(code))
    return 'its server has no certificate that can be verified';
  if (/^(?:HPE_|UND_ERR_(?:HEADERS|REQ|RES|INVALID))/u.test(code))
    return 'its server does not answer in proper HTTP';
  return 'the connection to its server broke';
}
