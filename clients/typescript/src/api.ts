import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './openapi.ts';
import { retryingFetch, type RetryPolicy } from './retry.ts';

/**
 * Every operation of the contract, typed: `api.GET('/api/v1/projects', { params: { query: { page: 0 } } })`.
 */
export type PlatenApi = Client<paths>;

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, also while it waits for a retry. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Creates the typed operations: every request has the key and is retried as `retry` allows. */
export function createApi({
  baseUrl,
  apiKey,
  fetch,
  retry,
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly retry: RetryPolicy;
}): PlatenApi {
  return createClient<paths>({
    baseUrl,
    headers: { 'X-Api-Key': apiKey },
    // A followed redirect would send the key to the host that the redirect names.
    redirect: 'manual',
    fetch: retryingFetch(fetch, retry),
  });
}
