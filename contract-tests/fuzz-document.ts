import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeAnswers } from '../test/helpers/close-answers.ts';
import type { LiveService } from './live-service.ts';

/**
 * The contract as it stands for the data of one service: the variables that its templates have in place of any name, since a
 * name that a template does not have is refused; the templates that there are, where an unknown one would be a 400; and
 * ids that exist as the examples. Answers have no fields but those that are documented. Nothing else is changed.
 */
export async function specializeContract(service: LiveService): Promise<unknown> {
  const file = join(import.meta.dirname, '../generated/openapi.json');
  const contract = JSON.parse(withKnownIds(await readFile(file, 'utf8'), service), (_key, value: unknown) => {
    const parameter = value as { name?: unknown; in?: unknown };
    if (typeof value !== 'object' || value === null || parameter.in !== 'path') return value;
    if (parameter.name === 'projectId') return withExamples(value, [service.projectId]);
    if (parameter.name === 'templateId') return withExamples(value, [service.templateId]);
    // These are gone once they were revoked; the others are for the later phases.
    if (parameter.name === 'shareId') return withExamples(value, service.shareIds.slice(0, 3));
    return value;
  }) as Contract;
  const { schemas, parameters } = contract.components;
  schemas['VariableValues'] = variableValues(service.surroundings.pictureUrl);
  restrict(schemas['BatchSubmissionTemplate'], 'templateId', service.visibleTemplateIds);
  const { goodCallbackUrl, badCallbackUrl } = service.surroundings;
  restrict(schemas['BatchSubmission'], 'callbackUrl', [goodCallbackUrl, badCallbackUrl]);

  const generate = contract.paths['/api/v1/templates/{templateId}/generate']?.['post']?.requestBody;
  Object.assign(generate?.content['application/json']?.examples ?? {}, renderExamples);

  const jobIds = jobExamples(service);
  const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    if (operation.requestBody !== undefined) fitExamples(operation.requestBody, service);
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.map((own) => {
      const parameter = { ...own, ...parameters[own.$ref?.split('/').at(-1) ?? ''], $ref: undefined };
      if (own.$ref?.endsWith('/JobId') === true) {
        return withExamples(parameter, jobIds[operation.operationId] ?? []);
      }
      const values = operation.operationId === 'getBatchResult' ? resultExamples[own.name ?? ''] : undefined;
      return values === undefined ? own : withExamples(parameter, values);
    });
  }
  return closeAnswers(contract);
}

/** The contract's own examples of bodies are of templates that are not here: they get ids and values that are. */
function fitExamples({ content }: RequestBody, { templateId, surroundings }: LiveService): void {
  const known: Readonly<Record<string, string>> = {
    templateId,
    callbackUrl: surroundings.goodCallbackUrl,
    photo: surroundings.pictureUrl,
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

/** The ids that the contract's examples share, wherever they are, become ids of things that exist. */
function withKnownIds(contract: string, service: LiveService): string {
  const { components, paths } = JSON.parse(contract) as Contract;
  const ofPaths = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters = [] }) => parameters);
  const ids: Readonly<Record<string, string | undefined>> = {
    projectId: service.projectId,
    templateId: service.templateId,
    jobId: service.jobs.completed,
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
  if (target === undefined) throw new Error(`The contract has ${property} elsewhere.`);
  target['enum'] = values;
}

/** What the variables of `fixture/template.json` accept. */
function variableValues(pictureUrl: string): Schema {
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
      // An optional variable may be empty whatever its rules say.
      code: { type: 'string', pattern: '^([A-Z]{2}[0-9]{1,4})?$', examples: ['AB12'] },
      section: { type: 'string', enum: ['News', 'Sport', 'Culture', ''] },
      count: { type: 'string', enum: ['7', '-2.5', '1e3', ''] },
      email: { type: 'string', enum: ['ines@example.org', 'a.b+c@example.com', ''] },
      phone: { type: 'string', enum: ['+41446681800', '+442079460958', ''] },
      site: { type: 'string', enum: ['https://example.org/', 'http://example.org/a?b=c', ''] },
      day: { type: 'string', enum: ['2026-03-02', '2026-03-02T09:14:07Z', ''] },
      link: { type: 'string', enum: ['https://example.org/', 'HELLO', ''] },
      article: { type: 'string', enum: ['590123412345', '4006381333931', ''] },
      photo: { type: 'string', enum: [pictureUrl, ''] },
    },
  };
}

/** Every format in every way. Left to chance, nearly everything would be a PNG in the answer itself. */
const renderExamples: object = Object.fromEntries(
  ['png', 'jpeg', 'webp', 'pdf'].flatMap((format) =>
    ['binary', 'link'].map((delivery) => {
      const value = { variables: { title: 'The harvest is in', photo: '' }, format, delivery };
      return [`${format} ${delivery}`, { value }] as const;
    }),
  ),
);

/** Jobs in the states that matter to each operation. */
function jobExamples({ jobs, foreignJobIds }: LiveService): Record<string, readonly string[]> {
  const { spare, completed, partly, failed, cancelled, processing, expired, gone } = jobs;
  const ended = [completed, partly, failed, cancelled, expired, gone, jobs.delivered, jobs.undelivered];
  return {
    getBatchJob: [...ended, processing, ...foreignJobIds],
    listBatchItems: [...ended, processing, ...foreignJobIds],
    // In step with `resultExamples`.
    getBatchResult: [completed, completed, completed, completed, partly, expired, gone, processing, failed],
    // The one at work stays so until it is cancelled otherwise.
    cancelBatchJob: [...ended, ...foreignJobIds],
    // The first ones are gone once they were deleted; the others are for the later phases.
    deleteBatchJob: [...spare.slice(0, 3), processing, ...foreignJobIds],
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

/** What of the contract is changed here. */
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
