import assert from 'node:assert/strict';
import type { ValidateFunction } from 'ajv';
import { createContractAjv } from '../../src/http/ajv.ts';
import { escapeToken, publicContract, studioContract, type ContractDocument } from './contract-document.ts';
import { publicRoutes, type PublicAnswer } from './public-routes.ts';

/** A response as received. */
export interface ReceivedResponse {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly status: number;
  readonly headers: Headers;
  /** Null if only the head was read: the body is not checked. */
  readonly bytes: Uint8Array | null;
}

interface Problem {
  readonly code: string;
  readonly detail: string;
}

/** A contract, with the validators of its schemas. */
interface Contract {
  readonly document: ContractDocument;
  readonly ajv: ReturnType<typeof createContractAjv>;
  readonly validators: Map<string, ValidateFunction>;
  /** Headers of each response. */
  readonly fields: Readonly<Record<string, RegExp>>;
}

function openContract(document: ContractDocument, fields: Contract['fields']): Contract {
  const ajv = createContractAjv({ allErrors: true }).addSchema(document.contract, 'contract');
  return { document, ajv, validators: new Map(), fields };
}

/** Headers of HTTP itself (RFC 9110, RFC 9112), allowed in each response. */
const fieldsOfHttp = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  // With an https PUBLIC_URL.
  'strict-transport-security',
  // With CORS_ORIGINS.
  'access-control-allow-origin',
  'access-control-expose-headers',
  'vary',
  'transfer-encoding',
];

/** Headers of each response. A public route may set other values. */
const fieldsOfAll: Readonly<Record<string, RegExp>> = {
  'x-request-id': /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/,
  'x-content-type-options': /nosniff/,
  'x-frame-options': /DENY/,
  'content-security-policy':
    /default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'(?:; sandbox)?/,
  'cross-origin-resource-policy': /same-origin/,
  'cross-origin-opener-policy': /same-origin/,
  'origin-agent-cluster': /\?1/,
  'referrer-policy': /no-referrer/,
  'x-dns-prefetch-control': /off/,
  'x-permitted-cross-domain-policies': /none/,
  'cache-control': /no-store/,
};

const api = openContract(publicContract, fieldsOfAll);

/** The policy of files that browsers show, and that of problems. */
const policyOfFiles =
  /default-src 'none'; (?:img-src 'self' data:; font-src data:; object-src 'self'; style-src 'unsafe-inline'; )?base-uri 'none'; form-action 'none'; frame-ancestors 'none'/;

/** Pictures at image URLs may be shown by pages of any origin, and kept by caches. */
const images = openContract(publicContract, {
  ...fieldsOfAll,
  'content-security-policy': policyOfFiles,
  // A path that cannot be read is refused before it is known whose it is.
  'cross-origin-resource-policy': /(?:cross|same)-origin/,
  'cache-control':
    /no-store|public, max-age=\d+(?:, immutable|, stale-while-revalidate=\d+, stale-if-error=\d+)?/,
});

/** The app's answers may set their own Cache-Control; the one without `private` comes before the routes. */
const studio = openContract(studioContract, {
  ...fieldsOfAll,
  'content-security-policy': new RegExp(`(?:${policyOfFiles.source})(?:; sandbox)?`),
  'cache-control': /(private, )?no-store|private, no-cache/,
});

/** Problems that can occur before a request is routed. */
const problemsOfAll: Readonly<Record<number, PublicAnswer>> = {
  400: { codes: ['VALIDATION_ERROR'] },
  408: { codes: ['REQUEST_TIMEOUT'] },
  431: { codes: ['REQUEST_HEADERS_TOO_LARGE'] },
  501: { codes: ['NOT_IMPLEMENTED'] },
  503: { codes: ['SERVICE_UNAVAILABLE'], headers: { 'retry-after': /[1-9]\d*/, connection: /close/ } },
  500: { codes: ['INTERNAL_ERROR'] },
};

