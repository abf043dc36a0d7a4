/** A documented answer of a route that is not an operation of the API. */
export interface PublicAnswer {
  /** Of a body that is not a problem. Undefined: no body. */
  readonly mediaTypes?: readonly string[];
  /** Codes of a problem body. With `mediaTypes` the body may also be another. */
  readonly codes?: readonly string[];
  /** Required headers and patterns of their whole values; they override the headers of all answers. */
  readonly headers?: Readonly<Record<string, RegExp>>;
  readonly optionalHeaders?: Readonly<Record<string, RegExp>>;
  /** Whether a JSON body is valid. */
  readonly json?: (body: unknown) => boolean;
}

/** A route without an operation. */
export interface PublicRoute {
  /** Matches the request's path. */
  readonly path: RegExp;
  readonly methods: readonly string[];
  readonly statuses: Readonly<Record<number, PublicAnswer>>;
}

const etag = /"[!#-~]+"/;
const httpDate = /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/;

const read = ['GET', 'HEAD'];
const invalidRange: PublicAnswer = {
  codes: ['RANGE_NOT_SATISFIABLE'],
  headers: { 'content-range': /bytes \*\/\d+/ },
};
const unavailable: PublicAnswer = {
  codes: ['SHARING_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
  headers: { 'retry-after': /[1-9]\d*/ },
};
const notFound: PublicAnswer = { codes: ['NOT_FOUND'] };

/** Headers of each answer with a published file. */
const share = {
  'cache-control': /public, max-age=\d+/,
  'content-security-policy':
    /default-src 'none'; img-src 'self' data:; font-src data:; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'/,
  'cross-origin-resource-policy': /cross-origin/,
  etag,
};
const sharedFile: PublicAnswer = {
  mediaTypes: [
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/avif',
    'image/svg+xml',
    'application/pdf',
    'application/zpl',
  ],
  headers: {
    ...share,
    'accept-ranges': /bytes/,
    'content-disposition': /inline/,
    'content-length': /\d+/,
    'last-modified': httpDate,
  },
};
/** An archive, or the file of a single render. */
const archive: PublicAnswer = {
  mediaTypes: ['application/zip', ...(sharedFile.mediaTypes ?? [])],
  headers: {
    'accept-ranges': /bytes/,
    'cache-control': /private/,
    'content-disposition':
      /attachment; filename="[ -~]+\.(?:zip|pdf|png|jpg|webp|avif|svg|zpl)"(; filename\*=UTF-8''[\w.~%-]+)?/,
    'content-length': /\d+/,
    'last-modified': httpDate,
    etag,
  },
};

/** Headers of the OpenAPI document and the examples, readable from any origin. */
const published = {
  'access-control-allow-origin': /\*/,
  'access-control-expose-headers': /ETag, X-Request-Id/,
  'cache-control': /no-cache/,
  'cross-origin-resource-policy': /cross-origin/,
  etag,
  vary: /Accept-Encoding/,
};
/** The answer to a CORS preflight. */
const preflight: PublicAnswer = {
  headers: {
    allow: /GET, HEAD, OPTIONS/,
    'access-control-allow-origin': /\*/,
    'access-control-allow-methods': /GET, HEAD, OPTIONS/,
    'access-control-allow-headers': /\*, Authorization/,
    'access-control-max-age': /86400/,
    'cross-origin-resource-policy': /cross-origin/,
  },
};
const contentEncoding = { 'content-encoding': /gzip/ };
/** Headers of the docs page. */
const page = {
  // With the key of a demo in it, no cache may keep the page.
  'cache-control': /no-cache|no-store/,
  'content-security-policy':
    /default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'/,
  'cross-origin-opener-policy': /same-origin/,
  etag,
  vary: /Accept-Encoding/,
};
/** Headers of the app's page, whose policy has a nonce of its own. */
const appPage = {
  'content-security-policy': new RegExp(
    "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-[A-Za-z0-9+/]{24}'; " +
      "img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; object-src 'none'; " +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  ),
  'permissions-policy': /camera=\(\), .*/,
};
const pagePart = { 'cache-control': /public, max-age=31536000, immutable/, etag, vary: /Accept-Encoding/ };

/** A worker of the app has the policy of its own script, and loads parts of it. */
const appPart = {
  ...pagePart,
  'content-security-policy':
    /default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'/,
};

function partial(file: PublicAnswer): PublicAnswer {
  return { ...file, headers: { ...file.headers, 'content-range': /bytes \d+-\d+\/\d+/ } };
}

function isReadiness(body: unknown, states: readonly string[]): boolean {
  const { status, parts, ...rest } = body as { status: string; parts: Record<string, string> };
  return (
    states.includes(status) &&
    Object.keys(rest).length === 0 &&
    Object.keys(parts).join() === 'database,storage,renderer,migrations' &&
    Object.values(parts).every((state) => state === 'ok' || state === 'failing')
  );
}

/** Headers of each answer to an agent, unless `RATE_LIMITS` is off. */
const counted = {
  ratelimit: /"[\w-]+";r=\d+;t=\d+/,
  'ratelimit-policy': /"[\w-]+";q=\d+;w=\d+/,
};
/** Errors of the protocol are JSON-RPC. */
const protocolError: PublicAnswer = {
  mediaTypes: ['application/json'],
  codes: ['VALIDATION_ERROR'],
  optionalHeaders: counted,
};

/** The routes that the contract does not describe: they need no key, or have another protocol. */
export const publicRoutes: readonly PublicRoute[] = [
  {
    path: /^\/mcp$/,
    methods: ['POST'],
    statuses: {
      200: { mediaTypes: ['application/json'], optionalHeaders: counted },
      202: { optionalHeaders: counted },
      400: protocolError,
      401: {
        codes: ['UNAUTHORIZED'],
        headers: { 'www-authenticate': /Bearer realm="platen"(, error="invalid_token")?/ },
      },
      403: { codes: ['FOREIGN_ORIGIN'] },
      404: protocolError,
      406: protocolError,
      413: { codes: ['PAYLOAD_TOO_LARGE'], optionalHeaders: counted },
      415: { codes: ['UNSUPPORTED_MEDIA_TYPE'], optionalHeaders: counted },
      429: {
        codes: ['RATE_LIMIT_EXCEEDED'],
        headers: { ...counted, 'retry-after': /[1-9]\d*/, 'x-ratelimit-remaining': /0/ },
      },
    },
  },
  {
    path: /^\/$/,
    methods: read,
    statuses: {
      302: {
        headers: {
          'cache-control': /no-cache/,
          link: /<\/openapi\.yaml>; rel="service-desc", <\/docs>; rel="service-doc"/,
          location: /\/(studio|openapi\.(yaml|json))/,
          vary: /Accept/,
        },
      },
    },
  },
  {
    path: /^\/healthz$/,
    methods: read,
    statuses: {
      200: { mediaTypes: ['application/json'], json: (body) => JSON.stringify(body) === '{"status":"ok"}' },
    },
  },
  {
    path: /^\/readyz$/,
    methods: read,
    statuses: {
      200: { mediaTypes: ['application/json'], json: (body) => isReadiness(body, ['ready']) },
      503: {
        mediaTypes: ['application/json'],
        json: (body) => isReadiness(body, ['draining', 'unready']),
      },
    },
  },
  {
    path: /^\/s\//,
    methods: read,
    statuses: {
      200: sharedFile,
      206: partial(sharedFile),
      304: { headers: share },
      404: notFound,
      416: invalidRange,
      503: unavailable,
    },
  },
  {
    path: /^\/files\//,
    methods: read,
    statuses: {
      200: archive,
      206: partial(archive),
      304: { headers: { 'cache-control': /private/, etag } },
      403: { codes: ['DOWNLOAD_LINK_INVALID'] },
      404: notFound,
      416: invalidRange,
      503: { ...unavailable, codes: ['SERVICE_UNAVAILABLE'] },
    },
  },
  {
    path: /^(\/studio\/openapi|\/openapi(-3\.0)?)\.(yaml|json)$/,
    methods: [...read, 'OPTIONS'],
    statuses: {
      204: preflight,
      200: {
        mediaTypes: ['application/yaml', 'application/json'],
        headers: published,
        optionalHeaders: contentEncoding,
      },
      304: { headers: published },
    },
  },
  {
    path: /^\/examples\//,
    methods: [...read, 'OPTIONS'],
    statuses: {
      204: preflight,
      200: {
        mediaTypes: [...(sharedFile.mediaTypes ?? []), 'application/zip'],
        headers: published,
        optionalHeaders: contentEncoding,
      },
      304: { headers: published },
      404: notFound,
    },
  },
  {
    path: /^\/studio(?!\/(?:api\/|assets\/|events$|openapi\.))(?:\/.*)?$/,
    methods: read,
    statuses: { 200: { mediaTypes: ['text/html; charset=utf-8'], headers: appPage } },
  },
  {
    path: /^\/studio\/openapi\.txt$/,
    methods: read,
    statuses: { 404: notFound },
  },
  {
    path: /^\/studio\/assets\//,
    methods: read,
    statuses: {
      200: {
        mediaTypes: [
          'text/javascript; charset=utf-8',
          'text/css; charset=utf-8',
          'image/svg+xml',
          'font/ttf',
          'image/webp',
        ],
        headers: appPart,
        optionalHeaders: { 'content-encoding': /br|gzip/ },
      },
      304: { headers: appPart },
      404: notFound,
    },
  },
  {
    path: /^\/docs$/,
    methods: read,
    statuses: {
      200: { mediaTypes: ['text/html; charset=utf-8'], headers: page, optionalHeaders: contentEncoding },
      304: { headers: page },
    },
  },
  {
    path: /^\/docs\/$/,
    methods: read,
    statuses: { 308: { headers: { location: /\.\.\/docs/ } } },
  },
  {
    path: /^\/docs\/.+/,
    methods: read,
    statuses: {
      200: {
        mediaTypes: ['text/javascript; charset=utf-8', 'text/css; charset=utf-8', 'image/svg+xml'],
        headers: pagePart,
        optionalHeaders: contentEncoding,
      },
      304: { headers: pagePart },
      404: notFound,
    },
  },
];
