import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BASE_SIZE } from '../../../src/common/sizes/size-names.ts';
import { closeResponseSchemas } from '../../../test/helpers/close-response-schemas.ts';
import type { LiveService } from '../../live-service.ts';

/**
 * Narrows the contract to the data of one service, so that generated requests succeed: variable names are
 * those of its templates, template ids in bodies are those that exist, and the examples have existing ids.
 * Response schemas allow only documented fields. Nothing else changes.
 */
export async function specializeContract(service: LiveService): Promise<unknown> {
  const file = join(import.meta.dirname, '../../../generated/openapi.json');
  const contract = JSON.parse(withKnownIds(await readFile(file, 'utf8'), service), (_key, value: unknown) => {
    const parameter = value as { name?: unknown; in?: unknown };
    if (typeof value !== 'object' || value === null || parameter.in !== 'path') return value;
    if (parameter.name === 'projectId') return withExamples(value, [service.projectId]);
    if (parameter.name === 'templateId') return withExamples(value, [service.templateId]);
    // A revoked link is used up; the other links are for later phases.
    if (parameter.name === 'shareId') return withExamples(value, service.shareIds.slice(0, 3));
    return value;
  }) as Contract;
  const { schemas, parameters } = contract.components;
  schemas['VariableValues'] = variableValues(service.surroundings.imageUrl);
  fitImages(contract, service);
  restrict(schemas['BatchSubmissionTemplate'], 'templateId', service.visibleTemplateIds);
  const { goodCallbackUrl, badCallbackUrl } = service.surroundings;
  for (const submission of ['BatchSubmission', 'RenderSubmission'])
    restrict(schemas[submission], 'callbackUrl', [goodCallbackUrl, badCallbackUrl]);
  for (const endpoint of ['NewWebhookEndpoint', 'WebhookEndpointChange'])
    restrict(schemas[endpoint], 'url', [goodCallbackUrl, badCallbackUrl]);

  const generate = contract.paths['/api/v1/templates/{templateId}/generate']?.['post']?.requestBody;
  Object.assign(generate?.content['application/json']?.examples ?? {}, renderExamples);

  const jobIds = jobExamples(service);
  const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    if (operation.requestBody !== undefined) fitExamples(operation.requestBody, service);
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.map((own) => {
      const parameter = { ...own, ...parameters[own.$ref?.split('/').at(-1) ?? ''], $ref: undefined };
      if (own.$ref?.endsWith('/JobId') === true || own.$ref?.endsWith('/RenderId') === true) {
        return withExamples(parameter, jobIds[operation.operationId] ?? []);
      }
      const values = operation.operationId === 'getBatchResult' ? resultExamples[own.name ?? ''] : undefined;
      return values === undefined ? own : withExamples(parameter, values);
    });
  }
  return closeResponseSchemas(contract);
}

/** A signature of this text is made right by `hooks.py`. */
const signMe = 'A'.repeat(43);

/** Narrows the parameters of image URLs. Their signatures are made when they are sent. */
function fitImages({ paths }: Contract, { urlKey, surroundings }: LiveService): void {
  const { properties: declared = {} } = variableValues(surroundings.imageUrl);
  const properties = { ...declared, items: { type: 'string', enum: listsAsStrings } };
  const named = Object.fromEntries(Object.entries(properties).map(([name, each]) => [`v.${name}`, each]));
  const narrower: Readonly<Record<string, object>> = {
    variables: {
      schema: { type: 'object', required: ['v.title'], properties: named, additionalProperties: false },
      example: { 'v.title': 'The harvest is in' },
    },
    version: { schema: { type: 'string', enum: ['live', '1'] }, example: '1' },
    size: { schema: { type: 'string', enum: [BASE_SIZE] }, example: BASE_SIZE },
    k: { schema: { type: 'string', enum: [urlKey.urlKeyId] }, example: urlKey.urlKeyId },
    s: { schema: { type: 'string', enum: [signMe] }, example: signMe },
  };
  const operations = Object.values(paths['/i/{templateId}/{version}/{file}'] ?? {});
  for (const { parameters = [] } of operations) {
    for (const parameter of parameters) Object.assign(parameter, narrower[parameter.name ?? '']);
  }
}

/** Replaces the ids and values in the contract's example bodies by those of the service. */
function fitExamples({ content }: RequestBody, { templateId, surroundings }: LiveService): void {
  const known: Readonly<Record<string, string>> = {
    templateId,
    callbackUrl: surroundings.goodCallbackUrl,
    url: surroundings.goodCallbackUrl,
    photo: surroundings.imageUrl,
  };
  const fit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const body = value as Record<string, unknown>;
    for (const [name, own] of Object.entries(body)) {
      if (typeof own === 'string') body[name] = known[name] ?? own;
      else fit(own);
    }
  };
  for (const { examples } of Object.values(content)) fit(examples);
}

