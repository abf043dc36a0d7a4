/**
 * Storage and database belong together. The database knows which files are needed, so beside the wrong one
 * every file looks unneeded. Both carry the id of one installation: the database as a setting, storage as the
 * name of a marker file.
 */
import { randomUUID } from 'node:crypto';
import { blobKey, blobsPrefix, type Storage } from '../../storage/storage.ts';
import { findJobFiles } from '../../store/batches/archives.ts';
import type { Database } from '../../store/database.ts';
import { findSomeFiles } from '../../store/known-files.ts';
import { withLock } from '../../store/locks.ts';
import { getOrCreateSetting, readSetting, writeSetting } from '../../store/settings.ts';
import { batchFilesPrefix, jobOfFile } from './batch-files.ts';
import { sharedFilesPrefix } from './shared-files.ts';

interface InstallationParts {
  readonly db: Database;
  readonly storage: Storage;
}

export interface Adoption {
  readonly installationId: string;
  /** Installations that the storage belonged to before. */
  readonly previousIds: readonly string[];
}

/** The files in storage belong to another database. */
export class ForeignStorageError extends Error {
  override readonly name = 'ForeignStorageError';

  constructor(reason: string) {
    super(
      `The storage (STORAGE_URL) does not belong to this database: ${reason}. ` +
        'Restore the database that it belongs to, or name another storage. ' +
        'To use this storage with this database, run: platen storage adopt',
    );
  }
}

/** A restore has written some files, and was interrupted before it changed the database. */
export class UnfinishedRestoreError extends Error {
  override readonly name = 'UnfinishedRestoreError';

  constructor() {
    super(
      'A restore into this storage (STORAGE_URL) was interrupted: it has only a part of the files, and the ' +
        'database has nothing of the backup. Run it again: platen restore FILE',
    );
  }
}

/** The prefix of the markers: empty files, each named by an installation's id. */
const markersPrefix = 'installations/';

/** Begins the name of the marker of a restore. Earlier releases take it for another installation. */
const restoreMark = 'restore-';

/** The setting with the id of the restore that has made the database. */
const restoreSetting = 'restore id';

/** Files of each kind that are looked up to recognise a storage without a marker. */
const sampleFiles = 20;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Checks that storage belongs to this database, and marks a new storage. Everything that writes or deletes
 * files calls this first. Concurrent calls are safe.
 *
 * @throws ForeignStorageError if storage has the marker of another installation; without a marker (new, or
 *   of an older release), if it has none of the database's files, unless neither has any
 */
export async function claimStorage({ db, storage }: InstallationParts): Promise<void> {
  const own = await readOwnId(db);
  await settleRestores({ db, storage }, own);
  if (await isMarked(storage, own)) return;
  await withLock(db, 'claim', async () => {
    // Another process of this installation may have marked storage, and written files, in the meantime.
    if (await isMarked(storage, own)) return;
    await checkFiles({ db, storage }, own);
    await storage.write(markersPrefix + own, new Uint8Array());
    // Another database may have marked storage at the same time.
    await isMarked(storage, own).catch(async (error: unknown) => {
      await storage.delete(markersPrefix + own);
      throw error;
    });
  });
}

/** Makes storage belong to this database, whatever it belonged to before. */
export async function adoptStorage({ db, storage }: InstallationParts): Promise<Adoption> {
  const own = await readOwnId(db);
  await storage.write(markersPrefix + own, new Uint8Array());
  const others = (await readMarkers(storage)).filter((name) => name !== own);
  for (const name of others) await storage.delete(markersPrefix + name);
  return { installationId: own, previousIds: others.filter((name) => !name.startsWith(restoreMark)) };
}

/** Marks storage while a restore writes its files: no process starts before the database is restored. */
export async function markRestore(storage: Storage, restoreId: string): Promise<void> {
  await storage.write(markersPrefix + restoreMark + restoreId, new Uint8Array());
}

