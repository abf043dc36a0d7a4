import { readRetryAfter } from './headers.ts';
import { pause, random } from './pause.ts';

/** How calls are repeated. Times are in milliseconds. */
export interface RetryOptions {
  /** Attempts after the first one. 4 unless given; 0 for none. */
  readonly retries?: number | undefined;
  /** The first pause, which doubles with every attempt. 500 unless given. */
  readonly firstDelay?: number | undefined;
  /** The longest pause that is our own choice. 8,000 unless given. */
  readonly maxDelay?: number | undefined;
  /** The longest `Retry-After` that is waited for; a longer one is an answer. 60,000 unless given. */
  readonly maxRetryAfter?: number | undefined;
}

export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: number };

/** The policy with what was not given filled in. */
export function retryPolicy({
  retries = 4,
  firstDelay = 500,
  maxDelay = 8_000,
  maxRetryAfter = 60_000,
}: RetryOptions = {}): RetryPolicy {
  return { retries, firstDelay, maxDelay, maxRetryAfter };
}

/**
 * Sends requests, and sends them again where section 7 of the service's rules says so: after RATE_LIMIT_EXCEEDED, 502 and
 * 503 (nothing was charged), after BATCH_DISPATCH_FAILED (given back), and where no answer came, if a repetition cannot cost
 * a second render.
 */
export function retryingFetch(
  fetch: (request: Request) => Promise<Response>,
  policy: RetryPolicy,
): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let retry = 0; ; retry += 1) {
      const isLast = retry >= policy.retries;
      let delay: number;
      try {
        const response = await send(fetch, isLast ? request : request.clone());
        const pauseFor = isLast ? null : await delayAfter(response, retry, policy);
        if (pauseFor === null) return response;
        await response.body?.cancel();
        delay = pauseFor;
      } catch (error) {
        if (isLast || request.signal.aborted || error instanceof RedirectError || !isRepeatable(request)) {
          throw error;
        }
        delay = backoff(retry, policy);
      }
      await pause(delay, request.signal);
    }
  };
}

/** The pause before attempt `retry` + 1: doubling, and somewhere between half and all of that. */
export function backoff(retry: number, { firstDelay, maxDelay }: RetryPolicy): number {
  return Math.min(maxDelay, firstDelay * 2 ** retry) * (0.5 + random() / 2);
}

/** Whether an answer says that the same request may succeed soon. */
export function isPassing(status: number, code: string | null): boolean {
  return (
    status === 502 || status === 503 || code === 'RATE_LIMIT_EXCEEDED' || code === 'BATCH_DISPATCH_FAILED'
  );
}

async function send(fetch: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  const response = await fetch(request);
  const { status, statusText, headers } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400 && headers.has('Location'))) {
    await response.body?.cancel();
    throw new RedirectError(new URL(request.url).origin, headers.get('Location'));
  }
  // JSON is read here, so that a connection that breaks in the middle of it is noticed where it can be helped.
  if (!isJson(headers)) return response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/** The service's own answers are none; a proxy sends them, from http to https say. */
class RedirectError extends Error {
  constructor(origin: string, location: string | null) {
    super(
      `${origin} answered with a redirect${location === null ? '' : ` to ${location}`}, which is not followed because the API ` +
        `key would go along. Give the address itself as baseUrl.`,
    );
  }
}

/** Milliseconds to wait before the request is sent again; null if the answer stands. */
async function delayAfter(response: Response, retry: number, policy: RetryPolicy): Promise<number | null> {
  const { status, headers } = response;
  if (status < 400) return null;
  const code = isJson(headers) ? readCode(await response.clone().text()) : null;
  if (!isPassing(status, code)) return null;
  const asked = (readRetryAfter(headers) ?? 0) * 1000;
  if (asked > policy.maxRetryAfter) return null;
  return asked === 0
    ? backoff(retry, policy)
    : Math.max(backoff(retry, policy), asked + random() * policy.firstDelay);
}

/** Whether a request may be sent again although nobody knows what became of it. */
function isRepeatable({ method, headers, url }: Request): boolean {
  if (method !== 'POST') return true;
  return headers.has('Idempotency-Key') || new URL(url).pathname.endsWith('/cancel');
}

function isJson(headers: Headers): boolean {
  return /^application\/(problem\+)?json\b/i.test(headers.get('Content-Type') ?? '');
}

function readCode(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
      ? body.code
      : null;
  } catch {
    return null;
  }
}
