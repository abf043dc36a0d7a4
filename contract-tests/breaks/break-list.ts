import { randomUUID } from 'node:crypto';
import type { Meddling, PassingAnswer, PassingRequest } from './breaking-proxy.ts';

/** One way to break the contract, and the checks that must find it. */
export interface Break {
  readonly name: string;
  readonly meddling: Meddling;
  /** The checks of schemathesis that must fail. All others must pass. */
  readonly checks: readonly string[];
  /** The operation that schemathesis tests. */
  readonly operations: readonly string[];
  readonly phases: readonly ('examples' | 'coverage' | 'fuzzing' | 'stateful')[];
  /** Further arguments of its command line. */
  readonly arguments?: readonly string[];
  /** A part of the message of our own response check; null if a single response does not show the break. */
  readonly own: RegExp | null;
}

const is =
  (method: string, path: RegExp) =>
  (request: PassingRequest): boolean =>
    request.method === method && path.test(request.target.split('?')[0] ?? '');
const isListShares = is('GET', /^\/api\/v1\/shares$/);
const isListProjects = is('GET', /^\/api\/v1\/projects$/);
const isGenerate = is('POST', /\/generate$/);
const isTemplate = is('GET', /^\/api\/v1\/templates\/[^/]+$/);
const isProjectTemplates = is('GET', /^\/api\/v1\/projects\/[^/]+\/templates$/);
const isJob = is('GET', /^\/api\/v1\/batch-jobs\/[^/]+$/);
const isDeleteJob = is('DELETE', /^\/api\/v1\/batch-jobs\/[^/]+$/);

const isShares = ({ target }: PassingRequest): boolean => /^\/api\/v1\/shares(\?|$)/.test(target);

/** Changes the responses with one of the statuses to some requests. */
function changing(
  isMeant: (request: PassingRequest) => boolean,
  statuses: readonly number[],
  change: (answer: PassingAnswer) => void,
): Meddling {
  return {
    answer: (answer, request) => {
      if (isMeant(request) && statuses.includes(answer.status)) change(answer);
    },
  };
}

function editJson(answer: PassingAnswer, edit: (body: Record<string, unknown>) => void): void {
  const body = JSON.parse(answer.body.toString()) as Record<string, unknown>;
  edit(body);
  answer.body = Buffer.from(JSON.stringify(body));
}

