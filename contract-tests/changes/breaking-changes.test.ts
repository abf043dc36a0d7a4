import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { findBreakingChanges, review } from './breaking-changes.ts';
import type { Document } from './normalize.ts';

type Json = Record<string, unknown>;

/** A copy of a document that a test changes. */
class Draft {
  document: Document;
  constructor(document: Document) {
    this.document = structuredClone(document);
  }

  get paths(): Json {
    return this.document.paths;
  }

  /** A part of the document. */
  at(...names: string[]): Json {
    return getPart(this.document, names);
  }

  /** A part of an operation. */
  operation(operationId: string, ...names: string[]): Json {
    for (const operations of Object.values(this.document.paths)) {
      for (const operation of Object.values(operations)) {
        if (operation['operationId'] === operationId) return getPart(operation, names);
      }
    }
    throw new Error(`There is no operation ${operationId}.`);
  }

  schema(name: string, ...names: string[]): Json {
    return this.at('components', 'schemas', name, ...names);
  }

  property(schema: string, name: string): Json {
    return this.schema(schema, 'properties', name);
  }

  parameter(operationId: string, name: string): Json {
    return find(Object.values(this.operation(operationId, 'parameters')), name);
  }

  /** A part of the callback request. */
  callback(...names: string[]): Json {
    const url = '{$request.body#/callbackUrl}';
    return this.operation('submitBatchJob', 'callbacks', 'batchCompleted', url, 'post', ...names);
  }

  /** Removes a required field of answers. */
  removeField(schema: string, name: string): void {
    delete this.schema(schema, 'properties')[name];
    this.makeOptional(schema, name);
  }

  /** Makes a required field of answers optional. */
  makeOptional(schema: string, name: string): void {
    const { required } = this.schema(schema) as { required: string[] };
    required.splice(required.indexOf(name), 1);
  }
}

function getPart(from: unknown, names: readonly string[]): Json {
  return names.reduce((part, name) => {
    const next = part[name];
    if (next === undefined) throw new Error(`There is no ${name} among ${Object.keys(part).join()}.`);
    return next as Json;
  }, from as Json);
}

function find(parameters: readonly unknown[], name: string): Json {
  const found = (parameters as Json[]).find((parameter) => parameter['name'] === name);
  if (found === undefined) throw new Error(`There is no parameter ${name}.`);
  return found;
}

const json = 'application/json';
const mergePatch = 'application/merge-patch+json';

function rename(parts: Json, from: string, to: string): void {
  parts[to] = parts[from];
  delete parts[from];
}

/** A copy without shared objects: the YAML parser makes one object of each anchor and its aliases. */
const released = JSON.parse(
  JSON.stringify(parse(readFileSync(path.join(import.meta.dirname, 'released.yaml'), 'utf8'))),
) as Document;

