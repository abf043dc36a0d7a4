import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { specializeContract } from './fuzz-document.ts';
import { readFigures, type Figures } from './fuzz-figures.ts';
import type { LiveService } from './live-service.ts';
import { preparePythonEnvironment } from './python-environment.ts';

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
export async function runSchemathesis(service: LiveService, options: FuzzOptions): Promise<FuzzRun> {
  const python = await preparePythonEnvironment();
  const folder = await mkdtemp(join(tmpdir(), 'platen-fuzz-'));
  try {
    const at = (name: string): string => join(folder, name);
    const origin = options.origin ?? service.origin;
    await writeFile(at('openapi.json'), JSON.stringify(await specializeContract(service)));
    await writeFile(at('users.json'), JSON.stringify(usersOf(service)));
    const config = await readFile(join(import.meta.dirname, 'schemathesis.toml'), 'utf8');
    await writeFile(at('schemathesis.toml'), config + dictionariesOf(service));
    const words = [
      ...['-m', 'schemathesis.cli', '--config-file', at('schemathesis.toml'), 'run', at('openapi.json')],
      ...['--url', origin, '--workers', '1', '--no-color', '--generation-database', 'none'],
      ...['--report-ndjson-path', at('events.ndjson')],
      ...['--seed', String(options.seed), '--max-examples', String(options.maxExamples)],
      ...(options.arguments ?? []),
    ];
    const stdio = options.isShown === true ? 'inherit' : 'pipe';
    const child = spawn(python.python, words, {
      cwd: folder,
      env: {
        ...process.env,
        ...python.variables,
        SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'fuzz-hooks.py'),
        PLATEN_ORIGIN: service.origin,
        PLATEN_API_KEY: service.apiKey,
        PLATEN_COLLEAGUE_KEY: service.otherKeys.colleague,
        PLATEN_USERS: at('users.json'),
      },
      stdio: ['ignore', stdio, stdio],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const [code] = (await once(child, 'close')) as [number | null];
    return { isClean: code === 0, figures: await readFigures(at('events.ndjson')), output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The users of the service, in schemathesis' format. */
function usersOf({ apiKey, otherKeys }: LiveService): object {
  const auth = Object.entries({ owner: apiKey, ...otherKeys }).map(([name, key]) => ({
    name,
    fixedHeaders: [{ name: 'X-Api-Key', value: key }],
  }));
  return { auth };
}

/** Existing ids (also of other accounts) and valid header values, for a part of the generated requests. */
function dictionariesOf(service: LiveService): string {
  const { spare, ...jobs } = service.jobs;
  const dictionaries: Record<string, { at: string; values: readonly string[]; probability: number }> = {
    projects: {
      at: 'path.projectId',
      values: [...service.visibleProjectIds, ...service.hiddenProjectIds],
      probability: 0.8,
    },
    templates: {
      at: 'path.templateId',
      values: [...service.visibleTemplateIds, ...service.hiddenTemplateIds],
      probability: 0.8,
    },
    jobs: {
      at: 'path.jobId',
      values: [...Object.values(jobs), ...spare, ...service.foreignJobIds],
      probability: 0.6,
    },
    shares: {
      at: 'path.shareId',
      values: [...service.shareIds, ...service.foreignShareIds],
      probability: 0.6,
    },
    ranges: {
      at: 'header.Range',
      values: ['bytes=0-9', 'bytes=10-', 'bytes=-20', 'bytes=9999999-', 'bytes=0-0,5-9', 'bytes=-0'],
      probability: 0.7,
    },
    keys: { at: 'header.Idempotency-Key', values: ['first', 'second', 'third'], probability: 0.3 },
  };
  const lines = Object.entries(dictionaries).flatMap(([name, { values }]) => [
    `[dictionaries.${name}]`,
    `values = ${JSON.stringify(values)}`,
  ]);
  const bindings = Object.entries(dictionaries).map(
    ([name, { at, probability }]) => `"${at}" = { dictionary = "${name}", probability = ${probability} }`,
  );
  return ['', ...lines, '[parameters]', ...bindings, ''].join('\n');
}
