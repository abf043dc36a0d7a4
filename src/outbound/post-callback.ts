import { withTimeout } from '../async/timeout.ts';
import { createAddressRules } from './address-rules.ts';
import { checkUrl } from './check-url.ts';
import { OutboundError } from './outbound-error.ts';
import { sendRequest, type Guard } from './send-request.ts';
import { resolveWithSystem, type Resolver } from './system-resolver.ts';

export interface CallbackPosterOptions {
  /** CIDR blocks of private addresses that are permitted. */
  readonly allow: readonly string[];
  /** One deadline for everything: DNS, connection, TLS, request and the response's headers. */
  readonly timeoutMs: number;
  readonly resolve?: Resolver;
}

export interface CallbackRequest {
  readonly url: string;
  /** In addition to those of every callback. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What the client calls the URL, for messages. Default: callbackUrl. */
  readonly urlField?: 'callbackUrl' | 'url';
}

/** What a receiver has answered. */
export interface CallbackAnswer {
  readonly statusCode: number;
  /** The first characters of the body, read as UTF-8, without control characters; for people to read. */
  readonly excerpt: string;
}

/** The result of a callback: a receiver's refusal is a result, not an exception. */
export type CallbackResult =
  | { readonly ok: true; readonly answer: CallbackAnswer }
  | {
      readonly ok: false;
      /** Null: there was none. */
      readonly answer: CallbackAnswer | null;
      /** The URL is not permitted: another attempt makes no sense. */
      readonly isFinal: boolean;
      /** A sentence for the client. It does not reveal how names resolve inside this network. */
      readonly reason: string;
    };

/** Posts a callback once. Rejects only if the signal aborts, with its reason. */
export type CallbackPoster = (request: CallbackRequest, signal: AbortSignal) => Promise<CallbackResult>;

/** Limits on reading the response's body. Its beginning is kept; a receiver may finish a short one. */
const maxBodyBytes = 64 * 1024;
const bodyTimeoutMs = 500;
const maxKeptBytes = 4 * 1024;
const maxExcerptCharacters = 500;

/** Creates the function that sends all callbacks, each over a new connection. */
export function createCallbackPoster({
  allow,
  timeoutMs,
  resolve = resolveWithSystem,
}: CallbackPosterOptions): CallbackPoster {
  const rules = createAddressRules(allow);
  return async (request, signal) => {
    const { urlField = 'callbackUrl' } = request;
    const deadline = new AbortController();
    const tooLate =
      `The receiver did not answer within ${timeoutMs / 1000} s. ` +
      'It must answer first and do its work afterwards.';
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const stop = AbortSignal.any([deadline.signal, signal]);
    try {
      const answer = await post(request, { rules, resolve, signal: stop });
      const { statusCode } = answer;
      return statusCode >= 200 && statusCode <= 299
        ? { ok: true, answer }
        : { ok: false, isFinal: false, reason: describeStatus(statusCode, urlField), answer };
    } catch (error) {
      signal.throwIfAborted();
      const failure = deadline.signal.aborted
        ? { isFinal: false, reason: tooLate }
        : describeError(error, urlField);
      return { ok: false, answer: null, ...failure };
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Sends the request and returns the response. Errors of the response's body do not matter. */
async function post({ url: text, headers, body }: CallbackRequest, guard: Guard): Promise<CallbackAnswer> {
  const url = checkUrl(text);
  if (url.protocol !== 'https:') throw new OutboundError('refused', 'does not have the scheme https.');
  const answered = new AbortController();
  const head = Promise.withResolvers<number>();
  let bytes = 0;
  const kept: Buffer[] = [];
  const exchange = sendRequest(
    url,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'platen', ...headers },
      body,
    },
    {
      onHead(status) {
        head.resolve(status);
        return true;
      },
      onData(chunk) {
        // A copy: the parser uses its buffer again.
        if (bytes < maxKeptBytes) kept.push(Buffer.from(chunk.subarray(0, maxKeptBytes - bytes)));
        return (bytes += chunk.byteLength) < maxBodyBytes ? 0 : null;
      },
    },
    { ...guard, signal: AbortSignal.any([guard.signal, answered.signal]) },
  );
  exchange.catch(head.reject);
  const statusCode = await head.promise;
  await withTimeout(exchange, bodyTimeoutMs).catch(() => undefined);
  answered.abort();
  return { statusCode, excerpt: getExcerpt(Buffer.concat(kept)) };
}

/** Shown as it is: characters that control a terminal or the order of text are replaced. */
function getExcerpt(body: Buffer): string {
  // `stream`: a character that the limit of bytes has cut is left out.
  const text = new TextDecoder().decode(body, { stream: true });
  const characters = Array.from(text.slice(0, 2 * maxExcerptCharacters)).slice(0, maxExcerptCharacters);
  return characters.join('').replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD');
}

type UrlField = NonNullable<CallbackRequest['urlField']>;

function describeStatus(status: number, urlField: UrlField): string {
  if (status >= 300 && status <= 399)
    return (
      `The receiver answered ${status}, a redirect, and redirects are not followed; ` +
      `give the final address as ${urlField}.`
    );
  return `The receiver answered ${status}; a 2xx is expected.`;
}

/** The same for a name that does not exist, so that it does not reveal how names resolve here. */
function describeNotPublic(urlField: UrlField): string {
  return (
    `The ${urlField} does not lead to a public https address. ` +
    'The operator can allow others by OUTBOUND_ALLOW.'
  );
}

function describeError(
  error: unknown,
  urlField: UrlField,
): { readonly isFinal: boolean; readonly reason: string } {
  // undici wraps errors of the connector.
  const cause = error instanceof Error && error.cause instanceof OutboundError ? error.cause : error;
  if (!(cause instanceof OutboundError)) {
    return { isFinal: false, reason: `${describeFault(error, urlField)}.` };
  }
  if (['refused', 'not-public', 'malformed'].includes(cause.kind)) {
    return { isFinal: true, reason: describeNotPublic(urlField) };
  }
  if (cause.kind === 'not-found-host') return { isFinal: false, reason: describeNotPublic(urlField) };
  return { isFinal: false, reason: `The ${urlField} ${cause.message}` };
}

/**
 * Says in plain words what failed: system messages contain addresses and ports, which clients must not see.
 */
function describeFault(error: unknown, urlField: UrlField): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ECONNREFUSED') return 'The receiver refuses connections';
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return 'The receiver cannot be reached';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The receiver’s certificate is for another name than that of the ${urlField}`;
  if (code === 'CERT_HAS_EXPIRED') return 'The receiver’s certificate has expired';
  if (/CERT|SIGNATURE|ISSUER/u.test(code))
    return (
      'The receiver’s certificate cannot be verified; ' +
      'it must be sent with its chain and come from a publicly trusted authority'
    );
  if (/TLS|SSL|EPROTO/u.test(code)) return 'The receiver does not speak proper TLS';
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  if (isParserError || /^(?:HPE_|UND_ERR_(?:HEADERS|REQ|RES|INVALID))/u.test(code))
    return 'The receiver does not answer in proper HTTP';
  return 'The connection to the receiver broke before it answered';
}