/** Breaking changes, each with the oasdiff rule that must find it. */
const breaking: Readonly<Record<string, readonly [string, (draft: Draft) => void]>> = {
  'an operation is removed': [
    'api-removed-without-deprecation',
    (draft) => delete draft.at('paths', '/api/v1/batch-jobs')['get'],
  ],
  'a path is removed': [
    'api-path-removed-without-deprecation',
    ({ paths }) => delete paths['/api/v1/shares'],
  ],
  'a path is renamed': [
    'api-path-removed-without-deprecation',
    ({ paths }) => {
      paths['/api/v1/links'] = paths['/api/v1/shares'];
      delete paths['/api/v1/shares'];
    },
  ],
  'an operation is renamed': [
    'api-operation-id-removed',
    (draft) => (draft.operation('listShares')['operationId'] = 'listLinks'),
  ],
  'the tag of an operation changes': [
    'api-tag-removed',
    (draft) => (draft.operation('listShares')['tags'] = ['Discovery']),
  ],
  'a schema is renamed': [
    'api-schema-removed',
    (draft) => {
      const { OutputFormat, ...others } = draft.at('components', 'schemas');
      draft.at('components')['schemas'] = { ...others, FileFormat: OutputFormat };
      draft.document = JSON.parse(
        JSON.stringify(draft.document).replaceAll('schemas/OutputFormat', 'schemas/FileFormat'),
      ) as Document;
    },
  ],

  'a body gets a new required field': [
    'new-required-request-property',
    (draft) => {
      draft.schema('GenerateRequest', 'properties')['reason'] = { type: 'string' };
      draft.schema('GenerateRequest')['required'] = ['variables', 'reason'];
    },
  ],
  'a field of a body becomes required': [
    'request-property-became-required-with-default',
    (draft) => (draft.schema('GenerateRequest')['required'] = ['variables', 'format']),
  ],
  'a field of a body is removed': [
    'request-property-removed',
    (draft) => delete draft.schema('RenderOptions', 'properties')['quality'],
  ],
  'the type of a body field changes': [
    'request-property-type-changed',
    (draft) => (draft.property('RenderOptions', 'backgroundColor')['type'] = 'integer'),
  ],
  'a value of a body field is removed': [
    'request-property-enum-value-removed',
    (draft) => (draft.property('GenerateRequest', 'format')['enum'] = ['png', 'jpeg', 'webp']),
  ],
  'the maximum of a body field decreases': [
    'request-property-max-decreased',
    (draft) => (draft.property('RenderOptions', 'scale')['maximum'] = 3),
  ],
  'the minimum of a body field increases': [
    'request-property-min-increased',
    (draft) => (draft.property('RenderOptions', 'scale')['minimum'] = 2),
  ],
  'the maximum length of a body field decreases': [
    'request-property-max-length-decreased',
    (draft) => (draft.property('BatchSubmission', 'callbackUrl')['maxLength'] = 100),
  ],
  'a list in a body gets a maximum length': [
    'request-property-max-items-set',
    (draft) => (draft.property('BatchSubmission', 'rows')['maxItems'] = 400),
  ],
  'the pattern of a body field changes': [
    'request-property-pattern-changed',
    (draft) => (draft.property('RenderOptions', 'backgroundColor')['pattern'] = '^#[0-9a-f]{6}$'),
  ],
  'a body field gets a format': [
    'request-property-pattern-added',
    (draft) => (draft.property('BatchSubmission', 'callbackUrl')['format'] = 'uri'),
  ],
  'the default of a body field changes': [
    'request-property-default-value-changed',
    (draft) => (draft.property('GenerateRequest', 'format')['default'] = 'pdf'),
  ],
  'additional properties get a maximum length': [
    'request-property-max-length-set',
    (draft) => (draft.schema('VariableValues', 'additionalProperties')['maxLength'] = 100),
  ],
  'additional properties are no longer accepted': [
    'request-property-removed',
    (draft) => (draft.schema('VariableValues')['additionalProperties'] = false),
  ],
  'the type of additional properties changes': [
    'request-property-type-changed',
    (draft) => (draft.schema('VariableValues')['additionalProperties'] = { type: 'integer' }),
  ],
  'a body changes to a related media type': [
    'request-body-media-type-removed',
    (draft) => rename(draft.operation('generateImage', 'requestBody', 'content'), json, mergePatch),
  ],
  'a body changes to another character set': [
    'request-body-media-type-removed',
    (draft) =>
      rename(
        draft.operation('generateImage', 'requestBody', 'content'),
        json,
        'application/json; charset=utf-16',
      ),
  ],
  'a body changes to another media type': [
    'request-body-media-type-removed',
    (draft) => {
      const body = draft.operation('generateImage', 'requestBody');
      body['content'] = {
        'application/xml': draft.operation('generateImage', 'requestBody', 'content')['application/json'],
      };
    },
  ],

  'a parameter becomes required': [
    'request-parameter-became-required',
    (draft) => (draft.at('components', 'parameters', 'Page')['required'] = true),
  ],
  'a required parameter is added': [
    'new-required-request-parameter',
    (draft) => {
      const parameters = draft.operation('listShares', 'parameters') as unknown as Json[];
      parameters.push({ name: 'sort', in: 'query', required: true, schema: { type: 'string' } });
    },
  ],
  'a parameter is removed': [
    'request-parameter-removed',
    (draft) => (draft.operation('listShares')['parameters'] = []),
  ],
  'a request header is removed': [
    'request-parameter-removed',
    (draft) => (draft.operation('submitBatchJob')['parameters'] = []),
  ],
  'a value of a parameter is removed': [
    'request-parameter-enum-value-removed',
    (draft) => (draft.parameter('getBatchResult', 'delivery')['schema'] = { type: 'string', enum: ['url'] }),
  ],
  'a value of a list parameter is removed': [
    'request-parameter-property-enum-value-removed',
    (draft) =>
      (getPart(draft.parameter('listBatchJobs', 'status'), ['schema', 'items'])['enum'] = ['PENDING']),
  ],
  'a list parameter is serialized differently (explode)': [
    'request-parameter-pattern-changed',
    (draft) => (draft.parameter('listBatchJobs', 'status')['explode'] = false),
  ],
  'a list parameter is serialized differently (style)': [
    'request-parameter-pattern-changed',
    (draft) => (draft.parameter('listBatchJobs', 'status')['style'] = 'pipeDelimited'),
  ],
  'a parameter changes to JSON': [
    'request-parameter-pattern-added',
    (draft) => {
      const { schema, ...parameter } = draft.at('components', 'parameters', 'Page');
      draft.at('components', 'parameters')['Page'] = { ...parameter, content: { [json]: { schema } } };
    },
  ],
  'a parameter gets another style': [
    'request-parameter-pattern-changed',
    (draft) => (draft.parameter('revokeShare', 'shareId')['style'] = 'matrix'),
  ],
  'the maximum of a parameter decreases': [
    'request-parameter-max-decreased',
    (draft) => (draft.at('components', 'parameters', 'Limit', 'schema')['maximum'] = 50),
  ],
  'the default of a parameter changes': [
    'request-parameter-default-value-changed',
    (draft) => (draft.at('components', 'parameters', 'Limit', 'schema')['default'] = 10),
  ],

  'a success response is removed': [
    'response-success-status-removed',
    (draft) => delete draft.operation('getBatchResult', 'responses')['206'],
  ],
  'the status of a success changes': [
    'response-success-status-removed',
    (draft) => {
      const responses = draft.operation('submitBatchJob', 'responses');
      responses['201'] = responses['202'];
      delete responses['202'];
    },
  ],
  'an error response is removed': [
    'response-non-success-status-removed',
    (draft) => delete draft.operation('getBatchResult', 'responses')['410'],
  ],
  'a media type of an answer is removed': [
    'response-media-type-removed',
    (draft) => delete draft.operation('generateImage', 'responses', '200', 'content')['image/webp'],
  ],
  'an answer changes to a related media type': [
    'response-media-type-removed',
    (draft) =>
      rename(draft.operation('listShares', 'responses', '200', 'content'), json, 'application/hal+json'),
  ],
  'a problem changes to plain JSON': [
    'response-media-type-removed',
    (draft) => {
      const { content } = draft.at('components', 'responses', 'Unauthorized');
      rename(content as Json, 'application/problem+json', json);
    },
  ],
  'a required field of an answer is removed': [
    'response-required-property-removed',
    (draft) => draft.removeField('ShareLink', 'source'),
  ],
  'an optional field of an answer is removed': [
    'response-optional-property-removed',
    (draft) => delete draft.schema('Variable', 'properties')['defaultValue'],
  ],
  'a required field of an answer becomes optional': [
    'response-property-became-optional',
    (draft) => draft.makeOptional('ShareLink', 'source'),
  ],
  'the type of an answer field changes': [
    'response-property-type-changed',
    (draft) => (draft.schema('ShareLink', 'properties')['fileSize'] = { type: 'string' }),
  ],
  'an integer of an answer becomes a number': [
    'response-property-type-generalized',
    (draft) => (draft.property('ShareLink', 'fileSize')['type'] = 'number'),
  ],
  'the format of an answer field changes': [
    'response-property-pattern-changed',
    (draft) => (draft.property('Project', 'updatedAt')['format'] = 'date'),
  ],
  'a field of an answer becomes nullable (a list of types)': [
    'response-property-became-nullable',
    (draft) => (draft.property('ShareLink', 'url')['type'] = ['string', 'null']),
  ],
  'a field of an answer becomes nullable (anyOf)': [
    'response-property-list-of-types-widened',
    (draft) =>
      (draft.schema('Template', 'properties')['visibility'] = {
        anyOf: [{ $ref: '#/components/schemas/Visibility' }, { type: 'null' }],
      }),
  ],
  'the type of a field inside anyOf changes': [
    'response-property-type-changed',
    (draft) => (draft.schema('CompletionCallback', 'properties')['attempts'] = { type: 'string' }),
  ],
  'an answer gets a new enum value': [
    'response-property-enum-value-added',
    (draft) => (draft.schema('Visibility')['enum'] = ['PRIVATE', 'SHARED', 'PUBLIC']),
  ],
  'an enum of an answer is removed': [
    'response-property-pattern-removed',
    (draft) => delete draft.schema('Visibility')['enum'],
  ],
  'the maximum length of a list in an answer increases': [
    'response-property-max-items-increased',
    (draft) => (draft.property('ShareLinkPage', 'data')['maxItems'] = 1000),
  ],
  'a field of an answer becomes write-only': [
    'response-required-property-became-write-only',
    (draft) => (draft.property('ShareLink', 'url')['writeOnly'] = true),
  ],
  'a required response header is removed': [
    'response-required-property-removed',
    (draft) => delete draft.operation('generateImage', 'responses', '200', 'headers')['X-Template-Id'],
  ],
  'an optional response header is removed': [
    'response-optional-property-removed',
    (draft) => delete draft.operation('getBatchResult', 'responses', '200', 'headers')['ETag'],
  ],
  'a header of a shared response is removed': [
    'response-required-property-removed',
    (draft) => delete draft.at('components', 'responses', 'RateLimited', 'headers')['Retry-After'],
  ],
  'a required response header becomes optional': [
    'response-property-became-optional',
    (draft) => (draft.at('components', 'headers', 'X-Quota-Limit')['required'] = false),
  ],
  'the type of a response header changes': [
    'response-property-type-changed',
    (draft) => (draft.at('components', 'headers', 'X-Quota-Limit')['schema'] = { type: 'string' }),
  ],
  'the format of a response header changes': [
    'response-property-pattern-changed',
    (draft) =>
      (draft.at('components', 'headers', 'X-Quota-Reset')['schema'] = { type: 'string', format: 'date' }),
  ],
  'the code of a problem changes': [
    'response-required-property-removed',
    (draft) => {
      const problems = draft.operation(
        'generateImage',
        'responses',
        '429',
        'content',
        'application/problem+json',
      );
      problems['schema'] = JSON.parse(
        JSON.stringify(problems['schema']).replace('QUOTA_EXCEEDED', 'OVER_QUOTA'),
      );
    },
  ],
  'a field of all problems is removed': [
    'response-required-property-removed',
    (draft) => draft.removeField('Problem', 'requestId'),
  ],

  'the key moves to another header': [
    'new-required-request-parameter',
    (draft) => (draft.at('components', 'securitySchemes', 'apiKey')['name'] = 'X-Key'),
  ],
  'a second key becomes required': [
    'new-required-request-parameter',
    (draft) => {
      draft.at('components', 'securitySchemes')['token'] = { type: 'http', scheme: 'bearer' };
      draft.document.security = [{ apiKey: [], token: [] }];
    },
  ],

  'the server URL gets a path': [
    'request-parameter-enum-value-removed',
    (draft) => (draft.document.servers = [{ url: 'http://127.0.0.1:8080/platen' }]),
  ],
  'an operation gets its own server': [
    'new-required-request-parameter',
    (draft) => (draft.operation('listShares')['servers'] = [{ url: 'https://shares.example.org' }]),
  ],
  'a path gets its own server': [
    'new-required-request-parameter',
    (draft) => (draft.at('paths', '/api/v1/shares')['servers'] = [{ url: 'https://shares.example.org' }]),
  ],

  'a callback is removed': [
    'api-path-removed-without-deprecation',
    (draft) => delete draft.operation('submitBatchJob')['callbacks'],
  ],
  'the URL of a callback comes from another field': [
    'api-path-removed-without-deprecation',
    (draft) =>
      rename(
        draft.operation('submitBatchJob', 'callbacks', 'batchCompleted'),
        '{$request.body#/callbackUrl}',
        '{$request.body#/hook}',
      ),
  ],
  'a callback changes to a related media type': [
    'response-media-type-removed',
    (draft) => rename(draft.callback('requestBody', 'content'), json, 'application/cloudevents+json'),
  ],
  'a field of a callback is removed': [
    'response-required-property-removed',
    (draft) => draft.removeField('BatchCompletion', 'failedItems'),
  ],
  'a callback gets a new enum value': [
    'response-property-enum-value-added',
    (draft) =>
      (draft.property('BatchCompletion', 'status')['enum'] = ['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED']),
  ],
  'a header of a callback is removed': [
    'response-required-property-removed',
    (draft) => {
      const parameters = draft.callback('parameters') as unknown as Json[];
      draft.callback()['parameters'] = parameters.filter(({ name }) => name !== 'webhook-id');
    },
  ],
};

