/**
 * The whole service as `serve` runs it, on a data folder of its own with the demo's templates and a plan without limits that a
 * benchmark would meet; its rate limits are on.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Demo } from '../../src/cli/demo.ts';

export interface BenchService {
  readonly url: string;
  readonly demo: Demo;
  readonly pid: number;
  /** Of its embedded PostgreSQL. */
  readonly postmasterPid: number;
  /** From the start of the process to its first line. */
  readonly listeningMs: number;
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Makes a data folder for a service. */
export async function makeDataDir(): Promise<{
  readonly dataDir: string;
  readonly remove: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-bench-'));
  const most = 1_000_000;
  const plan = { generatePerSecond: most, generateBurst: most, rendersPerMonth: 2_000_000_000 };
  const plans = Object.fromEntries(
    ['free', 'personal', 'studio', 'team', 'business', 'enterprise'].map((name) => [name, plan]),
  );
  await writeFile(path.join(dataDir, 'plans.json'), JSON.stringify(plans));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Starts the service there and waits until it listens. */
export async function startService(
  dataDir: string,
  nodeArguments: readonly string[] = [],
): Promise<BenchService> {
  const start = performance.now();
  const service = spawn(process.execPath, [...nodeArguments, entry, 'serve', '--demo'], {
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_FORMAT: 'json',
      PLANS_FILE: path.join(dataDir, 'plans.json'),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { pid } = service;
  process.once('exit', () => service.kill('SIGTERM'));
  if (pid === undefined) throw new Error('The service cannot be started.');
  const url = await findUrl(service);
  const listeningMs = performance.now() - start;
  const [postmaster = ''] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split(
    '\n',
  );
  return {
    url,
    demo: JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as Demo,
    pid,
    postmasterPid: Number(postmaster),
    listeningMs,
    async stop() {
      if (service.exitCode !== null) return;
      const exit = once(service, 'exit');
      service.kill('SIGTERM');
      await exit;
    },
  };
}

function findUrl(service: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let written = '';
  service.stdout?.setEncoding('utf8').on('data', (text: string) => {
    written += text;
    const [, url] = /listening on (\S+)\n/.exec(written) ?? [];
    if (url !== undefined) resolve(url);
  });
  service.once('exit', () => reject(new Error('The service ended before it listened.')));
  return promise;
}