/** Replaces the ids of the contract's examples by existing ids. */
function withKnownIds(contract: string, service: LiveService): string {
  const { components, paths } = JSON.parse(contract) as Contract;
  const ofPaths = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters = [] }) => parameters);
  const ids: Readonly<Record<string, string | undefined>> = {
    projectId: service.projectId,
    templateId: service.templateId,
    jobId: service.jobs.completed,
    renderId: service.jobs.renders.completed,
    shareId: service.shareIds.at(-1),
  };
  let text = contract;
  for (const { name = '', example } of [...Object.values(components.parameters), ...ofPaths]) {
    const id = ids[name];
    if (id !== undefined && typeof example === 'string') text = text.replaceAll(example, id);
  }
  return text;
}

function restrict(schema: Schema | undefined, property: string, values: readonly string[]): void {
  const target = schema?.properties?.[property];
  if (target === undefined) throw new Error(`The contract has no ${property} where it is expected.`);
  target['enum'] = values;
}

/** The schema of the variables of `fixture/template.json`. */
function variableValues(imageUrl: string): Schema {
  return {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: {
        type: 'string',
        minLength: 1,
        maxLength: 40,
        pattern: '^[^\\u0000]*$',
        examples: ['The harvest is in'],
      },
      // An optional variable may be empty, whatever its rules are.
      code: { type: 'string', pattern: '^([A-Z]{2}[0-9]{1,4})?$', examples: ['AB12'] },
      section: { type: 'string', enum: ['News', 'Sport', 'Culture', ''] },
      count: { type: 'string', enum: ['7', '-2.5', '1e3', ''] },
      email: { type: 'string', enum: ['ines@example.org', 'a.b+c@example.com', ''] },
      phone: { type: 'string', enum: ['+41446681800', '+442079460958', ''] },
      site: { type: 'string', enum: ['https://example.org/', 'http://example.org/a?b=c', ''] },
      day: { type: 'string', enum: ['2026-03-02', '2026-03-02T09:14:07Z', ''] },
      link: { type: 'string', enum: ['https://example.org/', 'HELLO', ''] },
      article: { type: 'string', enum: ['590123412345', '4006381333931', ''] },
      photo: { type: 'string', enum: [imageUrl, ''] },
      items: {
        type: ['string', 'array'],
        pattern: '^(\\[\\])?$',
        maxItems: 5,
        items: listEntry,
        examples: [[{ name: 'Tea', price: '4.20' }, { name: 'Cup' }]],
      },
    },
  };
}

const listEntry: Schema = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, pattern: '^[^\\u0000]*$' },
    price: { type: 'string', enum: ['4.20', '1e3', ''] },
  },
};

const listsAsStrings = ['[{"name": "Tea", "price": "4.20"}]', '[]', ''];

/** Every format with every delivery. Random requests would nearly all be a PNG with binary delivery. */
const renderExamples: object = Object.fromEntries(
  ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'].flatMap((format) =>
    ['binary', 'link'].map((delivery) => {
      const value = { variables: { title: 'The harvest is in', photo: '' }, format, delivery };
      return [`${format} ${delivery}`, { value }] as const;
    }),
  ),
);

/** Jobs in the states that each operation needs. */
function jobExamples({ jobs, foreignJobIds }: LiveService): Record<string, readonly string[]> {
  const { spare, completed, partly, failed, cancelled, processing, expired, gone, renders } = jobs;
  const ended = [completed, partly, failed, cancelled, expired, gone, jobs.delivered, jobs.undelivered];
  return {
    getBatchJob: [...ended, processing, ...foreignJobIds],
    listBatchItems: [...ended, processing, ...foreignJobIds],
    // In the order of `resultExamples`.
    getBatchResult: [completed, completed, completed, completed, partly, expired, gone, processing, failed],
    // The job in progress ends only when it is cancelled.
    cancelBatchJob: [...ended, ...foreignJobIds],
    // Deleted jobs are used up; the other jobs are for later phases.
    deleteBatchJob: [...spare.slice(0, 3), processing, ...foreignJobIds],
    getRender: [renders.completed, renders.failed, renders.processing, completed],
    getRenderFile: [renders.completed, renders.failed, renders.processing, completed],
    deleteRender: [...renders.spare, renders.processing, completed],
  };
}

const zipOnly = Array<string>(5).fill('zip');
const resultExamples: Readonly<Record<string, readonly string[]>> = {
  delivery: ['url', 'zip', 'zip', 'zip', ...zipOnly],
  Range: ['bytes=0-', 'bytes=0-9', 'bytes=-20', 'bytes=9999999-', ...Array<string>(5).fill('bytes=0-')],
  'If-Range': Array<string>(9).fill('"another"').fill('', 1),
};

function withExamples<Value extends object>(value: Value, values: readonly string[]): Value {
  const examples = Object.fromEntries(values.map((one, index) => [`example ${index}`, { value: one }]));
  return { ...value, example: undefined, examples };
}

/** The parts of the contract that change here. */
interface Contract {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly parameters: Record<string, Parameter>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: RequestBody;
  parameters?: Parameter[];
}

interface RequestBody {
  readonly content: Record<string, { readonly examples: object }>;
}

interface Parameter {
  readonly $ref?: string | undefined;
  readonly name?: string;
  readonly example?: unknown;
  readonly examples?: object;
}

interface Schema {
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
}
