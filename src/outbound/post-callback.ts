import { Client } from 'undici';
import { createAddressRules, type AddressRules } from './address-rules.ts';
import { checkUrl } from './check-url.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { OutboundError } from './outbound-error.ts';
import { resolveWithSystem, type Resolver } from './resolve-name.ts';

export interface CallbackPosterOptions {
  /** CIDR blocks that the refusal of private addresses exempts. */
  readonly allow: readonly string[];
  /** One deadline over everything: name, connection, TLS, request and the headers of the answer. */
  readonly timeoutMs: number;
  readonly resolve?: Resolver;
}

export interface CallbackRequest {
  readonly url: string;
  /** Beside those that every callback has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a receiver made of a callback: its refusal is a result, not an exception. */
export type CallbackAnswer =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** The address itself is not one that may be called: another attempt is of no use. */
      readonly isFinal: boolean;
      /** A sentence for whoever gave the address. It tells nothing of how names resolve inside this network. */
      readonly reason: string;
    };

/** Posts a callback once; rejects only with the signal's reason where that aborts. */
export type CallbackPoster = (request: CallbackRequest, signal: AbortSignal) => Promise<CallbackAnswer>;

/** What is read of an answer's body. Nobody looks at it; it is polite to let a receiver finish a short one. */
const mostBodyBytes = 64 * 1024;
const bodyMs = 500;

/** Interim answers that are put up with: at full speed, reading them keeps a processor busy until the deadline. */
const mostInterim = 1_000;

/** Makes the one function through which callbacks go out. Each goes over a connection of its own. */
export function createCallbackPoster({
  allow,
  timeoutMs,
  resolve = resolveWithSystem,
}: CallbackPosterOptions): CallbackPoster {
  const rules = createAddressRules(allow);
  return async (request, signal) => {
    const givenUp = new AbortController();
    const giveUp = (reason: string): void => givenUp.abort(new GivenUpError(reason));
    const tooLate = `The receiver did not answer within ${timeoutMs / 1000} s. It has to answer first, and work then.`;
    const timer = setTimeout(() => giveUp(tooLate), timeoutMs);
    const ends = AbortSignal.any([givenUp.signal, signal]);
    try {
      const status = await post(request, { rules, resolve, signal: ends }, giveUp);
      return status >= 200 && status <= 299
        ? { ok: true }
        : { ok: false, isFinal: false, reason: describeStatus(status) };
    } catch (error) {
      signal.throwIfAborted();
      const cause: unknown = givenUp.signal.aborted ? givenUp.signal.reason : error;
      if (cause instanceof GivenUpError) return { ok: false, isFinal: false, reason: cause.message };
      return describeError(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

interface Guard {
  readonly rules: AddressRules;
  readonly resolve: Resolver;
  readonly signal: AbortSignal;
}

/** No answer is waited for any more. The message is the reason to give. */
class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
}

/** Sends the request and returns the status of its answer, whatever becomes of the answer's body. */
async function post(
  { url: text, headers, body }: CallbackRequest,
  guard: Guard,
  giveUp: (reason: string) => void,
): Promise<number> {
  const url = checkUrl(text);
  if (url.protocol !== 'https:') throw new OutboundError('refused', 'is not of the scheme https.');
  const client = new Client(url.origin, {
    connect: createGuardedConnector(guard),
    allowH2: false,
    pipelining: 1,
    // Its time-outs are for silence, and interim answers break it; only the signal also ends what drips.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let interim = 0;
  const close = (): void => void client.destroy().catch(() => undefined);
  guard.signal.addEventListener('abort', close, { once: true });
  try {
    const answer = await client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { 'content-type': 'application/json', 'user-agent': 'platen', ...headers },
      body,
      // Nothing comes after it on this connection.
      reset: true,
      onInfo: () => {
        interim += 1;
        if (interim === mostInterim) giveUp('The receiver sends interim answers (1xx) without end.');
      },
      signal: guard.signal,
    });
    await drop(answer.body, guard.signal);
    return answer.statusCode;
  } finally {
    guard.signal.removeEventListener('abort', close);
    close();
  }
}

/** Reads what little an answer should have, for as long as that should take. Whatever goes wrong there is of no account. */
async function drop(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const read = async (): Promise<void> => {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes >= mostBodyBytes) return;
    }
  };
  const over = Promise.withResolvers<void>();
  const stop = (): void => over.resolve();
  const timer = setTimeout(stop, bodyMs);
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([read().catch(() => undefined), over.promise]);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
}

function describeStatus(status: number): string {
  if (status >= 300 && status <= 399)
    return `The receiver answered ${status}, a redirect, and redirects are not followed; give the final address as callbackUrl.`;
  return `The receiver answered ${status}; any 2xx would have done.`;
}

function describeError(error: unknown): CallbackAnswer {
  // undici wraps what a connector threw.
  const cause = error instanceof Error && error.cause instanceof OutboundError ? error.cause : error;
  if (!(cause instanceof OutboundError)) {
    return { ok: false, isFinal: false, reason: `${describeFault(error)}.` };
  }
  if (cause.kind === 'refused' || cause.kind === 'malformed') {
    const reason = 'The callbackUrl does not lead to a public https address, and others are not called.';
    return { ok: false, isFinal: true, reason };
  }
  return { ok: false, isFinal: false, reason: `The callbackUrl ${cause.message}` };
}

/** In plain words: addresses and ports in the system's own messages are not for callers. */
function describeFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ECONNREFUSED') return 'The receiver refuses connections';
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return 'The receiver cannot be reached';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The receiver’s certificate is for another name than that of the callbackUrl';
  if (code === 'CERT_HAS_EXPIRED') return 'The receiver’s certificate has expired';
  if (/CERT|SIGNATURE|ISSUER/u.test(code))
    return 'The receiver’s certificate cannot be verified; it must come with its chain from an authority that is publicly trusted';
  if (/TLS|SSL|EPROTO/u.test(code)) return 'The receiver does not speak TLS as it should';
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  if (isParserError || /^(?:HPE_|UND_ERR_(?:HEADERS|REQ|RES|INVALID))/u.test(code))
    return 'The receiver does not answer in proper HTTP';
  return 'The connection to the receiver broke before it answered';
}