/** Changes that do not break a client that follows the contract's rules about versions. */
const harmless: Readonly<Record<string, (draft: Draft) => void>> = {
  'no change': () => undefined,
  'a new operation': ({ paths }) =>
    (paths['/api/v1/new'] = { get: { operationId: 'readNew', responses: { 200: { description: 'New.' } } } }),
  'a new field of a body': (draft) =>
    (draft.schema('GenerateRequest', 'properties')['reason'] = { type: 'string' }),
  'a new value of a body': (draft) =>
    (draft.property('GenerateRequest', 'format')['enum'] = ['png', 'jpeg', 'webp', 'pdf', 'svg']),
  'a higher maximum of a body': (draft) => (draft.property('RenderOptions', 'scale')['maximum'] = 8),
  'a new parameter': (draft) => {
    const parameters = draft.operation('listShares', 'parameters') as unknown as Json[];
    parameters.push({ name: 'sort', in: 'query', schema: { type: 'string' } });
  },
  'a new field of an answer': (draft) => {
    draft.schema('ShareLink', 'properties')['views'] = { type: 'integer' };
    (draft.schema('ShareLink')['required'] as string[]).push('views');
  },
  'a new header field of an answer': (draft) =>
    (draft.operation('listShares', 'responses', '200', 'headers')['New'] = { schema: { type: 'string' } }),
  'a new media type of an answer': (draft) =>
    (draft.operation('generateImage', 'responses', '200', 'content')['image/avif'] = {
      schema: { type: 'string', format: 'binary' },
    }),
  'a new error response': (draft) =>
    (draft.operation('listShares', 'responses')['503'] = {
      $ref: '#/components/responses/SharingUnavailable',
    }),
  'a new code of a problem': (draft) => {
    const problems = draft.operation(
      'generateImage',
      'responses',
      '429',
      'content',
      'application/problem+json',
    );
    problems['schema'] = JSON.parse(
      JSON.stringify(problems['schema']).replace('"QUOTA_EXCEEDED"', '"QUOTA_EXCEEDED","WORKSPACE_PAUSED"'),
    );
  },
  'a new field of a callback': (draft) =>
    (draft.schema('BatchCompletion', 'properties')['more'] = { type: 'string' }),
  'another way to send the key': (draft) => {
    draft.at('components', 'securitySchemes')['token'] = { type: 'http', scheme: 'bearer' };
    draft.document.security = [{ apiKey: [] }, { token: [] }];
  },
  'another server': (draft) =>
    (draft.document.servers = [{ url: 'https://platen.example.org' }, { url: 'http://127.0.0.1:8080' }]),
  'a default style that is written out': (draft) =>
    Object.assign(draft.parameter('revokeShare', 'shareId'), { style: 'simple', explode: false }),
  'additional properties of any type': (draft) =>
    (draft.schema('VariableValues')['additionalProperties'] = true),
  'answers that allow more fields': (draft) => {
    for (const name of ['Project', 'ShareLink', 'ShareLinkPage', 'Problem', 'BatchCompletion']) {
      delete draft.schema(name)['additionalProperties'];
    }
  },
  'answers that no longer allow more fields': (draft) =>
    (draft.schema('Problem')['additionalProperties'] = false),
  'other descriptions': (draft) => {
    draft.at('info')['description'] = 'Other words.';
    draft.operation('listShares')['summary'] = 'Other words';
    draft.schema('ShareLink')['description'] = 'Other words.';
  },
  'a name for a schema that had none': (draft) => {
    draft.at('components', 'schemas')['Page'] = draft.schema('Template', 'properties', 'viewport');
    draft.schema('Template', 'properties')['viewport'] = { $ref: '#/components/schemas/Page' };
  },
};

