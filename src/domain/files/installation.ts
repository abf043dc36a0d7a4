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
import { getOrCreateSetting } from '../../store/settings.ts';
import { batchFilesPrefix, jobOfFile } from '../batches/file-keys.ts';
import { sharedFilesPrefix } from '../shares/files.ts';

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

/** The prefix of the markers: empty files, each named by an installation's id. */
const markersPrefix = 'installations/';

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
  const previousIds = (await readMarkers(storage)).filter((id) => id !== own);
  for (const id of previousIds) await storage.delete(markersPrefix + id);
  return { installationId: own, previousIds };
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
