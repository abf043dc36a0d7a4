import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePythonEnvironment } from '../python-environment.ts';
import { readFigures, type Figures, type FuzzedOperation } from './figures.ts';
import type { FuzzTarget } from './target.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Cases per operation in the fuzzing phase; scenarios in the stateful phase. */
  readonly maxExamples: number;
  /** The origin of a proxy in front of the service, if there is one. */
  readonly origin?: string;
  /** Further arguments of schemathesis, such as `--include-operation-id`. */
  readonly arguments?: readonly string[];
  /** Whether to show its output as it comes. */
  readonly isShown?: boolean;
}

export interface FuzzRun {
  /** Whether every check passed. */
  readonly isClean: boolean;
  readonly figures: Figures;
  /** The output of schemathesis, if it was not shown. */
  readonly output: string;
}

/**
 * Runs schemathesis once against a service. Its files are in a temporary folder, which is removed at the end.
 */
export async function runSchemathesis(
  target: FuzzTarget,
  operations: readonly FuzzedOperation[],
  options: FuzzOptions,
): Promise<FuzzRun> {
  const python = await preparePythonEnvironment();
  const folder = await mkdtemp(join(tmpdir(), 'platen-fuzz-'));
  try {
    const at = (name: string): string => join(folder, name);
    const origin = options.origin ?? target.origin;
    await writeFile(at('openapi.json'), JSON.stringify(target.document));
    await writeFile(at('users.json'), JSON.stringify(getUsers(target)));
    const settings = [join(import.meta.dirname, 'schemathesis.toml'), target.settings];
    const config = await Promise.all(settings.map((file) => readFile(file, 'utf8')));
    await writeFile(at('schemathesis.toml'), [...config, getDictionaries(target)].join('\n'));
    const words = [
      '-m',
      'schemathesis.cli',
      '--config-file',
      at('schemathesis.toml'),
      'run',
      at('openapi.json'),
      '--url',
      origin,
      '--workers',
      '1',
      '--no-color',
      '--generation-database',
      'none',
      '--report-ndjson-path',
      at('events.ndjson'),
      '--seed',
      String(options.seed),
      '--max-examples',
      String(options.maxExamples),
      ...(options.arguments ?? []),
    ];
    const stdio = options.isShown === true ? 'inherit' : 'pipe';
    const child = spawn(python.python, words, {
      cwd: folder,
      env: {
        ...process.env,
        ...python.variables,
        ...target.environment,
        SCHEMATHESIS_HOOKS: target.hooks,
        PLATEN_USERS: at('users.json'),
      },
      stdio: ['ignore', stdio, stdio],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const [code] = (await once(child, 'close')) as [number | null];
    return { isClean: code === 0, figures: await readFigures(at('events.ndjson'), operations), output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The users of the service, in schemathesis' format. */
function getUsers({ users }: FuzzTarget): object {
  const auth = Object.entries(users).map(([name, headers]) => ({
    name,
    fixedHeaders: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
  }));
  return { auth };
}

/** The dictionaries, in schemathesis' format. */
function getDictionaries({ dictionaries }: FuzzTarget): string {
  const lines = Object.entries(dictionaries).flatMap(([name, { values }]) => [
    `[dictionaries.${name}]`,
    `values = ${JSON.stringify(values)}`,
  ]);
  const bindings = Object.entries(dictionaries).map(
    ([name, { at, probability }]) => `"${at}" = { dictionary = "${name}", probability = ${probability} }`,
  );
  return ['', ...lines, '[parameters]', ...bindings, ''].join('\n');
}