const getChanges = async (change: (draft: Draft) => void) => {
  const draft = new Draft(released);
  change(draft);
  return await findBreakingChanges(released, draft.document);
};

describe('reports breaking changes', { concurrency: 2 }, () => {
  for (const [name, [rule, change]] of Object.entries(breaking)) {
    test(name, async () => {
      const rules = (await getChanges(change)).map((found) => found.rule);
      assert.ok(rules.includes(rule), `reported: ${rules.join() || 'nothing'}`);
    });
  }
});

describe('does not report compatible changes', { concurrency: 2 }, () => {
  for (const [name, change] of Object.entries(harmless)) {
    test(name, async () => assert.deepEqual(await getChanges(change), []));
  }
});

test('findings are reported in terms of the original document', async () => {
  const texts = async (change: (draft: Draft) => void) =>
    (await getChanges(change)).map(({ where, what }) => `${where}: ${what}`);
  const generate = 'POST /api/v1/templates/{templateId}/generate';
  const headers = ['generateImage', 'responses', '200', 'headers'] as const;
  assert.deepEqual(await texts((draft) => delete draft.operation(...headers)['X-Template-Id']), [
    `${generate}: removed the required header field \`x-template-id\` ` +
      'from the response with the `200` status',
  ]);
  const problems = ['generateImage', 'responses', '429', 'content', 'application/problem+json'] as const;
  const removeCode = (draft: Draft) => {
    const { schema } = draft.operation(...problems);
    draft.operation(...problems)['schema'] = JSON.parse(
      JSON.stringify(schema).replace('"QUOTA_EXCEEDED"', '"RATE_LIMIT_EXCEEDED"'),
    );
  };
  assert.deepEqual(await texts(removeCode), [
    `${generate}: removed the code \`QUOTA_EXCEEDED\` from the response with the \`429\` status`,
  ]);
  assert.deepEqual(await texts((draft) => (draft.document.servers = [{ url: 'http://127.0.0.1:9090' }])), [
    'servers: removed the server `http://127.0.0.1:8080`',
  ]);
  const makePlainJson = (draft: Draft) => {
    const { content } = draft.operation('generateImage', 'responses', '429') as { content: Json };
    rename(content, 'application/problem+json', json);
  };
  assert.deepEqual(await texts(makePlainJson), [
    `${generate}: removed the media type \`application/problem+json\` ` +
      'for the response with the status `429`',
  ]);
});

test('accepts only listed changes, and reports stale entries', () => {
  const [one, other] = ['one', 'other'].map((what) => ({ rule: 'rule', where: 'GET /', what }));
  assert.ok(one !== undefined && other !== undefined);
  const accepted = [{ reason: 'Because.', changes: [one] }];
  assert.deepEqual(review([one], accepted), { refused: [], stale: [] });
  assert.deepEqual(review([one, other], accepted), { refused: [other], stale: [] });
  assert.deepEqual(review([{ ...one, where: 'PUT /' }], accepted), {
    refused: [{ ...one, where: 'PUT /' }],
    stale: [one],
  });
});
