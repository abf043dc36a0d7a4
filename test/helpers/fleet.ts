/**
 * Processes of the service that share a database and a folder for files, to be killed, stopped and started again.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { TestDatabase } from './database.ts';
import { assertNoSecrets } from './secret-forms.ts';

export interface Member {
  readonly pid: number;
  /** What it has printed and logged, a line each. */
  readonly lines: readonly string[];
  /** Resolves when it has ended, whatever ended it: with its exit code, or null where that was a signal. */
  readonly ended: Promise<number | null>;
  /** Sends a signal to the process alone. Its renderers notice by themselves. */
  signal(signal: NodeJS.Signals): void;
  /** Kills the process, if it is there, and waits until it is gone. */
  kill(): Promise<void>;
  /** Asks the process to stop and returns its exit code. */
  stop(): Promise<number | null>;
}

export interface Fleet {
  /** A process that takes requests and renders no rows. In `more` is what its environment has beside the fleet's. */
  serve(more?: Environment): Promise<Member & { readonly url: string }>;
  /** A process that renders rows. */
  work(more?: Environment): Promise<Member>;
  /** Kills what is left; fails where one has logged what has the form of a secret. */
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const program = path.resolve(import.meta.dirname, '..', '..', 'src', 'main.ts');

/** A fleet on a test's database, with files in `folder`. */
export function createFleet(
  database: Pick<TestDatabase, 'url'>,
  folder: string,
  env: Environment = {},
): Fleet {
  const members = new Set<Member>();
  const start = async (words: readonly string[], ready: RegExp, more: Environment = {}): Promise<Member> => {
    const child = spawn(process.execPath, [program, ...words], {
      env: {
        PATH: process.env['PATH'],
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
    // Without the program there is no process, and no end of it either.
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
