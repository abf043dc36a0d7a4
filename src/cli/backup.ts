import { createReadStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { release } from '../config/release.ts';
import { DamagedBackupError, findSchemaVersion } from '../domain/backup/format.ts';
import {
  CannotRestoreError,
  checkBackup,
  restoreBackup,
  type OpenBackup,
} from '../domain/backup/restore-backup.ts';
import { openSpool } from '../domain/backup/spool.ts';
import { writeBackup, type BackupSummary } from '../domain/backup/write-backup.ts';
import { claimStorage } from '../domain/files/installation.ts';
import { openStorage } from '../storage/open-storage.ts';
import { DatabaseInUseError } from '../store/backup/restore-tables.ts';
import { hasCluster } from '../store/embedded/cluster.ts';
import { hasMigrations, listMigrations } from '../store/migrations.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { callerPath } from './caller-folder.ts';
import { demoFileName } from './demo/prepare-demo.ts';
import { checkNewDatabase, CommandError, printResult, readSettings } from './command-context.ts';

/** `backup`, `restore`. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('save the database and the files of an installation, while it runs, in one file')
    .argument('<file>', 'a new file; - is standard output, and the result goes to standard error')
    .action(async (file: string, _options: unknown, command: Command) => {
      const summary =
        file === '-' ? await backUp(writeToStdout) : await backUp(writeToFile(callerPath(file)));
      const { bytes, version } = summary;
      const result = { file, bytes, version };
      const lines = [`Saved ${bytes} bytes of version ${version} to ${file}.`];
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      if (file === '-')
        process.stderr.write(`${json === true ? JSON.stringify(result) : lines.join('\n')}\n`);
      else printResult({ json: json === true }, result, lines);
    });

  program
    .command('restore')
    .description('make an installation from a backup: everything or nothing')
    .argument('<file>', 'a file that `platen backup` has made; - is standard input')
    .option('--replace', 'lose what the database and storage have; without it, both must be empty')
    .action(async (file: string, { replace = false }: { replace?: boolean }, command: Command) => {
      const settings = readSettings();
      const version =
        file === '-'
          ? await restoreFromStdin(settings, replace)
          : await restore(settings, file, () => createReadStream(callerPath(file)), replace);
      printResult(command.optsWithGlobals(), { version }, [`Restored. The database has version ${version}.`]);
    });
}

/** The files of `DATA_DIR`, beside the embedded database and storage, that belong to an installation. */
const dataFiles = [demoFileName];

/** Missing files that are named one by one. */
const maxReported = 20;

type Settings = ReturnType<typeof readSettings>;

type Write = (backUpTo: (output: NodeJS.WritableStream) => Promise<BackupSummary>) => Promise<BackupSummary>;

async function backUp(write: Write): Promise<BackupSummary> {
  const { config, log } = readSettings();
  const place = config.databaseUrl === null ? config.dataDir : 'the database of DATABASE_URL';
  const missing = new CommandError(
    `There is nothing to save in ${place}. If the service uses another one, set its DATA_DIR or ` +
      'DATABASE_URL.',
  );
  if (config.databaseUrl === null && !(await hasCluster(config.dataDir))) throw missing;
  const storage = await openStorage(config.storageUrl, null, config.bucketCredentials);
  // A new release saves the database of an older one as it is.
  const store = await openStore(config, log, undefined, { isMigrating: false });
  const { dataDir } = config;
  try {
    if (!(await hasMigrations(store.db))) throw missing;
    await claimStorage({ db: store.db, storage });
    const summary = await withPool(store, 'platen backup', (db) =>
      write((output) =>
        writeBackup(
          { db, storage, release, dataDir, dataFiles },
          output as NodeJS.WriteStream,
          reportMissing(),
        ),
      ),
    );
    const { missingFiles: count } = summary;
    if (count > 0) {
      const files = count === 1 ? '1 file is' : `${count} files are`;
      process.stderr.write(
        `platen: ${files} not in the backup: deleted while it was made, or missing before\n`,
      );
    }
    return summary;
  } finally {
    await store.close();
  }
}

/** Names the first files that storage does not have. */
function reportMissing(): (key: string) => void {
  let reported = 0;
  return (key) => {
    reported += 1;
    if (reported <= maxReported) process.stderr.write(`platen: storage does not have the file ${key}\n`);
  };
}

const writeToStdout: Write = async (backUpTo) => {
  if (process.stdout.isTTY) throw new CommandError('Standard output is a terminal; redirect it to a file.');
  return await backUpTo(process.stdout);
};

/** The file gets its name once all of it is on the disk. Only its owner may read it: it has all secrets. */
function writeToFile(file: string): Write {
  return async (backUpTo) => {
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (exists) throw new CommandError(`${file} exists already; name a new file.`);
    const unfinished = `${file}.${randomUUID().slice(0, 8)}.unfinished`;
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      const summary = await backUpTo(handle.createWriteStream({ flush: true }));
      await rename(unfinished, file);
      await syncFolder(path.dirname(file));
      return summary;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  };
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** It is read twice, so it is saved in `DATA_DIR` for that long. */
async function restoreFromStdin(settings: Settings, isReplacing: boolean): Promise<string> {
  const spool = await openSpool(settings.config.dataDir);
  try {
    await spool.writeAll(process.stdin as AsyncIterable<Buffer>);
    return await restore(settings, 'standard input', () => spool.read(), isReplacing);
  } finally {
    await spool.close();
  }
}

async function restore(
  { config, log }: Settings,
  name: string,
  read: OpenBackup,
  isReplacing: boolean,
): Promise<string> {
  try {
    const header = await checkBackup(read);
    await checkNewDatabase(config, true);
    const storage = await openStorage(config.storageUrl, null, config.bucketCredentials);
    const store = await openStore(config, log, undefined, { isMigrating: false });
    try {
      await withPool(store, 'platen restore', (db) =>
        restoreBackup({ db, storage, dataDir: config.dataDir, dataFiles }, header, read, { isReplacing }),
      );
    } finally {
      await store.close();
    }
    return findSchemaVersion(await listMigrations());
  } catch (error) {
    if (error instanceof DamagedBackupError)
      throw new CommandError(`${name} cannot be restored: ${error.message}. Nothing was changed.`, {
        code: 'BACKUP_DAMAGED',
      });
    if (error instanceof DatabaseInUseError || error instanceof CannotRestoreError)
      throw new CommandError(`${name} cannot be restored: ${error.message}. Nothing was changed.`);
    throw error;
  }
}

/** A large table takes longer than other statements may. */
async function withPool<Result>(
  store: Store,
  applicationName: string,
  run: (db: Store['db']) => Promise<Result>,
): Promise<Result> {
  const db = store.openPool({ poolSize: 4, applicationName, statementTimeoutMs: 0 });
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}
