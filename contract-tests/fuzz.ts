/**
 * Fuzzes a running service with schemathesis, by the contract and with every check. The seed is fixed unless one is given,
 * so that the gate finds the same things each time: `node contract-tests/fuzz.ts [--seed N] [--max-examples N]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLiveService, type LiveService } from './live-service.ts';
import { preparePythonEnvironment } from './python-environment.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261121' },
    'max-examples': { type: 'string', default: '200' },
  },
});

const python = await preparePythonEnvironment();
const fixture = await startLiveService();
const folder = await mkdtemp(join(tmpdir(), 'platen-contract-'));
try {
  const document = join(folder, 'openapi.json');
  await writeFile(document, JSON.stringify(await specializeContract(fixture)));
  const config = join(import.meta.dirname, 'schemathesis.toml');
  const run = [
    'run',
    document,
    '--url',
    fixture.origin,
    '--workers',
    '1',
    '--no-color',
    '--generation-database',
    'none',
  ];
  const cases = ['--seed', options.seed, '--max-examples', options['max-examples']];
  const st = ['-m', 'schemathesis.cli', '--config-file', config, ...run, ...cases];
  const child = spawn(python.python, st, {
    cwd: folder,
    env: { ...process.env, ...python.variables, PLATEN_API_KEY: fixture.apiKey },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
}

/**
 * The contract as it stands for the one template that is rendered: its variables in place of any name, since a name that
 * the template does not have is refused; and ids that exist as the examples.
 */
async function specializeContract({ projectId, templateId, jobs, shareIds }: LiveService): Promise<unknown> {
  const text = await readFile(join(import.meta.dirname, '../generated/openapi.json'), 'utf8');
  const contract = JSON.parse(text, (_key, value: unknown) => {
    const parameter = value as { name?: unknown; in?: unknown };
    if (typeof value !== 'object' || value === null || parameter.in !== 'path') return value;
    if (parameter.name === 'projectId') return { ...value, example: projectId };
    if (parameter.name === 'templateId') return { ...value, example: templateId };
    // These are gone once they were revoked.
    if (parameter.name === 'shareId')
      return { ...value, example: undefined, examples: toExamples('share', shareIds) };
    return value;
  }) as Contract;
  const { schemas, parameters } = contract.components;
  schemas['VariableValues'] = {
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
    },
  };
  const { template, callbackUrl } = schemas['BatchSubmission']?.properties ?? {};
  Object.assign(template?.properties?.['templateId'] ?? {}, { enum: [templateId] });
  Object.assign(callbackUrl ?? {}, { enum: ['https://127.0.0.1/hook'] });

  const ended = [jobs.completed, jobs.partly, jobs.failed, jobs.cancelled];
  const known: Record<string, readonly string[]> = {
    getBatchJob: ended,
    listBatchItems: ended,
    getBatchResult: ended,
    cancelBatchJob: ended,
    // These are gone once they were deleted.
    deleteBatchJob: jobs.spare,
  };
  const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
  for (const { operationId, parameters: own = [] } of operations) {
    const at = own.findIndex(({ $ref }) => $ref === '#/components/parameters/JobId');
    if (at < 0) continue;
    const examples = toExamples('job', known[operationId] ?? []);
    own[at] = { ...parameters['JobId'], example: undefined, examples };
  }
  return contract;
}

function toExamples(name: string, values: readonly string[]): Record<string, { value: string }> {
  return Object.fromEntries(values.map((value, index) => [`${name} ${index}`, { value }]));
}

/** What of the contract is changed here. */
interface Contract {
  readonly paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly parameters: Record<string, Parameter>;
  };
}

interface Parameter {
  readonly $ref?: string;
  readonly example?: unknown;
  readonly examples?: object;
}

interface Schema {
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
}
