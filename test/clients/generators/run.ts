/**
 * Makes clients with the usual generators, and calls a running service with each. It takes minutes and needs
 * the compilers of all languages, so it is no part of the gate:
 *
 *     npm run check:clients                  # all generators; fails if a line of the table is no longer true
 *     npm run check:clients -- ogen kotlin   # those with a word in their name or language
 *     npm run check:clients -- --write       # writes what came of them into docs/generated-clients.md
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { preparePythonEnvironment } from '../../../contract-tests/python-environment.ts';
import { checkedFetch } from '../../helpers/requests.ts';
import { generators, type Generator } from './generators.ts';
import { comparePage, writePage, type Result } from './page.ts';
import { calls, startCalledService, type CalledService } from './service.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const cache = path.join(root, 'node_modules/.cache/client-generators');

interface Tools {
  readonly service: CalledService;
  /** The contract's forms as files. */
  readonly documents: Readonly<Record<Generator['form'], string>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly folder: string;
}

const { values: options, positionals: words } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = generators.filter(({ name, language }) =>
  words.every((word) => `${name} ${language}`.toLowerCase().includes(word.toLowerCase())),
);
const folder = await mkdtemp(path.join(tmpdir(), 'platen-client-generators-'));
const service = await startCalledService(path.join(folder, 'data'));
const results: Result[] = [];
try {
  const tools = await prepareTools();
  for (const generator of chosen) {
    const result = await check(generator, tools);
    results.push(result);
    process.stdout.write(`${generator.name}, ${generator.language}: ${JSON.stringify(result.outcome)}\n`);
  }
} finally {
  await service.close();
  await rm(folder, { recursive: true, force: true });
}
if (options.write) await writePage(results);
const differences = await comparePage(results);
process.stdout.write(differences.map((line) => `differs from the page: ${line}\n`).join(''));
process.exitCode = differences.length > 0 ? 1 : 0;

async function prepareTools(): Promise<Tools> {
  await mkdir(path.join(cache, 'npm'), { recursive: true });
  await copyFile(path.join(import.meta.dirname, 'npm-package.json'), path.join(cache, 'npm/package.json'));
  run('npm install --ignore-scripts --no-audit --no-fund --silent', path.join(cache, 'npm'), {});
  const { python, variables } = await preparePythonEnvironment({
    requirements: path.join(import.meta.dirname, 'requirements.txt'),
    folder: path.join(cache, 'python'),
  });
  const jar = run(
    `${python} -c "import openapi_generator_cli as it; print(it.__path__[0])"`,
    cache,
    variables,
  ).output.trim();
  const documents = { '3.0': 'openapi-3.0.json', '3.1': 'openapi.json' };
  for (const name of Object.values(documents)) {
    const answer = await checkedFetch(`${service.variables.PLATEN_URL}/${name}`);
    await writeFile(path.join(folder, name), await answer.text());
  }
  return {
    service,
    folder,
    documents,
    variables: {
      ...variables,
      ...service.variables,
      PYTHON: python,
      OPENAPI_GENERATOR: `java -jar ${jar}/openapi-generator.jar`,
      DOCS: path.join(root, 'docs/generated-clients'),
      CACHE: cache,
      CARGO_TARGET_DIR: path.join(cache, 'cargo-target'),
      GOFLAGS: '-mod=mod',
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
    },
  };
}

/** Makes one client and calls it, in a folder of its own. */
async function check(generator: Generator, tools: Tools): Promise<Result> {
  const missing = generator.needs.filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
  );
  if (missing.length > 0) return { generator, outcome: { kind: 'not run', missing } };
  const place = await mkdtemp(path.join(tools.folder, 'client-'));
  await symlink(path.join(cache, 'npm/node_modules'), path.join(place, 'node_modules'));
  const variables = {
    ...tools.variables,
    DOCUMENT: path.join(tools.folder, tools.documents[generator.form]),
  };
  const made = run(generator.generate, place, variables);
  if (made.status !== 0) return { generator, outcome: { kind: 'not made', output: made.output } };
  for (const [name, target] of Object.entries(generator.files)) {
    await mkdir(path.dirname(path.join(place, target)), { recursive: true });
    await copyFile(path.join(import.meta.dirname, 'programs', name), path.join(place, target));
  }
  const called = run(generator.call, place, variables);
  const said = new Map(
    called.output.split('\n').map((line) => {
      const [name = '', ...rest] = line.split(': ');
      return [name, rest.join(': ')];
    }),
  );
  if (called.status !== 0 || said.size < calls.length)
    return { generator, outcome: { kind: 'not compiled', output: called.output } };
  const answers = calls.map(({ name, isRight }) => {
    const value = said.get(name) ?? 'nothing';
    return { name, isRight: isRight(value, tools.service), value };
  });
  return { generator, outcome: { kind: 'called', answers } };
}

function run(
  command: string,
  cwd: string,
  variables: Readonly<Record<string, string>>,
): { readonly status: number | null; readonly output: string } {
  const env = { ...process.env, ...variables };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return { status, output: stripVTControlCharacters(status === 0 ? stdout : `${stdout}${stderr}`) };
}
