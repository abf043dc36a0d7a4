/** Creates the PostgreSQL cluster of a data folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withTimeout } from '../../async/timeout.ts';
import { preparePassword, readAccess } from './access-file.ts';
import { findBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

export interface Cluster {
  readonly dataDir: string;
  /** PostgreSQL's folder, with links resolved. */
  readonly folder: string;
  readonly password: string;
}

/** English messages and UTC on every machine. */
export const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** On a slow machine initdb takes some ten seconds. */
const createTimeoutMs = 120_000;

/** Prefix of folders in which clusters are created. */
const workFolderPrefix = 'postgres.new-';

/**
 * The cluster of a data folder. Creates it if it does not exist. Processes that do so at the same time do not
 * harm each other: the first one's cluster stays.
 */
export async function prepareCluster(dataDir: string, runAs: RunAs, durable: boolean): Promise<Cluster> {
  const folder = path.join(dataDir, 'postgres');
  if (!(await isCluster(folder))) {
    try {
      await createCluster(dataDir, folder, runAs, durable);
    } catch (error) {
      if (!(await isCluster(folder))) throw error;
    }
  }
  const { password } = await readAccess(dataDir);
  return { dataDir, folder: await realpath(folder), password };
}

/** Connection URL of a database of the cluster, whose server listens at the port. */
export function toUrl({ password }: Cluster, port: number, database: string): string {
  return `postgres://platen:${password}@127.0.0.1:${port}/${database}`;
}

/** A message of PostgreSQL's programs. */
export function toOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Whether a data folder has a cluster. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return await isCluster(path.join(dataDir, 'postgres'));
}

async function isCluster(folder: string): Promise<boolean> {
  try {
    await readFile(path.join(folder, 'PG_VERSION'));
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Other errors must not create a new cluster: the folder may belong to another user.
    if (code === 'ENOENT') return false;
    throw new Error(`This user cannot read the embedded database in ${folder} (${message}).`, {
      cause: error,
    });
  }
}

async function createCluster(dataDir: string, folder: string, runAs: RunAs, durable: boolean): Promise<void> {
  const { initdb } = await findBinaries();
  // Remove the leftovers of a process that was killed while creating a cluster.
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(workFolderPrefix)) continue;
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  const workFolder = await mkdtemp(path.join(dataDir, workFolderPrefix));
  try {
    const [newFolder, passwordFile] = [path.join(workFolder, 'data'), path.join(workFolder, 'password')];
    await mkdir(newFolder, { mode: 0o700 });
    await writeFile(passwordFile, await preparePassword(dataDir), { mode: 0o600 });
    if (runAs.user !== null) {
      const { uid, gid } = runAs.user;
      for (const each of [workFolder, newFolder, passwordFile]) await chown(each, uid, gid);
    }
    const args = [
      `--pgdata=${newFolder}`,
      `--pwfile=${passwordFile}`,
      '--username=platen',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // These locales are built into the server, so nothing depends on the machine's locales.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ];
    await runInitdb(runAs.wrap(initdb, args), dataDir);
    // Fails unless the folder is missing or empty.
    await rename(newFolder, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      throw new Error(
        `${folder} holds files, but no database: PG_VERSION is missing. Restore it from a backup, or move ` +
          'it away.',
      );
    });
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function runInitdb({ command, args, identity }: ReturnType<RunAs['wrap']>, cwd: string): Promise<void> {
  const program = spawn(command, args, {
    ...identity,
    cwd,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  try {
    const [code] = (await withTimeout(once(program, 'close'), createTimeoutMs)) as [number | null];
    if (code === 0) return;
  } finally {
    program.kill('SIGKILL');
  }
  throw new Error(`The embedded PostgreSQL cannot be set up: ${toOneLine(errors)}`);
}
