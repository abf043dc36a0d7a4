/** The processes of an installation: they share a database, and a folder for files. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startFlags } from '../../../scripts/start-flags.ts';
import type { Ready, Role } from './process.ts';

export interface Installation {
  /** Of the processes that take requests. */
  readonly origins: readonly string[];
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

export interface InstallationOptions {
  readonly databaseUrl: string;
  /** Has `plans.json`; its folder `files` has the files of all processes. */
  readonly dataDir: string;
  readonly role: Role;
  readonly count: number;
}

/** As many as start at the same time without running into each other's time limits on two cores. */
const startsAtOnce = 4;

/**
 * Starts the processes, and waits until each of them works.
 *
 * @throws Error if one of them ends instead; the others are stopped
 */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const children: ChildProcess[] = [];
  const origins: string[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(stopOne));
  };
  try {
    while (children.length < options.count) {
      const missing = Math.min(startsAtOnce, options.count - children.length);
      const started = Array.from({ length: missing }, () => startOne(options));
      children.push(...started);
      for (const { origin } of await Promise.all(started.map(waitForReady)))
        if (origin !== null) origins.push(origin);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { origins, pids: children.map(({ pid }) => pid ?? 0), stop };
}

function startOne({ databaseUrl, dataDir, role }: InstallationOptions): ChildProcess {
  return fork(path.join(import.meta.dirname, 'process.ts'), [role], {
    execArgv: [...startFlags],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'error',
      PLANS_FILE: path.join(dataDir, 'plans.json'),
    },
  });
}

async function waitForReady(child: ChildProcess): Promise<Ready> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the installation ended with ${String(code)}.`);
  });
  const [ready] = await Promise.race([once(child, 'message') as Promise<[Ready]>, ended]);
  return ready;
}

/** A process ends when it is disconnected. */
async function stopOne(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.connected) child.disconnect();
  await exited;
}