/** The paths of `CORS_ORIGINS`, and the answer to its preflights. */
const isCrossOriginPath = /^\/(?:api|files|s)\//;
const preflight: PublicAnswer = {
  headers: {
    'access-control-allow-origin': /https?:\/\/[^/]+/,
    'access-control-allow-methods': /GET, HEAD, POST, DELETE/,
    'access-control-allow-headers': /[\w-]+(, [\w-]+)*/,
    'access-control-max-age': /7200/,
  },
};

const notFound: PublicAnswer = { codes: ['NOT_FOUND'] };
const methodRefusal: PublicAnswer = {
  codes: ['METHOD_NOT_ALLOWED'],
  headers: { allow: /[A-Z]+(, [A-Z]+)*/ },
};

/** The first bytes of rendered files. */
const signatures: Readonly<Record<string, RegExp>> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF[^]{4}WEBP/,
  'image/avif': /^[^]{4}ftypavif/,
  'image/svg+xml': /^<svg xmlns="http/,
  'application/pdf': /^%PDF-[12]/,
  'application/zpl': /^\^XA\n/,
};

/**
 * Asserts that a response matches the contract: its status, headers (no undocumented ones), media type and
 * body. Routes without an operation are checked against `publicRoutes`; unknown paths must answer 404,
 * unknown methods 405.
 */
export function assertContract(response: ReceivedResponse): void {
  const { method, status } = response;
  const target = response.target.replace(/^https?:\/\/[^/]+/i, '');
  const requestPath = target.split('?')[0] ?? '';
  const where = `${method} ${target} → ${status}`;
  const contract = getContract(requestPath);
  const { document } = contract;
  assertMessage(response, where);

  if (method === 'OPTIONS' && status === 204 && isCrossOriginPath.test(requestPath)) {
    assertPublic(contract, response, { 204: preflight }, where);
    return;
  }
  const path = document.findPath(requestPath);
  if (path?.methods.includes(method) === true) {
    const documented = document.follow(`${path.pointer}/${method.toLowerCase()}/responses/${status}`);
    if (isTooManyConnections(response)) assertPublic(contract, response, problemsOfAll, where);
    else if (documented !== null) assertDocumented(contract, response, documented.pointer, where);
    else assertPublic(contract, response, [408, 431, 501].includes(status) ? problemsOfAll : {}, where);
    return;
  }
  const route = publicRoutes.find(({ path: pattern }) => pattern.test(requestPath));
  const methods =
    method === 'CONNECT' ? [...publicContract.methods] : (path?.methods ?? route?.methods ?? null);
  const statuses =
    methods === null
      ? { 404: notFound }
      : route?.methods.includes(method) === true
        ? route.statuses
        : { 405: methodRefusal };
  assertPublic(contract, response, { ...problemsOfAll, ...statuses }, where);
  if (status === 405) {
    const allowed = response.headers.get('allow')?.split(', ') ?? [];
    assert.deepEqual(allowed.sort(), methods?.toSorted(), `${where}: Allow`);
  }
}

/** Asserts that an operation documents this status, and that a JSON body has its schema. */
export async function assertJsonBody(method: string, target: string, response: Response): Promise<void> {
  const { pathname } = new URL(target, 'http://service.invalid');
  const where = `${method} ${pathname} → ${response.status}`;
  const path = publicContract.findPath(pathname)?.pointer;
  const documented =
    path === undefined
      ? null
      : publicContract.follow(`${path}/${method.toLowerCase()}/responses/${response.status}`);
  assert.ok(documented, `${where} is not documented`);
  const mediaType = response.headers.get('content-type') ?? '';
  if (!mediaType.endsWith('json')) return;
  const schema = `${documented.pointer}/content/${escapeToken(mediaType)}/schema`;
  assertSchema(api, schema, await response.clone().json(), `${where}: body`);
}

