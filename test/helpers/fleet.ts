/** Starts processes of the service that share a database and a file folder; tests kill and restart them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { basicEnvironment } from './environment.ts';
import type { TestDatabase } from './database.ts';
import { assertNoSecrets } from './secret-forms.ts';

export interface Member {
  readonly pid: number;
  /** Lines of its stdout and stderr. */
  readonly lines: readonly string[];
  /** Resolves with its exit code when it has ended, or null after a signal. */
  readonly ended: Promise<number | null>;
  /** Sends a signal to the process only, not to its renderers. */
  signal(signal: NodeJS.Signals): void;
  /** Kills the process, if it still runs, and waits for its end. */
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

export interface Fleet {
  /** Starts a process that serves requests and renders no rows. `more` adds to the fleet's environment. */
  serve(more?: Environment): Promise<Member & { readonly url: string }>;
  /** Starts a worker. */
  work(more?: Environment): Promise<Member>;
  /** Kills the remaining processes. Fails if one has logged a secret. */
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const program = path.resolve(import.meta.dirname, '..', '..', 'src', 'main.ts');

/** Creates a fleet on a test's database, with files in `folder`. */
export function createFleet(
  database: Pick<TestDatabase, 'url'>,
  folder: string,
  env: Environment = {},
): Fleet {
  const members = new Set<Member>();
  const start = async (args: readonly string[], ready: RegExp, more: Environment = {}): Promise<Member> => {
    const child = spawn(process.execPath, [program, ...args], {
      env: {
        ...basicEnvironment,
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        PORT: '0',
        RENDER_THREADS: '1',
        LOG_FORMAT: 'json',
        ...env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Rejects if the process cannot be started; `exit` would never come.
    await once(child, 'spawn');
    const member = watch(child);
    members.add(member);
    await waitForLine(child, member.lines, ready);
    return member;
  };
  return {
    async serve(more) {
      const ready = /platen is listening on (http:\S+)/;
      const member = await start(['serve', '--no-worker'], ready, more);
      const url = member.lines.map((line) => ready.exec(line)?.[1]).find((found) => found !== undefined);
      return { ...member, url: url ?? '' };
    },
    work: (more) => start(['worker'], /at work/, more),
    async close() {
      await Promise.all([...members].map((member) => member.kill()));
      for (const member of members) assertNoSecrets(member.lines);
    },
  };
}

function watch(child: ChildProcess): Member {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream as Readable }).on('line', (line) => lines.push(line));
  }
  const ended = (once(child, 'exit') as Promise<[number | null]>).then(([code]) => code);
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      return await ended;
    },
  };
}

async function waitForLine(child: ChildProcess, lines: readonly string[], ready: RegExp): Promise<void> {
  while (!lines.some((line) => ready.test(line))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The process ended with ${child.exitCode ?? child.signalCode}: ${lines.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
