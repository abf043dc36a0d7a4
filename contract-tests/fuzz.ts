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
import { startFuzzFixture, type FuzzFixture } from './fuzz-fixture.ts';
import { preparePythonEnvironment } from './python-environment.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261121' },
    'max-examples': { type: 'string', default: '200' },
  },
});

const python = preparePythonEnvironment();
const fixture = await startFuzzFixture();
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
  // Reading is limited to 50 requests a second, and schemathesis would take a 429 for a fault.
  const pace = ['--rate-limit', '45/s'];
  const cases = ['--seed', options.seed, '--max-examples', options['max-examples']];
  const st = ['-m', 'schemathesis.cli', '--config-file', config, ...run, ...pace, ...cases];
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
async function specializeContract({ projectId, templateId }: FuzzFixture): Promise<unknown> {
  const text = await readFile(join(import.meta.dirname, '../generated/openapi.json'), 'utf8');
  const contract = JSON.parse(text, (key, value: unknown) => {
    const parameter = value as { name?: unknown; in?: unknown };
    if (typeof value !== 'object' || value === null || parameter.in !== 'path') return value;
    if (parameter.name === 'projectId') return { ...value, example: projectId };
    if (parameter.name === 'templateId') return { ...value, example: templateId };
    return value;
  }) as { components: { schemas: Record<string, unknown> } };
  contract.components.schemas['VariableValues'] = {
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
  return contract;
}
