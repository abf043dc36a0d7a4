import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { createContractAjv } from '../src/http/ajv.ts';
import { closeResponseSchemas } from '../test/helpers/close-response-schemas.ts';

type Json = Record<string, unknown>;

const contract = parse(readFileSync(path.join(import.meta.dirname, '../openapi.yaml'), 'utf8')) as Json;
/** The document that clients get, but with closed response schemas. */
const open = createContractAjv({ allErrors: true }).addSchema(contract, 'contract');
const closed = createContractAjv({ allErrors: true }).addSchema(closeResponseSchemas(contract), 'contract');

/** Every object of the document, with its JSON pointer. */
function* objectsWithin(node: unknown, pointer = ''): Generator<[string, Json]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [pointer, node as Json];
  for (const [key, value] of Object.entries(node)) {
    yield* objectsWithin(value, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

function resolve(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, token) => (node as Json | undefined)?.[token.replaceAll('~1', '/').replaceAll('~0', '~')],
      contract,
    );
}

/** The object, or the target of its `$ref`. */
function dereference(node: unknown): Json {
  const reference = (node as Json)['$ref'];
  return (typeof reference === 'string' ? resolve(reference.slice(1)) : node) as Json;
}

function getErrors(ajv: typeof open, schemaPointer: string, value: unknown): string | null {
  const uri = schemaPointer.split('/').map(encodeURIComponent).join('/');
  const validate = ajv.getSchema(`contract#${uri}`) ?? ajv.compile({ $ref: `contract#${uri}` });
  return validate(structuredClone(value)) === true ? null : ajv.errorsText(validate.errors);
}

function assertMatches(schemaPointer: string, value: unknown, where: string): void {
  assert.equal(getErrors(closed, schemaPointer, value), null, where);
}

const operations = Object.entries(contract['paths'] as Record<string, Record<string, Json>>).flatMap(
  ([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route,
      method,
      operation,
      id: String(operation['operationId']),
      parameters: ((operation['parameters'] ?? []) as unknown[]).map(dereference),
      responses: Object.entries(operation['responses'] as Json).map(([status, response]) => ({
        status: Number(status),
        response: dereference(response),
      })),
    })),
);

test('the document has exactly the operations of the service', () => {
  assert.deepEqual(
    operations.map(({ id, method, route }) => `${id}: ${method.toUpperCase()} ${route}`),
    [
      'listProjects: GET /api/v1/projects',
      'listProjectTemplates: GET /api/v1/projects/{projectId}/templates',
      'importTemplate: POST /api/v1/projects/{projectId}/templates',
      'getTemplate: GET /api/v1/templates/{templateId}',
      'generateImage: POST /api/v1/templates/{templateId}/generate',
      'listShares: GET /api/v1/shares',
      'revokeShare: DELETE /api/v1/shares/{shareId}',
      'submitBatchJob: POST /api/v1/batch-jobs',
      'listBatchJobs: GET /api/v1/batch-jobs',
      'getBatchJob: GET /api/v1/batch-jobs/{jobId}',
      'deleteBatchJob: DELETE /api/v1/batch-jobs/{jobId}',
      'listBatchItems: GET /api/v1/batch-jobs/{jobId}/items',
      'getBatchResult: GET /api/v1/batch-jobs/{jobId}/result',
      'cancelBatchJob: POST /api/v1/batch-jobs/{jobId}/cancel',
      'submitRender: POST /api/v1/templates/{templateId}/renders',
      'listRenders: GET /api/v1/renders',
      'getRender: GET /api/v1/renders/{renderId}',
      'deleteRender: DELETE /api/v1/renders/{renderId}',
      'getRenderFile: GET /api/v1/renders/{renderId}/file',
      'createWebhookEndpoint: POST /api/v1/webhook-endpoints',
      'listWebhookEndpoints: GET /api/v1/webhook-endpoints',
      'getWebhookEndpoint: GET /api/v1/webhook-endpoints/{endpointId}',
      'updateWebhookEndpoint: PATCH /api/v1/webhook-endpoints/{endpointId}',
      'deleteWebhookEndpoint: DELETE /api/v1/webhook-endpoints/{endpointId}',
      'rotateWebhookSecret: POST /api/v1/webhook-endpoints/{endpointId}/rotate-secret',
      'sendWebhookTest: POST /api/v1/webhook-endpoints/{endpointId}/test',
      'listWebhookDeliveries: GET /api/v1/webhook-endpoints/{endpointId}/deliveries',
      'replayWebhookEvents: POST /api/v1/webhook-endpoints/{endpointId}/replay',
      'getImage: GET /i/{templateId}/{version}/{file}',
      'headImage: HEAD /i/{templateId}/{version}/{file}',
    ],
  );
});

test('every reference has a target', () => {
  for (const [pointer, object] of objectsWithin(contract)) {
    const reference = object['$ref'];
    if (typeof reference !== 'string') continue;
    assert.notEqual(resolve(reference.slice(1)), undefined, `${pointer} refers to ${reference}`);
  }
});

test('every example of a body, header or parameter matches its schema', () => {
  let examples = 0;
  for (const [pointer, object] of objectsWithin(contract)) {
    if (object['schema'] === undefined) continue;
    const named = Object.entries((object['examples'] ?? {}) as Record<string, Json>).filter(
      ([, example]) => !('externalValue' in example),
    );
    const values = named.map(([name, example]) => [name, example['value']] as const);
    if ('example' in object) values.push(['example', object['example']]);
    for (const [name, value] of values) {
      examples += 1;
      assertMatches(`${pointer}/schema`, value, `${pointer}, ${name}`);
    }
  }
  assert.ok(examples > 60, `only ${examples} examples`);
});

