/** Restores a backup: everything or nothing. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Storage } from '../../storage/storage.ts';
import type { CopyIn } from '../../store/backup/connection.ts';
import { restoreTables, type TableRestore } from '../../store/backup/restore-tables.ts';
import type { Database } from '../../store/database.ts';
import { listMigrations, migrateDatabase } from '../../store/migrations.ts';
import {
  adoptStorage,
  hasOnlyFilesOfRestore,
  markRestore,
  recordRestore,
  removeMarkers,
  unmarkRestore,
} from '../files/installation.ts';
import { DamagedBackupError, storagePrefixes, type BackupHeader, type BackupManifest } from './format.ts';
import { readEntries, type BackupEntry } from './read-entries.ts';

/** Opens the file of a backup from its start. */
export type OpenBackup = () => Readable;

/** Storage or this release cannot take the backup; nothing was changed. */
export class CannotRestoreError extends Error {
  override readonly name = 'CannotRestoreError';
}

export interface RestoreParts {
  /** A pool without a time limit for statements. */
  readonly db: Database;
  readonly storage: Storage;
  readonly dataDir: string;
  /** Names of the small files in `dataDir` that belong to an installation. */
  readonly dataFiles: readonly string[];
}

/**
 * Reads a whole backup and compares it with its checksums.
 *
 * @throws DamagedBackupError; CannotRestoreError if it is of a newer release
 */
export async function checkBackup(open: OpenBackup): Promise<BackupHeader> {
  let header: BackupHeader | null = null;
  let files = 0;
  for await (const entry of readEntries(open())) {
    if (entry.kind === 'header') {
      ({ header } = entry);
      await checkRelease(header);
    } else if (entry.kind === 'file') files += 1;
    else if (entry.kind === 'end' && entry.manifest.files.count !== files)
      throw new DamagedBackupError(`it has ${files} files, and ${entry.manifest.files.count} were saved`);
  }
  if (header === null) throw new DamagedBackupError('it is empty');
  return header;
}

async function checkRelease({ migrations, release }: BackupHeader): Promise<void> {
  const known = await listMigrations();
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CannotRestoreError(
      `it was made by release ${release}, whose migration ${unknown} this release does not have; ` +
        'use that release, or a newer one',
    );
}

/**
 * Restores a backup that `checkBackup` has accepted, and migrates the database to this release. The files
 * are written while the database's transaction is open. If anything fails, that transaction is rolled back,
 * and files that were written are deleted, unless `isReplacing`. If the process is killed, a marker in
 * storage keeps services from starting with a part of the files; another restore starts anew.
 *
 * @param isReplacing database and storage may have something, which is lost
 * @throws DatabaseInUseError, CannotRestoreError before anything is changed
 */
export async function restoreBackup(
  { db, storage, dataDir, dataFiles }: RestoreParts,
  header: BackupHeader,
  open: OpenBackup,
  { isReplacing }: { readonly isReplacing: boolean },
): Promise<void> {
  const { migrations, tables } = header;
  const data = new Map<string, Buffer>();
  await restoreTables(db, { migrations, tables, isReplacing }, async (restore) => {
    const restoreId = randomUUID();
    if (!isReplacing) await empty(storage);
    await markRestore(storage, restoreId);
    try {
      await restoreEntries(readEntries(open()), header, { restore, storage, data });
      await recordRestore(restore.transaction, restoreId);
    } catch (error) {
      if (!isReplacing) await deleteAll(storage);
      await unmarkRestore(storage, restoreId);
      throw error;
    }
  });
  for (const name of dataFiles) await replaceFile(path.join(dataDir, name), data.get(name));
  await migrateDatabase(db);
  await adoptStorage({ db, storage });
}

interface RestoreTargets {
  readonly restore: TableRestore;
  /** Receives the small files, by their names. */
  readonly data: Map<string, Buffer>;
}

async function restoreEntries(
  entries: AsyncIterable<BackupEntry>,
  { tables }: BackupHeader,
  { restore, storage, data }: Pick<RestoreParts, 'storage'> & RestoreTargets,
): Promise<void> {
  const counts = new Map<string, number>();
  let current: { readonly name: string; readonly rows: CopyIn } | null = null;
  const endTable = async (): Promise<void> => {
    if (current === null) return;
    const { name, rows } = current;
    current = null;
    if (rows.errored !== null) throw rows.errored;
    const finished = once(rows, 'finish');
    rows.end();
    await finished;
    counts.set(name, rows.rowCount);
  };
  for await (const entry of entries) {
    if (entry.kind === 'rows') {
      if (current?.name !== entry.table) {
        await endTable();
        const table = tables.find(({ name }) => name === entry.table);
        if (table === undefined) throw new DamagedBackupError(`its header has no table ${entry.table}`);
        current = { name: table.name, rows: await restore.copyTable(table) };
        // Thrown by the write or the end that it makes fail.
        current.rows.on('error', () => undefined);
      }
      await writeAll(current.rows, entry.content);
      continue;
    }
    await endTable();
    if (entry.kind === 'data') data.set(entry.name, entry.bytes);
    else if (entry.kind === 'file')
      await storage.write(entry.key, Readable.from(entry.content, { objectMode: false }));
    else if (entry.kind === 'end') checkCounts(entry.manifest, counts);
  }
}

/** Writes a file that only its owner may read; a reader finds the old or the new one. */
async function replaceFile(file: string, content: Buffer | undefined): Promise<void> {
  if (content === undefined) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, content, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

function checkCounts(manifest: BackupManifest, counts: ReadonlyMap<string, number>): void {
  for (const { name, rows } of manifest.tables) {
    const restored = counts.get(name) ?? 0;
    if (restored !== rows)
      throw new DamagedBackupError(`table ${name} has ${restored} rows, and ${rows} were saved`);
  }
}

async function writeAll(rows: CopyIn, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of content) {
    if (rows.errored !== null) throw rows.errored;
    await new Promise<void>((resolve, reject) => {
      rows.write(chunk, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }
}

/** Makes sure that storage has no files, and belongs to no installation. */
async function empty(storage: Storage): Promise<void> {
  if (await hasOnlyFilesOfRestore(storage)) await deleteAll(storage);
  await checkEmpty(storage);
  await removeMarkers(storage);
}

async function checkEmpty(storage: Storage): Promise<void> {
  for (const prefix of storagePrefixes) {
    for await (const key of storage.list(prefix))
      throw new CannotRestoreError(
        `storage (STORAGE_URL) has files, such as ${key}; name an empty one, or add --replace`,
      );
  }
}

async function deleteAll(storage: Storage): Promise<void> {
  for (const prefix of storagePrefixes) {
    for await (const key of storage.list(prefix)) await storage.delete(key);
  }
}
