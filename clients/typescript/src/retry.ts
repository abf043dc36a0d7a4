import { readRetryAfter } from './headers.ts';
import { random, sleep } from './sleep.ts';

/** How calls are retried. Times are in milliseconds. */
export interface RetryOptions {
  /** Attempts after the first one. Default: 4; 0 for none. */
  readonly retries?: number | undefined;
  /** The first wait; it doubles with every attempt. Default: 500. */
  readonly firstDelay?: number | undefined;
  /** The longest wait that the client chooses by itself. Default: 8,000. */
  readonly maxDelay?: number | undefined;
  /** The longest `Retry-After` to wait for; with a longer one the call fails at once. Default: 60,000. */
  readonly maxRetryAfter?: number | undefined;
}

export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: number };

/** The policy with its defaults filled in. */
export function retryPolicy({
  retries = 4,
  firstDelay = 500,
  maxDelay = 8_000,
  maxRetryAfter = 60_000,
}: RetryOptions = {}): RetryPolicy {
  return { retries, firstDelay, maxDelay, maxRetryAfter };
}

/**
 * Sends requests and retries them as the contract's section "Retries" says: after RATE_LIMIT_EXCEEDED, 502
 * and 503 (nothing was charged), after BATCH_DISPATCH_FAILED (refunded), and after no response if a
 * repetition cannot cost a second render.
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
        const delayMs = isLast ? null : await delayAfter(response, retry, policy);
        if (delayMs === null) return response;
        await response.body?.cancel();
        delay = delayMs;
      } catch (error) {
        if (isLast || request.signal.aborted || error instanceof RedirectError || !isRepeatable(request)) {
          throw error;
        }
        delay = backoff(retry, policy);
      }
      await sleep(delay, request.signal);
    }
  };
}

/**
 * Exponential backoff with jitter: the wait before attempt `retry` + 1, between half and all of the doubled
 * delay.
 */
export function backoff(retry: number, { firstDelay, maxDelay }: RetryPolicy): number {
  return Math.min(maxDelay, firstDelay * 2 ** retry) * (0.5 + random() / 2);
}

/** Whether the same request may succeed soon. */
export function isTransient(status: number, code: string | null): boolean {
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
  // JSON is read here, so that a connection that breaks in the middle of it is retried.
  if (!isJson(headers)) return response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/** The service sends no redirects; a proxy does, for example from http to https. */
class RedirectError extends Error {
  constructor(origin: string, location: string | null) {
    super(
      `${origin} answered with a redirect${location === null ? '' : ` to ${location}`}. ` +
        'It is not followed, because it would receive the API key. Use the final address as baseUrl.',
    );
  }
}

/** Milliseconds to wait before the next attempt; null if the response is final. */
async function delayAfter(response: Response, retry: number, policy: RetryPolicy): Promise<number | null> {
  const { status, headers } = response;
  if (status < 400) return null;
  const code = isJson(headers) ? readCode(await response.clone().text()) : null;
  if (!isTransient(status, code)) return null;
  const asked = (readRetryAfter(headers) ?? 0) * 1000;
  if (asked > policy.maxRetryAfter) return null;
  return asked === 0
    ? backoff(retry, policy)
    : Math.max(backoff(retry, policy), asked + random() * policy.firstDelay);
}

/** Whether a request may be repeated although its outcome is unknown. */
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
