/** A service, commands, and the embedded database that they share. The service is restarted when it ends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listChildren, signalIfRunning } from '../../faults/database-server.ts';
import { checkedFetch } from '../../helpers/requests.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

export interface Command {
  readonly pid: number;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

export interface World {
  readonly dataDir: string;
  /** What ended in an unexpected way: each process's last lines. */
  readonly failures: string[];
  /** Id of the service's process, which may be starting. 0 while it is stopped. */
  servicePid(): number;
  /** Stops the service with SIGTERM and does not restart it until `startService`. */
  stopService(): Promise<void>;
  startService(): void;
  startCommand(): Command;
  /** Ids of the server's process and its children: none while it does not run. */
  serverPids(): Promise<number[]>;
  /** Resolves when `/readyz` answers 200. */
  serviceAnswers(): Promise<void>;
  /** Runs commands until one succeeds. */
  commandSucceeds(): Promise<void>;
  /** Stops everything in order. Returns what was left running or half done. */
  close(): Promise<string[]>;
}

const program = path.resolve(import.meta.dirname, '..', '..', '..', 'src', 'main.ts');

/** Starts the service in a new data folder. */
export async function createWorld(): Promise<World> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-lifecycle-'));
  const failures: string[] = [];
  const children = new Set<ChildProcess>();
  const start = (args: readonly string[]): { child: ChildProcess; output: () => string } => {
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      RENDER_THREADS: '1',
      LOG_LEVEL: 'warn',
    };
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    child.once('exit', () => children.delete(child));
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    }
    return { child, output: () => text };
  };

  let isWanted = true;
  let service: { child: ChildProcess; output: () => string } | null = null;
  const supervise = async (): Promise<void> => {
    while (isWanted) {
      service = start(['serve', '--no-worker']);
      const [code] = (await once(service.child, 'exit')) as [number | null];
      if (code !== null && code !== 0) failures.push(`the service exited with ${code}: ${service.output()}`);
      service = null;
      if (isWanted) await sleep(100);
    }
  };
  let supervision = supervise();
  const startCommand = (): Command => {
    const { child, output } = start(['migrate']);
    const ended = (once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>).then(
      ([code, signal]) => {
        if (code !== null && code !== 0) failures.push(`a command exited with ${code}: ${output()}`);
        return code ?? signal;
      },
    );
    return { pid: child.pid ?? 0, ended };
  };
  const stopService = async (): Promise<void> => {
    isWanted = false;
    service?.child.kill('SIGTERM');
    await supervision;
  };
  const serverPids = async (): Promise<number[]> => {
    const text = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    return pid > 0 && (await readCommandLine(pid)).includes(dataDir)
      ? [pid, ...(await listChildren(pid))]
      : [];
  };
  return {
    dataDir,
    failures,
    servicePid: () => service?.child.pid ?? 0,
    stopService,
    startService() {
      isWanted = true;
      supervision = supervise();
    },
    startCommand,
    serverPids,
    async serviceAnswers() {
      for (;;) {
        const [, url] = /listening on (http:\S+)/.exec(service?.output() ?? '') ?? [];
        if (url !== undefined && (await isReady(url))) return;
        await sleep(100);
      }
    },
    async commandSucceeds() {
      await waitUntil(async () => (await startCommand().ended) === 0);
    },
    async close() {
      await stopService();
      // The last to leave stops the server, also one whose members were all killed.
      if ((await startCommand().ended) !== 0) failures.push('the last command failed');
      for (const child of children) {
        failures.push(`a command was left running (${child.pid})`);
        child.kill('SIGKILL');
      }
      const left = (await readdir(dataDir)).filter((name) => /lock$|\.new-/.test(name));
      const running = await findServerProcesses(dataDir);
      for (const pid of running) signalIfRunning(pid, 'SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
      return [...left, ...running.map((pid) => `process ${pid}`)];
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await checkedFetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Processes that work in the folder: PostgreSQL's have it as working directory. */
async function findServerProcesses(dataDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => Number.isInteger(pid));
  const found = await Promise.all(
    pids.map(async (pid) => (await readlink(`/proc/${pid}/cwd`).catch(() => '')).startsWith(dataDir)),
  );
  return pids.filter((_, index) => found[index]);
}

async function readCommandLine(pid: number): Promise<string> {
  return await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}
