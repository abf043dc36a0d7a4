import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ValidateFunction } from 'ajv';
import { createContractAjv } from '../../src/http/ajv.ts';

/** An answer as it came over the wire. */
export interface ReceivedResponse {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

type Json = Record<string, unknown>;

const contract = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../generated/openapi.json'), 'utf8'),
) as Json;
const ajv = createContractAjv({ allErrors: true });
ajv.addSchema(contract, 'contract');
const validators = new Map<string, ValidateFunction>();

/**
 * Fails unless an answer is what the contract says: a documented status, the documented headers with values of their
 * schemas, a documented media type, a body of its schema. What no operation answered must be a problem at least.
 */
export function assertContract(response: ReceivedResponse): void {
  const { method, target, status, headers, bytes } = response;
  const where = `${method} ${target} → ${status}`;
  assertCommon(response, where);
  if (/^\/(?:healthz|readyz)$/.test(target) && headers.get('content-type') === 'application/json') return;
  const operation = findOperation(method, target);
  const documented = operation === null ? null : follow(`${operation}/responses/${status}`);
  if (operation === null) {
    assertProblem(response, where);
    return;
  }
  assert.ok(
    documented,
    `${where}: the contract does not have this status: ${Buffer.from(bytes).toString().slice(0, 300)}`,
  );

  for (const name of Object.keys(documented.value['headers'] ?? {})) {
    const header = follow(`${documented.pointer}/headers/${escape(name)}`);
    assert.ok(header, `${where}: ${name} cannot be resolved`);
    const value = headers.get(name);
    if (value === null) assert.ok(header.value['required'] !== true, `${where}: lacks ${name}`);
    else assertSchema(`${header.pointer}/schema`, readHeader(header.pointer, value), `${where}: ${name}`);
  }

  const content = documented.value['content'] as Json | undefined;
  if (content === undefined) {
    assert.equal(bytes.byteLength, 0, `${where}: should have no body`);
    return;
  }
  const mediaType = headers.get('content-type') ?? '';
  assert.ok(mediaType in content, `${where}: ${mediaType} is not documented`);
  if (!mediaType.endsWith('json')) return;
  assertSchema(`${documented.pointer}/content/${escape(mediaType)}/schema`, parse(bytes), `${where}: body`);
}

/** Every documented status of an operation. */
export function documentedStatuses(operationId: string): number[] {
  for (const methods of Object.values(contract['paths'] as Record<string, Json>)) {
    for (const operation of Object.values(methods) as Json[]) {
      if (operation['operationId'] === operationId) {
        return Object.keys(operation['responses'] as Json).map(Number);
      }
    }
  }
  throw new Error(`The contract has no operation ${operationId}.`);
}

function assertCommon({ headers, status }: ReceivedResponse, where: string): void {
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, where);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', where);
  assert.equal(headers.get('cache-control'), 'no-store', where);
  assert.equal(headers.get('x-powered-by'), null, where);
  if (status === 429) {
    assert.equal(headers.get('x-ratelimit-remaining'), '0', where);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, where);
  }
}

/** The form of RFC 9457 that everything has that is not as it should be. */
function assertProblem({ method, headers, status, bytes }: ReceivedResponse, where: string): void {
  assert.equal(headers.get('content-type'), 'application/problem+json', where);
  if (method === 'HEAD') return;
  const problem = parse(bytes) as Json;
  assert.equal(problem['type'], 'about:blank', where);
  assert.equal(problem['status'], status, where);
  assert.equal(problem['requestId'], headers.get('x-request-id'), where);
  for (const field of ['title', 'code', 'detail'])
    assert.equal(typeof problem[field], 'string', `${where}: ${field}`);
}

/** The pointer of the operation that a request is for, or null. */
function findOperation(method: string, target: string): string | null {
  const requestPath = target.split('?')[0] ?? '';
  for (const [template, methods] of Object.entries(contract['paths'] as Record<string, Json>)) {
    const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
    if (pattern.test(requestPath) && method.toLowerCase() in methods) {
      return `/paths/${escape(template)}/${method.toLowerCase()}`;
    }
  }
  return null;
}

/** What is at a pointer of the contract, through references. */
function follow(pointer: string): { pointer: string; value: Json } | null {
  let at: unknown = contract;
  let realPointer = '';
  for (const token of pointer.split('/').slice(1)) {
    at = (at as Json)[token.replaceAll('~1', '/').replaceAll('~0', '~')];
    realPointer += `/${token}`;
    if (at === undefined) return null;
    const reference = (at as Json | null)?.['$ref'];
    if (typeof reference === 'string') {
      const target = follow(reference.slice(1));
      if (target === null) return null;
      ({ pointer: realPointer, value: at } = target);
    }
  }
  return { pointer: realPointer, value: at as Json };
}

function assertSchema(pointer: string, value: unknown, where: string): void {
  let validate = validators.get(pointer);
  if (validate === undefined) {
    const uri = pointer.split('/').map(encodeURIComponent).join('/');
    validate = ajv.compile({ $ref: `contract#${uri}` });
    validators.set(pointer, validate);
  }
  // Defaults must not be filled in: a copy is looked at.
  assert.ok(
    validate(structuredClone(value)),
    `${where}: ${ajv.errorsText(validate.errors)}; got ${JSON.stringify(value)?.slice(0, 300)}`,
  );
}

/** Header values are texts; the schema tells whether a number is meant. */
function readHeader(pointer: string, value: string): unknown {
  const type = follow(`${pointer}/schema`)?.value['type'];
  return type === 'integer' || type === 'number' ? Number(value) : value;
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString()) as unknown;
}

function escape(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
