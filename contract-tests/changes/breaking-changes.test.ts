import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { findBreakingChanges, review } from './breaking-changes.ts';
import type { Document } from './spell-out.ts';

type Json = Record<string, unknown>;

/** A document to be changed. */
class Draft {
  document: Document;
  constructor(document: Document) {
    this.document = structuredClone(document);
  }

  get paths(): Json {
    return this.document.paths;
  }

  /** What is in a part of the document. */
  at(...names: string[]): Json {
    return down(this.document, names);
  }

  /** What is in a part of an operation. */
  operation(operationId: string, ...names: string[]): Json {
    for (const operations of Object.values(this.document.paths)) {
      for (const operation of Object.values(operations)) {
        if (operation['operationId'] === operationId) return down(operation, names);
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

  /** What the request has that is sent to a callback's URL. */
  callback(...names: string[]): Json {
    const url = '{$request.body#/callbackUrl}';
    return this.operation('submitBatchJob', 'callbacks', 'batchCompleted', url, 'post', ...names);
  }

  /** A field that answers always have is in them no more. */
  drop(schema: string, name: string): void {
    delete this.schema(schema, 'properties')[name];
    this.loosen(schema, name);
  }

  /** A field that answers always have is in some of them. */
  loosen(schema: string, name: string): void {
    const { required } = this.schema(schema) as { required: string[] };
    required.splice(required.indexOf(name), 1);
  }
}

function down(from: unknown, names: readonly string[]): Json {
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

/** Each part is there for itself, where the YAML has one for several. */
const released = JSON.parse(
  JSON.stringify(parse(readFileSync(path.join(import.meta.dirname, 'released.yaml'), 'utf8'))),
) as Document;

/** What breaks programs, and the rule that must find it. */
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
  'an operation has another name': [
    'api-operation-id-removed',
    (draft) => (draft.operation('listShares')['operationId'] = 'listLinks'),
  ],
  'an operation has another tag': [
    'api-tag-removed',
    (draft) => (draft.operation('listShares')['tags'] = ['Discovery']),
  ],
  'a schema has another name': [
    'api-schema-removed',
    (draft) => {
      const { OutputFormat, ...others } = draft.at('components', 'schemas');
      draft.at('components')['schemas'] = { ...others, FileFormat: OutputFormat };
      draft.document = JSON.parse(
        JSON.stringify(draft.document).replaceAll('schemas/OutputFormat', 'schemas/FileFormat'),
      ) as Document;
    },
  ],

  'a body needs a new field': [
    'new-required-request-property',
    (draft) => {
      draft.schema('GenerateRequest', 'properties')['reason'] = { type: 'string' };
      draft.schema('GenerateRequest')['required'] = ['variables', 'reason'];
    },
  ],
  'a field of a body must be given': [
    'request-property-became-required-with-default',
    (draft) => (draft.schema('GenerateRequest')['required'] = ['variables', 'format']),
  ],
  'a field of a body is not accepted any more': [
    'request-property-removed',
    (draft) => delete draft.schema('RenderOptions', 'properties')['quality'],
  ],
  'a field of a body has another type': [
    'request-property-type-changed',
    (draft) => (draft.property('RenderOptions', 'backgroundColor')['type'] = 'integer'),
  ],
  'a value of a body is not accepted any more': [
    'request-property-enum-value-removed',
    (draft) => (draft.property('GenerateRequest', 'format')['enum'] = ['png', 'jpeg', 'webp']),
  ],
  'a maximum of a body is lower': [
    'request-property-max-decreased',
    (draft) => (draft.property('RenderOptions', 'scale')['maximum'] = 3),
  ],
  'a minimum of a body is higher': [
    'request-property-min-increased',
    (draft) => (draft.property('RenderOptions', 'scale')['minimum'] = 2),
  ],
  'a text of a body must be shorter': [
    'request-property-max-length-decreased',
    (draft) => (draft.property('BatchSubmission', 'callbackUrl')['maxLength'] = 100),
  ],
  'a list of a body has a new maximum': [
    'request-property-max-items-set',
    (draft) => (draft.property('BatchSubmission', 'rows')['maxItems'] = 400),
  ],
  'a pattern of a body is another one': [
    'request-property-pattern-changed',
    (draft) => (draft.property('RenderOptions', 'backgroundColor')['pattern'] = '^#[0-9a-f]{6}$'),
  ],
  'a text of a body has a new format': [
    'request-property-pattern-added',
    (draft) => (draft.property('BatchSubmission', 'callbackUrl')['format'] = 'uri'),
  ],
  'a default of a body is another one': [
    'request-property-default-value-changed',
    (draft) => (draft.property('GenerateRequest', 'format')['default'] = 'pdf'),
  ],
  'values of any name are narrower': [
    'request-property-max-length-set',
    (draft) => (draft.schema('VariableValues', 'additionalProperties')['maxLength'] = 100),
  ],
  'values of any name are not accepted any more': [
    'request-property-removed',
    (draft) => (draft.schema('VariableValues')['additionalProperties'] = false),
  ],
  'values of any name must have a type': [
    'request-property-type-changed',
    (draft) => (draft.schema('VariableValues')['additionalProperties'] = { type: 'integer' }),
  ],
  'a body has another media type of the same kind': [
    'request-body-media-type-removed',
    (draft) => rename(draft.operation('generateImage', 'requestBody', 'content'), json, mergePatch),
  ],
  'a body has another character set': [
    'request-body-media-type-removed',
    (draft) =>
      rename(
        draft.operation('generateImage', 'requestBody', 'content'),
        json,
        'application/json; charset=utf-16',
      ),
  ],
  'a body has another media type': [
    'request-body-media-type-removed',
    (draft) => {
      const body = draft.operation('generateImage', 'requestBody');
      body['content'] = {
        'application/xml': draft.operation('generateImage', 'requestBody', 'content')['application/json'],
      };
    },
  ],

  'a parameter must be given': [
    'request-parameter-became-required',
    (draft) => (draft.at('components', 'parameters', 'Page')['required'] = true),
  ],
  'a new parameter must be given': [
    'new-required-request-parameter',
    (draft) => {
      const parameters = draft.operation('listShares', 'parameters') as unknown as Json[];
      parameters.push({ name: 'sort', in: 'query', required: true, schema: { type: 'string' } });
    },
  ],
  'a parameter is not accepted any more': [
    'request-parameter-removed',
    (draft) => (draft.operation('listShares')['parameters'] = []),
  ],
  'a header field is not read any more': [
    'request-parameter-removed',
    (draft) => (draft.operation('submitBatchJob')['parameters'] = []),
  ],
  'a value of a parameter is not accepted any more': [
    'request-parameter-enum-value-removed',
    (draft) => (draft.parameter('getBatchResult', 'delivery')['schema'] = { type: 'string', enum: ['url'] }),
  ],
  'a value of a list of a parameter is not accepted any more': [
    'request-parameter-property-enum-value-removed',
    (draft) => (down(draft.parameter('listBatchJobs', 'status'), ['schema', 'items'])['enum'] = ['PENDING']),
  ],
  'a list is written otherwise into a parameter (explode)': [
    'request-parameter-pattern-changed',
    (draft) => (draft.parameter('listBatchJobs', 'status')['explode'] = false),
  ],
  'a list is written otherwise into a parameter (style)': [
    'request-parameter-pattern-changed',
    (draft) => (draft.parameter('listBatchJobs', 'status')['style'] = 'pipeDelimited'),
  ],
  'a parameter is JSON': [
    'request-parameter-pattern-added',
    (draft) => {
      const { schema, ...parameter } = draft.at('components', 'parameters', 'Page');
      draft.at('components', 'parameters')['Page'] = { ...parameter, content: { [json]: { schema } } };
    },
  ],
  'a parameter is read otherwise than usual': [
    'request-parameter-pattern-changed',
    (draft) => (draft.parameter('revokeShare', 'shareId')['style'] = 'matrix'),
  ],
  'a maximum of a parameter is lower': [
    'request-parameter-max-decreased',
    (draft) => (draft.at('components', 'parameters', 'Limit', 'schema')['maximum'] = 50),
  ],
  'a default of a parameter is another one': [
    'request-parameter-default-value-changed',
    (draft) => (draft.at('components', 'parameters', 'Limit', 'schema')['default'] = 10),
  ],

  'a success is not answered any more': [
    'response-success-status-removed',
    (draft) => delete draft.operation('getBatchResult', 'responses')['206'],
  ],
  'a success has another status': [
    'response-success-status-removed',
    (draft) => {
      const responses = draft.operation('submitBatchJob', 'responses');
      responses['201'] = responses['202'];
      delete responses['202'];
    },
  ],
  'a refusal is not answered any more': [
    'response-non-success-status-removed',
    (draft) => delete draft.operation('getBatchResult', 'responses')['410'],
  ],
  'an answer has a media type less': [
    'response-media-type-removed',
    (draft) => delete draft.operation('generateImage', 'responses', '200', 'content')['image/webp'],
  ],
  'an answer has another media type of the same kind': [
    'response-media-type-removed',
    (draft) =>
      rename(draft.operation('listShares', 'responses', '200', 'content'), json, 'application/hal+json'),
  ],
  'a problem is plain JSON': [
    'response-media-type-removed',
    (draft) => {
      const { content } = draft.at('components', 'responses', 'Unauthorized');
      rename(content as Json, 'application/problem+json', json);
    },
  ],
  'a field of an answer is removed': [
    'response-required-property-removed',
    (draft) => draft.drop('ShareLink', 'source'),
  ],
  'a field of some answers is removed': [
    'response-optional-property-removed',
    (draft) => delete draft.schema('Variable', 'properties')['defaultValue'],
  ],
  'a field is not in every answer any more': [
    'response-property-became-optional',
    (draft) => draft.loosen('ShareLink', 'source'),
  ],
  'a field of an answer has another type': [
    'response-property-type-changed',
    (draft) => (draft.schema('ShareLink', 'properties')['fileSize'] = { type: 'string' }),
  ],
  'a whole number of an answer may have fractions': [
    'response-property-type-generalized',
    (draft) => (draft.property('ShareLink', 'fileSize')['type'] = 'number'),
  ],
  'a field of an answer has another format': [
    'response-property-pattern-changed',
    (draft) => (draft.property('Project', 'updatedAt')['format'] = 'date'),
  ],
  'a field of an answer may be null (a list of types)': [
    'response-property-became-nullable',
    (draft) => (draft.property('ShareLink', 'url')['type'] = ['string', 'null']),
  ],
  'a field of an answer may be null (anyOf)': [
    'response-property-list-of-types-widened',
    (draft) =>
      (draft.schema('Template', 'properties')['visibility'] = {
        anyOf: [{ $ref: '#/components/schemas/Visibility' }, { type: 'null' }],
      }),
  ],
  'a field below anyOf has another type': [
    'response-property-type-changed',
    (draft) => (draft.schema('CompletionCallback', 'properties')['attempts'] = { type: 'string' }),
  ],
  'an answer has a value that was unknown': [
    'response-property-enum-value-added',
    (draft) => (draft.schema('Visibility')['enum'] = ['PRIVATE', 'SHARED', 'PUBLIC']),
  ],
  'an answer may have any value': [
    'response-property-pattern-removed',
    (draft) => delete draft.schema('Visibility')['enum'],
  ],
  'a page of an answer may be longer': [
    'response-property-max-items-increased',
    (draft) => (draft.property('ShareLinkPage', 'data')['maxItems'] = 1000),
  ],
  'a field is only sent, and not answered': [
    'response-required-property-became-write-only',
    (draft) => (draft.property('ShareLink', 'url')['writeOnly'] = true),
  ],
  'a header field that was always there is removed': [
    'response-required-property-removed',
    (draft) => delete draft.operation('generateImage', 'responses', '200', 'headers')['X-Template-Id'],
  ],
  'a header field that was there at times is removed': [
    'response-optional-property-removed',
    (draft) => delete draft.operation('getBatchResult', 'responses', '200', 'headers')['ETag'],
  ],
  'a header field of a shared answer is removed': [
    'response-required-property-removed',
    (draft) => delete draft.at('components', 'responses', 'RateLimited', 'headers')['Retry-After'],
  ],
  'a header field is not always there any more': [
    'response-property-became-optional',
    (draft) => (draft.at('components', 'headers', 'X-Quota-Limit')['required'] = false),
  ],
  'a header field has another type': [
    'response-property-type-changed',
    (draft) => (draft.at('components', 'headers', 'X-Quota-Limit')['schema'] = { type: 'string' }),
  ],
  'a header field has another format': [
    'response-property-pattern-changed',
    (draft) =>
      (draft.at('components', 'headers', 'X-Quota-Reset')['schema'] = { type: 'string', format: 'date' }),
  ],
  'a problem has another code': [
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
  'all problems lack a field': [
    'response-required-property-removed',
    (draft) => draft.drop('Problem', 'requestId'),
  ],

  'the key goes elsewhere': [
    'new-required-request-parameter',
    (draft) => (draft.at('components', 'securitySchemes', 'apiKey')['name'] = 'X-Key'),
  ],
  'a second key is needed': [
    'new-required-request-parameter',
    (draft) => {
      draft.at('components', 'securitySchemes')['token'] = { type: 'http', scheme: 'bearer' };
      draft.document.security = [{ apiKey: [], token: [] }];
    },
  ],

  'the service is below a path': [
    'request-parameter-enum-value-removed',
    (draft) => (draft.document.servers = [{ url: 'http://127.0.0.1:8080/platen' }]),
  ],
  'an operation has a server of its own': [
    'new-required-request-parameter',
    (draft) => (draft.operation('listShares')['servers'] = [{ url: 'https://shares.example.org' }]),
  ],
  'a path has a server of its own': [
    'new-required-request-parameter',
    (draft) => (draft.at('paths', '/api/v1/shares')['servers'] = [{ url: 'https://shares.example.org' }]),
  ],

  'a callback is not sent any more': [
    'api-path-removed-without-deprecation',
    (draft) => delete draft.operation('submitBatchJob')['callbacks'],
  ],
  'a callback is sent to what another field says': [
    'api-path-removed-without-deprecation',
    (draft) =>
      rename(
        draft.operation('submitBatchJob', 'callbacks', 'batchCompleted'),
        '{$request.body#/callbackUrl}',
        '{$request.body#/hook}',
      ),
  ],
  'a callback has another media type of the same kind': [
    'response-media-type-removed',
    (draft) => rename(draft.callback('requestBody', 'content'), json, 'application/cloudevents+json'),
  ],
  'a callback lacks a field': [
    'response-required-property-removed',
    (draft) => draft.drop('BatchCompletion', 'failedItems'),
  ],
  'a callback tells something that was unknown': [
    'response-property-enum-value-added',
    (draft) =>
      (draft.property('BatchCompletion', 'status')['enum'] = ['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED']),
  ],
  'a callback lacks a header field': [
    'response-required-property-removed',
    (draft) => {
      const parameters = draft.callback('parameters') as unknown as Json[];
      draft.callback()['parameters'] = parameters.filter(({ name }) => name !== 'webhook-id');
    },
  ],
};

/** What no program notices that keeps to what the contract says of its versions. */
const harmless: Readonly<Record<string, (draft: Draft) => void>> = {
  nothing: () => undefined,
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
  'a new refusal': (draft) =>
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
  'a usual style that is spelt out': (draft) =>
    Object.assign(draft.parameter('revokeShare', 'shareId'), { style: 'simple', explode: false }),
  'values of any name and type': (draft) => (draft.schema('VariableValues')['additionalProperties'] = true),
  'answers that say that more fields may come': (draft) => {
    for (const name of ['Project', 'ShareLink', 'ShareLinkPage', 'Problem', 'BatchCompletion']) {
      delete draft.schema(name)['additionalProperties'];
    }
  },
  'answers that say it no more': (draft) => (draft.schema('Problem')['additionalProperties'] = false),
  'other words': (draft) => {
    draft.at('info')['description'] = 'Other words.';
    draft.operation('listShares')['summary'] = 'Other words';
    draft.schema('ShareLink')['description'] = 'Other words.';
  },
  'a name for a schema that had none': (draft) => {
    draft.at('components', 'schemas')['Page'] = draft.schema('Template', 'properties', 'viewport');
    draft.schema('Template', 'properties')['viewport'] = { $ref: '#/components/schemas/Page' };
  },
};

const changesOf = async (change: (draft: Draft) => void) => {
  const draft = new Draft(released);
  change(draft);
  return await findBreakingChanges(released, draft.document);
};

describe('what breaks programs is reported', { concurrency: 2 }, () => {
  for (const [name, [rule, change]] of Object.entries(breaking)) {
    test(name, async () => {
      const rules = (await changesOf(change)).map((found) => found.rule);
      assert.ok(rules.includes(rule), `reported: ${rules.join() || 'nothing'}`);
    });
  }
});

describe('what does not is not', { concurrency: 2 }, () => {
  for (const [name, change] of Object.entries(harmless)) {
    test(name, async () => assert.deepEqual(await changesOf(change), []));
  }
});

test('what was spelled out reads like what the document says', async () => {
  const texts = async (change: (draft: Draft) => void) =>
    (await changesOf(change)).map(({ where, what }) => `${where}: ${what}`);
  const generate = 'POST /api/v1/templates/{templateId}/generate';
  const headers = ['generateImage', 'responses', '200', 'headers'] as const;
  assert.deepEqual(await texts((draft) => delete draft.operation(...headers)['X-Template-Id']), [
    `${generate}: removed the required header field \`x-template-id\` from the response with the \`200\` status`,
  ]);
  const problems = ['generateImage', 'responses', '429', 'content', 'application/problem+json'] as const;
  const lessCodes = (draft: Draft) => {
    const { schema } = draft.operation(...problems);
    draft.operation(...problems)['schema'] = JSON.parse(
      JSON.stringify(schema).replace('"QUOTA_EXCEEDED"', '"RATE_LIMIT_EXCEEDED"'),
    );
  };
  assert.deepEqual(await texts(lessCodes), [
    `${generate}: removed the code \`QUOTA_EXCEEDED\` from the response with the \`429\` status`,
  ]);
  assert.deepEqual(await texts((draft) => (draft.document.servers = [{ url: 'http://127.0.0.1:9090' }])), [
    'servers: removed the server `http://127.0.0.1:8080`',
  ]);
  const plain = (draft: Draft) => {
    const { content } = draft.operation('generateImage', 'responses', '429') as { content: Json };
    rename(content, 'application/problem+json', json);
  };
  assert.deepEqual(await texts(plain), [
    `${generate}: removed the media type \`application/problem+json\` for the response with the status \`429\``,
  ]);
});

test('accepted are the changes that are listed, and a list that is out of date is refused', () => {
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
