/** Launches the server of a cluster as a detached process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { findBinaries } from './binaries.ts';
import { environment, toOneLine, type Cluster } from './cluster.ts';
import type { AssertHeld } from './lock.ts';
import { clearLockFile, endOrphans, nameCluster } from './postmaster.ts';
import type { RunAs } from './run-as.ts';

export interface LaunchOptions {
  readonly runAs: RunAs;
  /** False in tests only: a crash of the machine may destroy the data. */
  readonly durable: boolean;
  readonly assertHeld: AssertHeld;
}

/** The failure of a launched process, or null while it runs. */
export type FindFailure = () => Promise<LaunchError | null>;

/** A launched server exited. The message has its log messages. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
  /** Whether the next launch may succeed. */
  readonly isTransient: boolean;

  constructor(message: string, isTransient: boolean) {
    super(message);
    this.isTransient = isTransient;
  }
}

/** Settings for a server beside renderers, passed at each start, so that old clusters get them too. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  log_min_messages: 'warning',
  // Statements and details would write values into the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** For tests: fast, but a crash of the machine destroys the data. */
const volatileSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
  max_connections: '300',
};

/**
 * Failures that pass: another process has launched a server meanwhile, a killed server's processes are still
 * exiting, or another program took the port.
 */
const transientFailure = /"postmaster.pid"|still in use|could not bind|Address already in use/;

/**
 * Launches a server; the caller knows that none runs. It is up when a session can be opened at the port in
 * `postmaster.pid`.
 *
 * @param preferredPort used if it is free; 0: any
 */
export async function launchServer(
  cluster: Cluster,
  preferredPort: number,
  { runAs, durable, assertHeld }: LaunchOptions,
): Promise<FindFailure> {
  const { dataDir, folder } = cluster;
  const { postgres } = await findBinaries();
  const allSettings = {
    ...settings,
    ...(durable ? {} : volatileSettings),
    cluster_name: await nameCluster(folder),
    port: String(await findFreePort(preferredPort)),
  };
  const options = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { command, args, identity } = runAs.wrap(postgres, ['-D', folder, ...options]);
  await assertHeld();
  await endOrphans(folder);
  const logFile = path.join(dataDir, 'postgres.log');
  const log = await open(logFile, 'a+', 0o600);
  try {
    if ((await log.stat()).size > 10_000_000) await log.truncate();
    const { size: logStart } = await log.stat();
    await assertHeld();
    await clearLockFile(folder);
    const server = spawn(command, args, {
      ...identity,
      cwd: dataDir,
      env: environment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const exit: { reason?: string; isKilled?: boolean } = {};
    server.on('error', (error) => (exit.reason = error.message));
    server.on('exit', (code, signal) => {
      exit.reason ??= `it exited with ${signal ?? `code ${code}`}:`;
      // Code 0: another process stopped it.
      exit.isKilled = signal !== null || code === 0;
    });
    server.unref();
    return async () => {
      if (exit.reason === undefined) return null;
      const messages = (await readFile(logFile)).subarray(logStart).toString('utf8').slice(-1_000);
      return new LaunchError(
        `The embedded PostgreSQL did not start: ${exit.reason} ` +
          (toOneLine(messages) || `${logFile} has no message; the disk may be full.`),
        exit.isKilled === true || transientFailure.test(messages),
      );
    };
  } finally {
    await log.close();
  }
}

/** The preferred port if it is free, otherwise any free port. */
async function findFreePort(preferred: number): Promise<number> {
  for (const port of preferred === 0 ? [0] : [preferred, 0]) {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    const { port: found } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return found;
  }
  throw new Error('No port on 127.0.0.1 is free for the embedded PostgreSQL.');
}
