/**
 * Starts the service as an operator does: as a process, with a data folder of its own and an embedded
 * database.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startFlags } from '../../scripts/start-flags.ts';
import type { Demo } from '../../src/cli/demo/prepare-demo.ts';

export interface ServiceProcess {
  readonly pid: number;
  /** From the start of the process to the line that reports that it is ready. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** A service with the demo's templates. */
export interface BenchService extends ServiceProcess {
  readonly url: string;
  readonly demo: Demo;
  /** The service and the server of its embedded PostgreSQL, which is not its child. */
  readonly pids: readonly number[];
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArguments?: readonly string[];
}

const program = path.join(import.meta.dirname, '../../src/main.ts');

/** Makes a data folder whose plans have limits that no benchmark reaches. Rate limits stay on. */
export async function makeDataDir(): Promise<{
  readonly dataDir: string;
  readonly remove: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-bench-'));
  const most = 1_000_000;
  const plan = {
    generatePerSecond: most,
    generateBurst: most,
    rendersPerMonth: 2_000_000_000,
    rowsPerBatch: most,
  };
  const names = ['free', 'personal', 'studio', 'team', 'business', 'enterprise'];
  const plans = Object.fromEntries(names.map((name) => [name, plan]));
  await writeFile(path.join(dataDir, 'plans.json'), JSON.stringify(plans));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Starts `serve --demo` with further arguments on a data folder, and waits until it listens. */
export async function startService(
  dataDir: string,
  options: StartOptions = {},
  serveArguments: readonly string[] = [],
): Promise<BenchService> {
  const words = ['serve', '--demo', ...serveArguments];
  const { match, ...service } = await startProcess(dataDir, words, /listening on (http:\S+)/, options);
  const readText = (file: string): Promise<string> => readFile(path.join(dataDir, file), 'utf8');
  const [postmaster = ''] = (await readText('postgres/postmaster.pid')).split('\n');
  return {
    ...service,
    url: match[1] ?? '',
    demo: JSON.parse(await readText('demo.json')) as Demo,
    pids: [service.pid, Number(postmaster)],
  };
}

/** Starts `serve` on a data folder, and waits until it listens. */
export async function startServe(
  dataDir: string,
  options: StartOptions = {},
): Promise<ServiceProcess & { readonly url: string }> {
  const { match, ...service } = await startProcess(dataDir, ['serve'], /listening on (http:\S+)/, options);
  return { ...service, url: match[1] ?? '' };
}

/** Starts a worker on the data folder of a running service, and waits until it takes tasks. */
export async function startWorker(dataDir: string, options: StartOptions = {}): Promise<ServiceProcess> {
  return await startProcess(dataDir, ['worker'], /^platen worker/, options);
}

async function startProcess(
  dataDir: string,
  words: readonly string[],
  ready: RegExp,
  { env, nodeArguments = [] }: StartOptions,
): Promise<ServiceProcess & { readonly match: RegExpExecArray }> {
  const start = performance.now();
  const child = spawn(process.execPath, [...startFlags, ...nodeArguments, program, ...words], {
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'warn',
      PLANS_FILE: path.join(dataDir, 'plans.json'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // An interrupted benchmark leaves no process behind.
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  const exited = once(child, 'exit').finally(() => process.off('exit', kill));
  const match = await Promise.race([waitForLine(child, ready), exited.then(() => null)]);
  if (match === null || child.pid === undefined) {
    throw new Error(`\`${words.join(' ')}\` ended before it was ready.`);
  }
  return {
    pid: child.pid,
    readyMs: performance.now() - start,
    match,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function waitForLine({ stdout }: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve) => {
    if (stdout === null) return;
    createInterface({ input: stdout }).on('line', (line) => {
      const match = pattern.exec(line);
      if (match !== null) resolve(match);
    });
  });
}