/** Whether a connection was over a limit: its answer comes before the path is read. */
function isTooManyConnections({ status, headers, bytes }: ReceivedResponse): boolean {
  // A service that is stopping closes the connection after an outage's answer, too.
  if (status !== 503 || headers.get('connection') !== 'close') return false;
  if (bytes === null || bytes.length === 0) return false;
  const { code, detail } = parse(bytes) as Problem;
  return code === 'SERVICE_UNAVAILABLE' && detail.includes('connections');
}

function getContract(requestPath: string): Contract {
  if (requestPath.startsWith('/studio/api/')) return studio;
  return /^\/i\/[^/]+\/[^/]+\/[^/]+$/.test(requestPath) ? images : api;
}

/** Checks what applies to any message. */
function assertMessage({ method, headers, status, bytes }: ReceivedResponse, where: string): void {
  const length = headers.get('content-length');
  if (length !== null) {
    assert.match(length, /^\d+$/, where);
    // Fetch decompresses bodies.
    const isUncompressed = !headers.has('content-encoding') && method !== 'HEAD' && status !== 304;
    if (bytes !== null && isUncompressed) {
      assert.equal(bytes.byteLength, Number(length), `${where}: Content-Length`);
    }
  }
  if (bytes === null) return;
  if (method === 'HEAD') assert.equal(bytes.byteLength, 0, `${where}: should have no body`);
  const signature = status === 200 ? signatures[headers.get('content-type') ?? ''] : undefined;
  if (signature !== undefined && method !== 'HEAD') {
    assert.match(Buffer.from(bytes.subarray(0, 16)).toString('latin1'), signature, `${where}: first bytes`);
  }
}

/** Checks a response of an operation. */
function assertDocumented(
  contract: Contract,
  response: ReceivedResponse,
  pointer: string,
  where: string,
): void {
  const { document } = contract;
  const { method, headers, bytes, status } = response;
  const documented = document.follow(pointer)?.value ?? {};
  const names = Object.keys(documented['headers'] ?? {});
  assertFields(contract, headers, where, { documented: names.map((name) => name.toLowerCase()) });
  for (const name of names) {
    const header = document.follow(`${pointer}/headers/${escapeToken(name)}`);
    assert.ok(header, `${where}: ${name} cannot be resolved`);
    const value = headers.get(name);
    if (value === null) assert.ok(header.value['required'] !== true, `${where}: lacks ${name}`);
    else
      assertSchema(
        contract,
        `${header.pointer}/schema`,
        readHeader(contract, header.pointer, value),
        `${where}: ${name}`,
      );
  }
  assert.equal(
    headers.has('ratelimit'),
    headers.has('ratelimit-policy'),
    `${where}: RateLimit without RateLimit-Policy, or the reverse`,
  );

  const content = documented['content'] as Record<string, unknown> | undefined;
  // Several bodies in one name the boundary between them.
  const mediaType =
    headers.get('content-type')?.replace(/^(multipart\/\w+); boundary=[\w.-]+$/, '$1') ?? null;
  if (content === undefined) {
    assert.equal(mediaType, null, `${where}: should have no body`);
    assert.equal(bytes?.byteLength ?? 0, 0, `${where}: should have no body`);
    return;
  }
  assert.ok(mediaType !== null && mediaType in content, `${where}: ${mediaType} is not documented`);
  if (bytes === null || method === 'HEAD' || !mediaType.endsWith('json')) return;
  const body = parse(bytes);
  assertSchema(contract, `${pointer}/content/${escapeToken(mediaType)}/schema`, body, `${where}: body`);
  if (status >= 400) assertProblem(contract, response, where);
}

