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
}

/** The result of a callback: a receiver's refusal is a result, not an exception. */
export type CallbackResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** The URL is not permitted: another attempt makes no sense. */
      readonly isFinal: boolean;
      /** A sentence for the client. It does not reveal how names resolve inside this network. */
      readonly reason: string;
    };

/** Posts a callback once. Rejects only if the signal aborts, with its reason. */
export type CallbackPoster = (request: CallbackRequest, signal: AbortSignal) => Promise<CallbackResult>;

/** Limits on reading the response's body. It is not used, but a receiver may finish sending a short one. */
const maxBodyBytes = 64 * 1024;
const bodyTimeoutMs = 500;

/** Creates the function that sends all callbacks, each over a new connection. */
export function createCallbackPoster({
  allow,
  timeoutMs,
  resolve = resolveWithSystem,
}: CallbackPosterOptions): CallbackPoster {
  const rules = createAddressRules(allow);
  return async (request, signal) => {
    const deadline = new AbortController();
    const tooLate =
      `The receiver did not answer within ${timeoutMs / 1000} s. ` +
      'It must answer first and do its work afterwards.';
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const stop = AbortSignal.any([deadline.signal, signal]);
    try {
      const status = await post(request, { rules, resolve, signal: stop });
      return status >= 200 && status <= 299
        ? { ok: true }
        : { ok: false, isFinal: false, reason: describeStatus(status) };
    } catch (error) {
      signal.throwIfAborted();
      return deadline.signal.aborted ? { ok: false, isFinal: false, reason: tooLate } : describeError(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Sends the request and returns the response's status. Errors of the response's body do not matter. */
async function post({ url: text, headers, body }: CallbackRequest, guard: Guard): Promise<number> {
  const url = checkUrl(text);
  if (url.protocol !== 'https:') throw new OutboundError('refused', 'does not have the scheme https.');
  const answered = new AbortController();
  const head = Promise.withResolvers<number>();
  let bytes = 0;
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
      onData: (chunk) => ((bytes += chunk.byteLength) < maxBodyBytes ? 0 : null),
    },
    { ...guard, signal: AbortSignal.any([guard.signal, answered.signal]) },
  );
  exchange.catch(head.reject);
  const status = await head.promise;
  await withTimeout(exchange, bodyTimeoutMs).catch(() => undefined);
  answered.abort();
  return status;
}

function describeStatus(status: number): string {
  if (status >= 300 && status <= 399)
    return (
      `The receiver answered ${status}, a redirect, and redirects are not followed; ` +
      'give the final address as callbackUrl.'
    );
  return `The receiver answered ${status}; a 2xx is expected.`;
}

/** The same for a name that does not exist, so that it does not reveal how names resolve here. */
const notPublic =
  'The callbackUrl does not lead to a public https address. The operator can allow others by OUTBOUND_ALLOW.';

function describeError(error: unknown): CallbackResult {
  // undici wraps errors of the connector.
  const cause = error instanceof Error && error.cause instanceof OutboundError ? error.cause : error;
  if (!(cause instanceof OutboundError)) {
    return { ok: false, isFinal: false, reason: `${describeFault(error)}.` };
  }
  if (['refused', 'not-public', 'malformed'].includes(cause.kind)) {
    return { ok: false, isFinal: true, reason: notPublic };
  }
  if (cause.kind === 'not-found-host') return { ok: false, isFinal: false, reason: notPublic };
  return { ok: false, isFinal: false, reason: `The callbackUrl ${cause.message}` };
}

/**
 * Says in plain words what failed: system messages contain addresses and ports, which clients must not see.
 */
function describeFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ECONNREFUSED') return 'The receiver refuses connections';
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return 'The receiver cannot be reached';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The receiver’s certificate is for another name than that of the callbackUrl';
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
