import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './openapi.ts';
import { retryingFetch, type RetryPolicy } from './retry.ts';

/** Every operation of the contract, typed: `api.GET('/api/v1/projects', { params: { query: { page: 0 } } })`. */
export type PlatenApi = Client<paths>;

/** What every call takes. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason, pauses between attempts included. */
  readonly signal?: AbortSignal | undefined;
}

/** The operations of the service at `baseUrl`, with the key in every request and repeated as `retry` allows. */
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
    // A redirect that was followed would take the key along, to whatever host it names.
    redirect: 'manual',
    fetch: retryingFetch(fetch, retry),
  });
}
