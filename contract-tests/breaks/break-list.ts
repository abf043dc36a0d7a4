import { randomUUID } from 'node:crypto';
import type { Meddling, PassingAnswer, PassingRequest } from './breaking-proxy.ts';

/** One way for a service to be off its contract, and who has to notice. */
export interface Break {
  readonly name: string;
  readonly meddling: Meddling;
  /** The checks of schemathesis that must find something. No others may. */
  readonly checks: readonly string[];
  /** What schemathesis is narrowed to. */
  readonly operations: readonly string[];
  readonly phases: readonly ('examples' | 'coverage' | 'fuzzing' | 'stateful')[];
  /** Further words of its command line. */
  readonly arguments?: readonly string[];
  /** A part of what our own check says, where an answer alone shows the break; null where it does not. */
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

/** Changes the answers to some requests that have one of the statuses. */
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

/** A whole problem of our own form. */
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

/** Gives a request another key. */
function setKey({ headers }: PassingRequest, key: string): void {
  for (let at = headers.length - 2; at >= 0; at -= 2) {
    if (headers[at]?.toLowerCase() === 'x-api-key') headers.splice(at, 2);
  }
  headers.push('X-Api-Key', key);
}

const slowMs = 3_000;

/** One of each kind. */
export const breaks: readonly Break[] = [
  {
    name: 'a status that is not documented',
    meddling: changing(isListProjects, [200], (answer) => (answer.status = 203)),
    checks: ['status_code_conformance'],
    operations: ['listProjects'],
    phases: ['examples'],
    own: /does not have this status|is not documented/,
  },
  {
    name: 'a fault of the service',
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
    name: 'a field that is missing',
    meddling: changing(isTemplate, [200], (answer) =>
      editJson(answer, (body) => delete body['viewportUnit']),
    ),
    checks: ['response_schema_conformance'],
    operations: ['getTemplate'],
    phases: ['examples'],
    own: /must have required property 'viewportUnit'/,
  },
  {
    name: 'a field that is not documented',
    meddling: changing(isTemplate, [200], (answer) => editJson(answer, (body) => (body['owner'] = 'x'))),
    checks: ['response_schema_conformance'],
    operations: ['getTemplate'],
    phases: ['examples'],
    own: /must NOT have additional properties/,
  },
  {
    name: 'a code that is not documented',
    meddling: changing(isTemplate, [400], (answer) => editJson(answer, (body) => (body['code'] = 'WRONG'))),
    checks: ['response_schema_conformance'],
    operations: ['getTemplate'],
    phases: ['coverage'],
    own: /body: .*must be equal to one of the allowed values/,
  },
  {
    name: 'a header field that is absent',
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
    name: 'a media type that is not documented',
    meddling: changing(isGenerate, [200], ({ headers }) => (headers['content-type'] = 'image/gif')),
    checks: ['content_type_conformance'],
    operations: ['generateImage'],
    phases: ['examples'],
    own: /image\/gif is not documented/,
  },
  {
    name: 'bad input that is accepted',
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
    name: 'good input that is refused',
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
    name: 'a key that is not looked at',
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
    name: 'a thing that is still there when it was deleted',
    // The job is read instead, and so refused where it should be.
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
    name: 'a thing that is not there when it was made',
    meddling: {
      instead: (request) => (isJob(request) ? problemAnswer(404, 'Not Found', 'BATCH_NOT_FOUND') : null),
    },
    checks: ['ensure_resource_availability'],
    operations: ['submitBatchJob', 'getBatchJob'],
    phases: ['stateful'],
    own: null,
  },
  {
    name: "somebody else's thing that can be read",
    meddling: {
      request: (request, { owner, others }) => {
        if (isProjectTemplates(request) && others.includes(keyOf(request) ?? '')) setKey(request, owner);
      },
    },
    checks: ['object_level_authorization'],
    operations: ['listProjects', 'listProjectTemplates'],
    phases: ['examples', 'stateful'],
    own: null,
  },
  {
    name: 'an answer that is slow',
    meddling: { delayMs: (request) => (isListProjects(request) ? slowMs : 0) },
    checks: ['max_response_time'],
    operations: ['listProjects'],
    phases: ['examples'],
    arguments: ['--max-response-time', String((slowMs - 500) / 1_000)],
    own: null,
  },
];

function keyOf({ headers }: PassingRequest): string | undefined {
  return headers.find((_value, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === 'x-api-key');
}