/** Records in the transaction of a restore that the database belongs to its files. */
export async function recordRestore(transaction: Database, restoreId: string): Promise<void> {
  await writeSetting(transaction, restoreSetting, restoreId);
}

/** Removes the marker of a restore that has changed nothing, or whose files were deleted. */
export async function unmarkRestore(storage: Storage, restoreId: string): Promise<void> {
  await storage.delete(markersPrefix + restoreMark + restoreId);
}

/** Whether all files of storage are those of a restore that was interrupted. */
export async function hasOnlyFilesOfRestore(storage: Storage): Promise<boolean> {
  const markers = await readMarkers(storage);
  return markers.length > 0 && markers.every((name) => name.startsWith(restoreMark));
}

/** Removes all markers: storage belongs to no installation. */
export async function removeMarkers(storage: Storage): Promise<void> {
  for (const name of await readMarkers(storage)) await storage.delete(markersPrefix + name);
}

/**
 * Ends what interrupted restores have left, if storage is whole. It is if the database was restored, or if
 * the restore has only added files beside those of this installation, whose database is unchanged then.
 *
 * @throws UnfinishedRestoreError if storage has only a part of the files
 */
async function settleRestores({ db, storage }: InstallationParts, own: string): Promise<void> {
  const markers = await readMarkers(storage);
  const restoreIds = markers
    .filter((name) => name.startsWith(restoreMark))
    .map((name) => name.slice(restoreMark.length));
  if (restoreIds.length === 0) return;
  const restored = await readSetting(db, restoreSetting);
  if (restored !== null && restoreIds.includes(restored)) {
    await adoptStorage({ db, storage });
    return;
  }
  if (!markers.includes(own)) throw new UnfinishedRestoreError();
  for (const id of restoreIds) await unmarkRestore(storage, id);
}

async function readOwnId(db: Database): Promise<string> {
  return await getOrCreateSetting(db, 'installation id', randomUUID);
}

/** Whether storage is marked. Throws ForeignStorageError if another installation has marked it. */
async function isMarked(storage: Storage, own: string): Promise<boolean> {
  const ids = await readMarkers(storage);
  const foreign = ids.filter((id) => id !== own);
  if (foreign.length === 0) return ids.length > 0;
  throw new ForeignStorageError(
    `it has the files of installation ${foreign.join(', ')}, and the database is that of ${own}`,
  );
}

async function readMarkers(storage: Storage): Promise<string[]> {
  const keys = await Array.fromAsync(storage.list(markersPrefix));
  return keys.map((key) => key.slice(markersPrefix.length));
}

async function checkFiles({ db, storage }: InstallationParts, own: string): Promise<void> {
  const { blobHashes, keys } = await findSomeFiles(db, { limit: sampleFiles });
  const known = [...blobHashes.map(blobKey), ...keys];
  for (const key of known) {
    if ((await storage.sizeBytes(key)) !== null) return;
  }
  if (await hasFilesOfJobs({ db, storage })) return;
  if (known.length > 0) {
    throw new ForeignStorageError(`it has none of the files that installation ${own} of the database uses`);
  }
  for (const prefix of [blobsPrefix, batchFilesPrefix, sharedFilesPrefix]) {
    for await (const key of storage.list(prefix)) {
      throw new ForeignStorageError(
        `it has files, such as ${key}, but installation ${own} of the database has none`,
      );
    }
  }
}

/** Whether some of the first batch jobs with files in storage are jobs of the database. */
async function hasFilesOfJobs({ db, storage }: InstallationParts): Promise<boolean> {
  const jobIds = new Set<string>();
  for await (const key of storage.list(batchFilesPrefix)) {
    if (uuid.test(jobOfFile(key))) jobIds.add(jobOfFile(key));
    if (jobIds.size === sampleFiles) break;
  }
  return (await findJobFiles(db, [...jobIds])).length > 0;
}
