import type { Dispatcher } from 'undici';
import { createAddressRules } from './address-rules.ts';
import { checkUrl } from './check-url.ts';
import { OutboundError, type OriginFailure, type OutboundErrorKind } from './outbound-error.ts';
import { hasImageSignature, signatureBytes } from './image-signature.ts';
import { sendRequest, type Guard } from './send-request.ts';
import { resolveWithSystem, type Resolver } from './system-resolver.ts';

export interface ImageFetcherOptions {
  /** CIDR blocks of private addresses that are permitted. */
  readonly allow: readonly string[];
  readonly maxBytes: number;
  /** One deadline for everything: DNS, connections, redirects and the last byte of the body. */
  readonly timeoutMs: number;
  readonly resolve?: Resolver;
}

/** An image's bytes, or why there are none: a failure of the remote server is a result, not an exception. */
export type FetchedImage =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly ok: false;
      readonly kind: OutboundErrorKind;
      /** Who must act: the client that gave the URL, or the remote server. */
      readonly fault: 'value' | 'origin';
      /** What the remote server did; null if it is not involved. */
      readonly originFailure: OriginFailure | null;
      /** A predicate: the name of the value that holds the URL goes in front. */
      readonly detail: string;
    };

/**
 * Fetches an image. Rejects only if the signal aborts, with its reason.
 *
 * @param onBytes called with the size of each chunk that arrives. Returns the milliseconds to wait before
 *   more is read.
 * @param isAllowed whether an image may come from a URL; called with the target of each redirect, too
 */
export type ImageFetcher = (
  url: string,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => number,
  isAllowed?: (url: URL) => boolean,
) => Promise<FetchedImage>;

const maxRedirects = 5;

const requestHeaders = {
  accept: 'image/avif, image/webp, image/png, image/jpeg, image/gif',
  // A compressed response could expand a thousandfold, and images gain nothing from it.
  'accept-encoding': 'identity',
  'user-agent': 'platen',
};

/** Creates the function that fetches all images from URLs of clients. */
export function createImageFetcher(options: ImageFetcherOptions): ImageFetcher {
  const rules = createAddressRules(options.allow);
  const resolve = options.resolve ?? resolveWithSystem;
  return async (text, signal, onBytes, isAllowed) => {
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
    const stop = signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]);
    try {
      return {
        ok: true,
        bytes: await followRedirects(text, {
          rules,
          resolve,
          signal: stop,
          maxBytes: options.maxBytes,
          onBytes,
          isAllowed,
        }),
      };
    } catch (error) {
      signal?.throwIfAborted();
      const { kind, fault, originFailure, message } = toOutboundError(error, deadline.signal);
      return { ok: false, kind, fault, originFailure, detail: message };
    } finally {
      clearTimeout(timer);
    }
  };
}

interface Fetch extends Guard {
  readonly maxBytes: number;
  readonly onBytes: ((bytes: number) => number) | undefined;
  readonly isAllowed: ((url: URL) => boolean) | undefined;
}

async function followRedirects(text: string, fetch: Fetch): Promise<Uint8Array<ArrayBuffer>> {
  let url = checkUrl(text);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    if (fetch.isAllowed?.(url) === false)
      throw new OutboundError('refused', 'leads to a host that is not allowed here.');
    const result = await request(url, fetch);
    if ('bytes' in result) return result.bytes;
    url = checkUrl(result.location, url);
  }
  throw new OutboundError(
    'redirects',
    `was redirected more than ${maxRedirects} times; use the final address.`,
  );
}

/** Sends one request. Returns the image, or the target of a redirect. */
async function request(
  url: URL,
  fetch: Fetch,
): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { location: string }> {
  const body = new ImageBody(fetch);
  let location: string | null = null;
  await sendRequest(
    url,
    { method: 'GET', headers: requestHeaders },
    {
      onHead(status, headers) {
        location = checkStatus(status, headers);
        if (location === null) body.checkHeaders(headers);
        return location === null;
      },
      onData: (chunk) => body.add(chunk),
    },
    fetch,
  );
  return location === null ? { bytes: body.finish() } : { location };
}

type Headers = Dispatcher.ResponseData['headers'];

/** Returns the target of a redirect, or null for 200. Throws OutboundError for every other status. */
function checkStatus(status: number, { location }: Headers): string | null {
  if ([301, 302, 303, 307, 308].includes(status) && typeof location === 'string') return location;
  if (status >= 500) {
    throw new OutboundError(
      'status-5xx',
      `could not be fetched: its server answered ${status}; try again later.`,
    );
  }
  if (status !== 200) {
    throw new OutboundError(
      'status-4xx',
      `could not be fetched: its server answered ${status}; check the address.`,
    );
  }
  return null;
}

/** The image while it arrives. */
class ImageBody {
  readonly #fetch: Fetch;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #isImage = false;
  #mediaType = '';

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  checkHeaders(headers: Headers): void {
    this.#mediaType = String(headers['content-type'] ?? '');
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      throw new OutboundError(
        'not-image',
        'was sent compressed although that was not asked for; use another server.',
      );
    }
    const { maxBytes } = this.#fetch;
    if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  }

  /** Adds a chunk. Returns the milliseconds to wait before the next one. */
  add(chunk: Buffer): number {
    const { maxBytes, onBytes, signal } = this.#fetch;
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    if (this.#length > maxBytes) throw tooLarge(maxBytes);
    const waitMs = onBytes?.(chunk.byteLength) ?? 0;
    signal.throwIfAborted();
    if (!this.#isImage && this.#length >= signatureBytes)
      this.#isImage = checkSignature(Buffer.concat(this.#chunks, signatureBytes), this.#mediaType);
    return waitMs;
  }

  finish(): Buffer<ArrayBuffer> {
    const bytes = Buffer.concat(this.#chunks, this.#length);
    if (!this.#isImage) checkSignature(bytes, this.#mediaType);
    return bytes;
  }
}

function checkSignature(head: Uint8Array, mediaType: string): true {
  if (hasImageSignature(head)) return true;
  if (isWebPage(head, mediaType)) {
    throw new OutboundError(
      'not-image',
      'is a web page, not an image: give the address of the file itself. Links for sharing lead to pages.',
    );
  }
  throw new OutboundError('not-image', 'is not an image; accepted are png, jpeg, webp, gif and avif.');
}

/** A page may come without its type, or as plain text. */
function isWebPage(head: Uint8Array, mediaType: string): boolean {
  return (
    /^(text\/html|application\/xhtml)/iu.test(mediaType) ||
    /^\s*<(!doctype\s|html|head)/iu.test(Buffer.from(head).toString('latin1').replace('ï»¿', ''))
  );
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError(
    'too-large',
    `is larger than the ${maxBytes} bytes that are accepted; use a smaller image.`,
  );
}

function toOutboundError(error: unknown, deadline: AbortSignal): OutboundError {
  if (deadline.aborted && deadline.reason instanceof OutboundError) return deadline.reason;
  if (error instanceof OutboundError) return error;
  // undici wraps errors of the connector.
  if (error instanceof Error && error.cause instanceof OutboundError) return error.cause;
  return new OutboundError('connect', `could not be fetched: ${describe(error)}.`);
}

/**
 * Says in plain words what failed: system messages contain addresses and ports, which clients must not see.
 */
function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ECONNREFUSED') return 'its server refuses the connection';
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER|EPROTO/u.test(code))
    return 'its server has no certificate that can be verified';
  if (/^(?:HPE_|UND_ERR_(?:HEADERS|REQ|RES|INVALID))/u.test(code))
    return 'its server does not answer in proper HTTP';
  return 'the connection to its server broke';
}
