import type { IncomingMessage } from 'node:http';
import type { AnyReply } from './exchange.ts';

/**
 * CORS (Fetch, 3.3) for pages of the listed origins: the API, download URLs and share links. Credentials are
 * never allowed: a key is a header that the page itself sends.
 */
export interface Cors {
  /** The headers of every answer to this request. */
  readonly headers: (incoming: IncomingMessage) => Readonly<Record<string, string>>;
  /** Whether a browser asks if a page of a listed origin may send a request. */
  readonly isPreflight: (incoming: IncomingMessage) => boolean;
}

/** The answer to the preflight of a listed origin. */
export const preflightReply: AnyReply = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE',
    'Access-Control-Allow-Headers':
      'Content-Type, Idempotency-Key, If-None-Match, If-Range, Range, X-Api-Key, X-Request-Id, traceparent',
    // Chrome keeps it for two hours at most.
    'Access-Control-Max-Age': '7200',
  },
};

/** Headers of answers that pages may read; they may always read those such as Content-Type. */
export const exposedHeaders = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Last-Modified',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Page-Count',
  'X-Quota-Limit',
  'X-Quota-Remaining',
  'X-Quota-Reset',
  'X-RateLimit-Remaining',
  'X-Render-Warning-Details',
  'X-Render-Warnings',
  'X-Request-Id',
  'X-Template-Id',
  'X-Timestamp',
];

/** The contract and its page answer for themselves. */
const paths = /^\/(?:api|files|s)\//;

/** Pictures at image URLs may be read by pages of all origins, errors as well. */
const openPaths = /^\/i\//;
const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, X-Image-Error, X-Image-Fitted',
};

export function createCors(origins: readonly string[]): Cors {
  const isListed = ({ headers, url = '' }: IncomingMessage): boolean =>
    headers.origin !== undefined && origins.includes(headers.origin) && paths.test(url);
  return {
    headers(incoming) {
      if (openPaths.test(incoming.url ?? '')) return openHeaders;
      if (origins.length === 0 || !paths.test(incoming.url ?? '')) return {};
      // Also without an origin: a cache must not give this answer to a page.
      const vary = { Vary: 'Origin' };
      if (!isListed(incoming)) return vary;
      return {
        ...vary,
        'Access-Control-Allow-Origin': incoming.headers.origin ?? '',
        'Access-Control-Expose-Headers': exposedHeaders.join(', '),
      };
    },
    isPreflight: (incoming) =>
      incoming.method === 'OPTIONS' &&
      incoming.headers['access-control-request-method'] !== undefined &&
      isListed(incoming),
  };
}