/** A complete problem response. */
function problemAnswer(status: number, title: string, code: string): PassingAnswer {
  const requestId = randomUUID();
  const body = { type: 'about:blank', title, status, code, detail: 'Something is off.', requestId };
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-permitted-cross-domain-policies': 'none',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** Replaces the key of a request. */
function setKey({ headers }: PassingRequest, key: string): void {
  for (let at = headers.length - 2; at >= 0; at -= 2) {
    if (headers[at]?.toLowerCase() === 'x-api-key') headers.splice(at, 2);
  }
  headers.push('X-Api-Key', key);
}

const slowMs = 3_000;

/** One break of each kind. */
export const breaks: readonly Break[] = [
  {
    name: 'an undocumented status',
    meddling: changing(isListProjects, [200], (answer) => (answer.status = 203)),
    checks: ['status_code_conformance'],
    operations: ['listProjects'],
    phases: ['examples'],
    own: /does not have this status|is not documented/,
  },
  {
    name: 'a server error',
    meddling: {
      instead: (request) =>
        isListProjects(request) ? problemAnswer(500, 'Internal Server Error', 'INTERNAL_ERROR') : null,
    },
    checks: ['not_a_server_error', 'positive_data_acceptance'],
    operations: ['listProjects'],
    phases: ['examples'],
    own: null,
  },
  {
    name: 'a missing field',
    meddling: changing(isTemplate, [200], (answer) =>
      editJson(answer, (body) => delete body['viewportUnit']),
    ),
    checks: ['response_schema_conformance'],
    operations: ['getTemplate'],
    phases: ['examples'],
    own: /must have required property 'viewportUnit'/,
  },
  {
    name: 'an undocumented field',
    meddling: changing(isTemplate, [200], (answer) => editJson(answer, (body) => (body['owner'] = 'x'))),
    checks: ['response_schema_conformance'],
    operations: ['getTemplate'],
    phases: ['examples'],
    own: /must NOT have additional properties/,
  },
  {
    name: 'an undocumented code',
    meddling: changing(isTemplate, [400], (answer) => editJson(answer, (body) => (body['code'] = 'WRONG'))),
    checks: ['response_schema_conformance'],
    operations: ['getTemplate'],
    phases: ['coverage'],
    own: /body: .*must be equal to one of the allowed values/,
  },
  {
    name: 'a missing header field',
    meddling: changing(isGenerate, [200], ({ headers }) => delete headers['x-quota-remaining']),
    checks: ['response_headers_conformance'],
    operations: ['generateImage'],
    phases: ['examples'],
    own: /lacks X-Quota-Remaining/,
  },
  {
    name: 'a header field of the wrong form',
    meddling: changing(isGenerate, [200], ({ headers }) => (headers['x-quota-remaining'] = 'plenty')),
    checks: ['response_headers_conformance'],
    operations: ['generateImage'],
    phases: ['examples'],
    own: /X-Quota-Remaining/,
  },
  {
    name: 'an undocumented media type',
    meddling: changing(isGenerate, [200], ({ headers }) => (headers['content-type'] = 'image/gif')),
    checks: ['content_type_conformance'],
    operations: ['generateImage'],
    phases: ['examples'],
    own: /image\/gif is not documented/,
  },
  {
    name: 'accepted bad input',
    meddling: {
      request: (request) => {
        if (isListShares(request)) request.target = '/api/v1/shares';
      },
    },
    checks: ['negative_data_rejection'],
    operations: ['listShares'],
    phases: ['coverage'],
    own: null,
  },
  {
    name: 'refused good input',
    meddling: {
      request: (request) => {
        if (isListProjects(request)) request.target = '/api/v1/projects?limit=0';
      },
    },
    checks: ['positive_data_acceptance'],
    operations: ['listProjects'],
    phases: ['examples'],
    own: null,
  },
  {
    name: 'an unchecked key',
    meddling: { request: (request, { owner }) => isListShares(request) && setKey(request, owner) },
    checks: ['ignored_auth'],
    operations: ['listShares'],
    phases: ['examples'],
    own: null,
  },
  {
    name: 'a method that the path does not have',
    meddling: {
      request: (request) => {
        if (!isShares(request) || request.method === 'GET') return;
        request.method = 'GET';
        request.target = '/api/v1/shares';
      },
    },
    checks: ['unsupported_method'],
    operations: ['listShares'],
    phases: ['coverage'],
    own: /this status is not documented/,
  },
  {
    name: 'an Allow that lacks a method',
    meddling: changing(
      ({ target }) => target.startsWith('/api/v1/batch-jobs/'),
      [405],
      ({ headers }) => (headers['allow'] = 'GET'),
    ),
    checks: ['allow_header_conformance'],
    operations: ['getBatchJob', 'deleteBatchJob'],
    phases: ['coverage'],
    own: /Allow/,
  },
  {
    name: 'a 405 without Allow',
    meddling: changing(isShares, [405], ({ headers }) => delete headers['allow']),
    checks: ['unsupported_method'],
    operations: ['listShares'],
    phases: ['coverage'],
    own: /lacks allow/,
  },
  {
    name: 'a deleted resource that still exists',
    // The proxy reads the job instead of deleting it; refusals stay correct.
    meddling: {
      request: (request) => {
        if (isDeleteJob(request)) request.method = 'GET';
      },
      answer: (answer, request) => {
        if (!isDeleteJob(request) || answer.status !== 200) return;
        answer.status = 204;
        answer.body = Buffer.alloc(0);
        delete answer.headers['content-type'];
      },
    },
    checks: ['use_after_free'],
    operations: ['submitBatchJob', 'getBatchJob', 'deleteBatchJob'],
    phases: ['stateful'],
    own: null,
  },
  {
    name: 'a created resource that does not exist',
    meddling: {
      instead: (request) => (isJob(request) ? problemAnswer(404, 'Not Found', 'BATCH_NOT_FOUND') : null),
    },
    checks: ['ensure_resource_availability'],
    operations: ['submitBatchJob', 'getBatchJob'],
    phases: ['stateful'],
    own: null,
  },
  {
    name: "another account's resource that can be read",
    meddling: {
      request: (request, { owner, others }) => {
        if (isProjectTemplates(request) && others.includes(getKey(request) ?? '')) setKey(request, owner);
      },
    },
    checks: ['object_level_authorization'],
    operations: ['listProjects', 'listProjectTemplates'],
    phases: ['examples', 'stateful'],
    own: null,
  },
  {
    name: 'a slow response',
    meddling: { delayMs: (request) => (isListProjects(request) ? slowMs : 0) },
    checks: ['max_response_time'],
    operations: ['listProjects'],
    phases: ['examples'],
    arguments: ['--max-response-time', String((slowMs - 500) / 1_000)],
    own: null,
  },
];

function getKey({ headers }: PassingRequest): string | undefined {
  return headers.find((_value, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === 'x-api-key');
}