test('every example and default of a schema matches the schema', () => {
  for (const [pointer, schema] of objectsWithin(contract)) {
    if (schema['type'] === undefined || pointer.includes('/examples/') || pointer.includes('/value/'))
      continue;
    for (const value of Array.isArray(schema['examples']) ? schema['examples'] : []) {
      assertMatches(pointer, value, `${pointer}, examples`);
    }
    if ('default' in schema) assertMatches(pointer, schema['default'], `${pointer}, default`);
  }
});

test('every body and every parameter has an example', () => {
  for (const { id, operation, parameters, responses } of operations) {
    for (const parameter of parameters)
      assert.ok('example' in parameter, `${id}: ${String(parameter['name'])}`);
    const bodies: [where: string, body: Json][] = responses.map(({ status, response }) => [
      `${id} → ${status}`,
      response,
    ]);
    const { requestBody } = operation;
    if (requestBody !== undefined) bodies.push([`${id}, request`, dereference(requestBody)]);
    for (const [where, body] of bodies) {
      for (const [mediaType, content] of Object.entries((body['content'] ?? {}) as Record<string, Json>)) {
        assert.ok(Object.keys(content['examples'] ?? {}).length > 0, `${where}: no example of ${mediaType}`);
      }
    }
  }
});

test('every response documents its request id', () => {
  for (const { id, responses } of operations) {
    for (const { status, response } of responses) {
      assert.ok('X-Request-Id' in (response['headers'] as Json), `${id} → ${status}`);
    }
  }
});

test('responses allow new fields, requests do not', () => {
  const refusing = [...objectsWithin(contract['components'])].filter(
    ([, object]) => object['additionalProperties'] === false,
  );
  assert.deepEqual(refusing.map(([pointer]) => pointer.replace('/schemas/', '')).sort(), [
    'Attachment',
    'BatchSheet',
    'BatchSubmission',
    'BatchSubmissionOutput',
    'BatchSubmissionTemplate',
    'GenerateRequest',
    'NewWebhookEndpoint',
    'RenderOptions',
    'RenderSubmission',
    'SheetOffset',
    'WebhookEndpointChange',
    'WebhookReplayRequest',
  ]);
});

test('the checked schemas refuse an undocumented field anywhere in a response', () => {
  let fields = 0;
  for (const [pointer, object] of objectsWithin(contract)) {
    const isAnswer = pointer.includes('/callbacks/') || pointer.includes('responses/');
    if (!isAnswer || !/\/content\/[^/]*json$/.test(pointer)) continue;
    for (const [name, { value }] of Object.entries(
      object['examples'] as Record<string, { value: unknown }>,
    )) {
      const copy = structuredClone(value);
      for (const [place, part] of objectsWithin(copy)) {
        // The client's own notes have any field.
        if (place.includes('/metadata')) continue;
        const where = `${pointer}, ${name}: ${place}`;
        part['unheardOf'] = true;
        assert.match(getErrors(closed, `${pointer}/schema`, copy) ?? 'accepted', /must NOT have/, where);
        assert.equal(getErrors(open, `${pointer}/schema`, copy), null, where);
        delete part['unheardOf'];
        fields += 1;
      }
    }
  }
  assert.ok(fields > 100);
});

test('every error names its status and its codes', () => {
  for (const { id, responses } of operations) {
    for (const { status, response } of responses.filter((answer) => answer.status >= 400)) {
      const problem = (response['content'] as Record<string, Json>)['application/problem+json'];
      assert.ok(problem, `${id} → ${status} is no problem+json`);
      const parts = dereference(problem['schema'])['allOf'] as Json[];
      const own = parts[1]?.['properties'] as Record<string, Json>;
      assert.deepEqual(dereference(own['status'])['enum'], [status], `${id} → ${status}`);
      const codes = (dereference(own['code'])['enum'] ?? []) as string[];
      assert.ok(codes.length > 0, `${id} → ${status} has no codes`);
    }
  }
});

test('links name existing operations and parameters', () => {
  let links = 0;
  for (const { id, responses } of operations) {
    for (const { response } of responses) {
      for (const link of Object.values((response['links'] ?? {}) as Record<string, Json>)) {
        links += 1;
        const target = operations.find((operation) => operation.id === link['operationId']);
        assert.ok(target, `${id} links to ${String(link['operationId'])}`);
        const names = target.parameters.map((parameter) => parameter['name']);
        for (const name of Object.keys(link['parameters'] as Json)) {
          assert.ok(names.includes(name), `${id} → ${target.id}: ${name}`);
        }
      }
    }
  }
  assert.ok(links >= 6);
});

test('ids are plain UUIDs', () => {
  const validate = open.compile({ $ref: 'contract#/components/parameters/TemplateId/schema' });
  assert.ok(validate('3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31'));
  assert.ok(validate('3D7A2B94-51C8-4C0A-8F6E-9E2F0A7B4C31'));
  for (const id of [
    'urn:uuid:3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31',
    '3d7a2b9451c84c0a8f6e9e2f0a7b4c31',
    '',
    'x',
  ]) {
    assert.equal(validate(id), false, id);
  }
});