/** Checks a response of a route without an operation. */
function assertPublic(
  contract: Contract,
  response: ReceivedResponse,
  statuses: Readonly<Record<number, PublicAnswer>>,
  where: string,
): void {
  const { method, status, headers, bytes } = response;
  const answer = statuses[status];
  assert.ok(
    answer,
    `${where}: this status is not documented: ${Buffer.from(bytes ?? [])
      .toString()
      .slice(0, 300)}`,
  );
  assertFields(contract, headers, where, answer);
  const mediaTypes = [
    ...(answer.mediaTypes ?? []),
    ...(answer.codes === undefined ? [] : ['application/problem+json']),
  ];
  const mediaType = headers.get('content-type');
  if (mediaTypes.length === 0) {
    assert.equal(mediaType, null, `${where}: should have no body`);
    assert.equal(bytes?.byteLength ?? 0, 0, `${where}: should have no body`);
    return;
  }
  assert.ok(mediaType !== null && mediaTypes.includes(mediaType), `${where}: ${mediaType} is not documented`);
  if (method === 'HEAD' || bytes === null) return;
  if (answer.json !== undefined) assert.ok(answer.json(parse(bytes)), `${where}: body`);
  if (answer.codes !== undefined && mediaType === 'application/problem+json') {
    const { code } = assertProblem(contract, response, where);
    assert.ok(answer.codes.includes(code), `${where}: ${code} is not documented`);
  }
}

/** Checks that all required headers are present, and that each header is documented. */
function assertFields(
  contract: Contract,
  headers: Headers,
  where: string,
  {
    documented = [],
    headers: own = {},
    optionalHeaders: optional = {},
  }: PublicAnswer & { readonly documented?: readonly string[] },
): void {
  const required = { ...contract.fields, ...own };
  for (const [name, form] of Object.entries(required)) {
    const value = headers.get(name);
    assert.ok(value !== null, `${where}: lacks ${name}`);
    assertForm(value, form, `${where}: ${name}`);
  }
  for (const [name, value] of headers) {
    const form = optional[name];
    if (form !== undefined) assertForm(value, form, `${where}: ${name}`);
    const known = form !== undefined || name in required || fieldsOfHttp.includes(name);
    assert.ok(known || documented.includes(name), `${where}: the header ${name} is not documented`);
  }
}

function assertForm(value: string, form: RegExp, where: string): void {
  assert.match(value, new RegExp(`^(?:${form.source})$`), where);
}

/** Checks a problem (RFC 9457). */
function assertProblem(
  contract: Contract,
  { headers, status, bytes }: ReceivedResponse,
  where: string,
): Problem {
  const problem = parse(bytes ?? new Uint8Array()) as Problem & Record<string, unknown>;
  assertSchema(contract, '/components/schemas/Problem', problem, `${where}: body`);
  assert.equal(problem['status'], status, where);
  assert.equal(problem['requestId'], headers.get('x-request-id'), where);
  // The schemas of the app's problems name all of their members.
  if (contract === studio) return problem;
  const known = ['type', 'title', 'status', 'code', 'detail', 'requestId', 'errors'];
  assert.deepEqual(
    Object.keys(problem).filter((name) => !known.includes(name)),
    [],
    where,
  );
  return problem;
}

function assertSchema({ ajv, validators }: Contract, pointer: string, value: unknown, where: string): void {
  let validate = validators.get(pointer);
  if (validate === undefined) {
    const uri = pointer.split('/').map(encodeURIComponent).join('/');
    validate = ajv.compile({ $ref: `contract#${uri}` });
    validators.set(pointer, validate);
  }
  // The validator fills in defaults, so it gets a copy.
  assert.ok(
    validate(structuredClone(value)),
    `${where}: ${ajv.errorsText(validate.errors)}; got ${JSON.stringify(value)?.slice(0, 300)}`,
  );
}

/** Header values are strings; converts them to numbers where the schema says so. */
function readHeader({ document }: Contract, pointer: string, value: string): unknown {
  const type = document.follow(`${pointer}/schema`)?.value['type'];
  return type === 'integer' || type === 'number' ? Number(value) : value;
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as unknown;
}
