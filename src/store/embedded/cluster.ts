/**
 * One PostgreSQL data folder and its server: made, started, stopped. Callers hold the data folder's lock.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { forgetStalePostmaster, isPostmasterGone, readPostmasterPid } from './postmaster.ts';
import type { RunAs } from './run-as.ts';

export interface Cluster {
  readonly dataDir: string;
  /** PostgreSQL's own folder, with links resolved. */
  readonly folder: string;
  /** Where the server listened last; 0 before it was started. */
  readonly port: number;
  readonly password: string;
  /** Connection URL of one of its databases. */
  urlOf(database: string): string;
}

/** English messages and UTC, whatever the machine's settings are. */
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Settings of a server that shares a machine with renderers. Given at each start, so that old folders follow. */
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
  // Statements and details would carry values into the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** For tests: quick, and gone after a crash of the machine. */
const volatileSettings = {
  fsync: 'off',

  full_page_writes: 'off',
  max_connections: '300',
};

/** The cluster of a data folder; made first where it is not there. */
export async function prepareCluster(dataDir: string, runAs: RunAs, durable: boolean): Promise<Cluster> {
  const folder = path.join(dataDir, 'postgres');
  const isThere = await readFile(path.join(folder, 'PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      // A folder of another user's is not one to make anew.
      if (error.code === 'ENOENT') return false;
      throw new Error(
        `The embedded database in ${folder} is not to be read by this user (${error.message}).`,
      );
    },
  );
  if (!isThere) await makeCluster(dataDir, folder, runAs, durable);
  const { port, password } = await readAccess(dataDir);
  return describeCluster(dataDir, await realpath(folder), port, password);
}

/**
 * Starts the server, and returns its cluster with the port it listens on.
 *
 * @param isUp tells whether it takes sessions, and waits while it is about to.
 */
export async function startCluster(
  cluster: Cluster,
  runAs: RunAs,
  durable: boolean,
  isUp: (cluster: Cluster) => Promise<boolean>,
): Promise<Cluster> {
  const { postgres } = await findBinaries();
  const deadline = Date.now() + 30_000;
  for (;;) {
    await forgetStalePostmaster(cluster.folder);
    const port = await findFreePort(cluster.port);
    const candidate = describeCluster(cluster.dataDir, cluster.folder, port, cluster.password);
    await writeAccess(cluster.dataDir, candidate);
    const given = { ...settings, ...(durable ? {} : volatileSettings), port: String(port) };
    const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const failure = await launch(candidate, runAs.wrap(postgres, ['-D', cluster.folder, ...options]), isUp);
    if (failure === null) return candidate;
    // Processes of a server that was killed take a moment to go; the port may just have been taken.
    const mayPass = /still in use|could not bind|Address already in use/.test(failure);
    if (!mayPass || Date.now() > deadline) {
      throw new Error(`The embedded PostgreSQL did not start: ${failure.trim().replaceAll(/\s+/g, ' ')}`);
    }
    await sleep(200);
  }
}

/** Stops the server and waits until it is down. Sessions that are left are ended, their transactions rolled back. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  const pid = await readPostmasterPid(cluster.folder);
  if (pid === null) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + 60_000;
  while (!(await isPostmasterGone(cluster.folder, pid))) {
    if (Date.now() > deadline) throw new Error(`The embedded PostgreSQL (process ${pid}) does not stop.`);
    await sleep(20);
  }
}

/** Runs the server detached. Returns what it wrote to its log where it ended at once, null where it is up. */
async function launch(
  cluster: Cluster,
  { command, args, identity }: ReturnType<RunAs['wrap']>,
  isUp: (cluster: Cluster) => Promise<boolean>,
): Promise<string | null> {
  const logFile = path.join(cluster.dataDir, 'postgres.log');
  const log = await open(logFile, 'a+', 0o600);
  try {
    if ((await log.stat()).size > 10_000_000) await log.truncate();
    const { size: logStart } = await log.stat();
    const server = spawn(command, args, {
      ...identity,
      cwd: cluster.dataDir,
      env: environment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    let ended: string | null = null;
    server.on('error', (error) => (ended = error.message));
    server.on('exit', (code, signal) => (ended ??= `it ended with ${signal ?? `code ${code}`}`));
    server.unref();
    for (;;) {
      if (await isUp(cluster)) return null;
      if (ended !== null) {
        const written = (await readFile(logFile)).subarray(logStart).toString('utf8');
        return `${ended as string} ${written.slice(-1_000)}`;
      }
      await sleep(25);
    }
  } finally {
    await log.close();
  }
}

async function makeCluster(dataDir: string, folder: string, runAs: RunAs, durable: boolean): Promise<void> {
  const { initdb } = await findBinaries();
  // Left behind by a process that was killed in the middle.
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres.new-'))
      await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  const workFolder = await mkdtemp(path.join(dataDir, 'postgres.new-'));
  try {
    const [newFolder, passwordFile] = [path.join(workFolder, 'data'), path.join(workFolder, 'password')];
    const password = randomBytes(24).toString('base64url');
    await mkdir(newFolder, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (runAs.user !== null) {
      const { uid, gid } = runAs.user;
      for (const place of [workFolder, newFolder, passwordFile]) await chown(place, uid, gid);
    }
    const args = [
      `--pgdata=${newFolder}`,
      `--pwfile=${passwordFile}`,
      '--username=platen',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Built into the server, so it does not matter which locales the machine has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ];
    const wrapped = runAs.wrap(initdb, args);
    const maker = spawn(wrapped.command, wrapped.args, {
      ...wrapped.identity,
      cwd: dataDir,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    maker.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    const [code] = (await once(maker, 'close')) as [number | null];
    if (code !== 0) {
      throw new Error(
        `The embedded PostgreSQL cannot be set up: ${complaint.trim().replaceAll(/\s+/g, ' ')}`,
      );
    }
    await writeAccess(dataDir, { port: 0, password });
    await rm(folder, { recursive: true, force: true });
    await rename(newFolder, folder);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

function describeCluster(dataDir: string, folder: string, port: number, password: string): Cluster {
  return {
    dataDir,
    folder,
    port,
    password,
    urlOf: (database) => `postgres://platen:${password}@127.0.0.1:${port}/${database}`,
  };
}

/** The file by which the processes of a data folder find its server. */
function accessFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.json');
}

async function readAccess(dataDir: string): Promise<{ port: number; password: string }> {
  try {
    return JSON.parse(await readFile(accessFile(dataDir), 'utf8')) as { port: number; password: string };
  } catch (error) {
    throw new Error(
      `${accessFile(dataDir)}, which holds the embedded database's password, cannot be read ` +
        `(${(error as Error).message}). Restore it, or start with another DATA_DIR.`,
      { cause: error },
    );
  }
}

async function writeAccess(dataDir: string, access: { port: number; password: string }): Promise<void> {
  const { port, password } = access;
  const newFile = `${accessFile(dataDir)}.new`;
  await writeFile(newFile, `${JSON.stringify({ port, password })}\n`, { mode: 0o600, flush: true });
  await rename(newFile, accessFile(dataDir));
}

/** The given port if nobody has it, or else any free one. */
async function findFreePort(preferred: number): Promise<number> {
  for (const port of preferred === 0 ? [0] : [preferred, 0]) {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    const listens = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!listens) continue;
    const { port: found } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return found;
  }
  throw new Error('No port on 127.0.0.1 is free for the embedded PostgreSQL.');
}
