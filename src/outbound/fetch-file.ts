import type { Dispatcher } from 'undici';
import { createAddressRules } from './address-rules.ts';
import { checkUrl } from './check-url.ts';
import { OutboundError, type OriginFailure, type OutboundErrorKind } from './outbound-error.ts';
import { sendRequest, type Guard } from './send-request.ts';
import { resolveWithSystem, type Resolver } from './system-resolver.ts';

/** Which files are fetched. */
export interface FetchedKind {
  /** The value of the header `Accept`. */
  readonly accept: string;
  /** What a message calls it. */
  readonly noun: string;
  /** Of the error for another file. */
  readonly wrongKind: 'not-image' | 'not-rows';
  /** How many bytes `check` needs. */
  readonly headBytes: number;
  /** Throws OutboundError for the beginning of another file. */
  readonly check: (head: Uint8Array, mediaType: string) => void;
}

export interface FileFetcherOptions {
  /** CIDR blocks of private addresses that are permitted. */
  readonly allow: readonly string[];
  readonly maxBytes: number;
  /** One deadline for everything: DNS, connections, redirects and the last byte of the body. */
  readonly timeoutMs: number;
  readonly resolve?: Resolver;
}

/** A file's bytes, or why there are none: a failure of the remote server is a result, not an exception. */
export type FetchedFile =
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
 * Fetches a file. Rejects only if the signal aborts, with its reason.
 *
 * @param onBytes called with the size of each chunk that arrives. Returns the milliseconds to wait before
 *   more is read.
 * @param isAllowed whether a file may come from a URL; called with the target of each redirect, too
 */
export type FileFetcher = (
  url: string,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => number,
  isAllowed?: (url: URL) => boolean,
) => Promise<FetchedFile>;

const maxRedirects = 5;

const requestHeaders = {
  // A compressed response could expand a thousandfold, and images gain nothing from it.
  'accept-encoding': 'identity',
  'user-agent': 'platen',
};

/** Creates the function that fetches files of a kind from URLs of clients. */
export function createFileFetcher(options: FileFetcherOptions, fileKind: FetchedKind): FileFetcher {
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
          fileKind,
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
  readonly fileKind: FetchedKind;
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

/** Sends one request. Returns the file, or the target of a redirect. */
async function request(
  url: URL,
  fetch: Fetch,
): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { location: string }> {
  const body = new FileBody(fetch);
  let location: string | null = null;
  await sendRequest(
    url,
    { method: 'GET', headers: { ...requestHeaders, accept: fetch.fileKind.accept } },
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

/** The file while it arrives. */
class FileBody {
  readonly #fetch: Fetch;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #isChecked = false;
  #mediaType = '';

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  checkHeaders(headers: Headers): void {
    this.#mediaType = String(headers['content-type'] ?? '');
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      throw new OutboundError(
        this.#fetch.fileKind.wrongKind,
        'was sent compressed although that was not asked for; use another server.',
      );
    }
    const { maxBytes } = this.#fetch;
    if (Number(headers['content-length']) > maxBytes) throw tooLarge(this.#fetch);
  }

  /** Adds a chunk. Returns the milliseconds to wait before the next one. */
  add(chunk: Buffer): number {
    const { maxBytes, onBytes, signal } = this.#fetch;
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    if (this.#length > maxBytes) throw tooLarge(this.#fetch);
    const waitMs = onBytes?.(chunk.byteLength) ?? 0;
    signal.throwIfAborted();
    const { headBytes } = this.#fetch.fileKind;
    if (!this.#isChecked && this.#length >= headBytes) this.#check(Buffer.concat(this.#chunks, headBytes));
    return waitMs;
  }

  finish(): Buffer<ArrayBuffer> {
    const bytes = Buffer.concat(this.#chunks, this.#length);
    if (!this.#isChecked) this.#check(bytes);
    return bytes;
  }

  #check(head: Uint8Array): void {
    this.#fetch.fileKind.check(head, this.#mediaType);
    this.#isChecked = true;
  }
}

/** Whether a file is a web page. It may come without its type, or as plain text. */
export function isWebPage(head: Uint8Array, mediaType: string): boolean {
  const text = Buffer.from(head).toString('latin1').replace('\u00ef\u00bb\u00bf', '');
  return /^(text\/html|application\/xhtml)/iu.test(mediaType) || /^\s*<(!doctype\s|html|head)/iu.test(text);
}

function tooLarge({ maxBytes, fileKind: { noun } }: Fetch): OutboundError {
  return new OutboundError(
    'too-large',
    `is larger than the ${maxBytes} bytes that are accepted; use a smaller ${noun}.`,
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
