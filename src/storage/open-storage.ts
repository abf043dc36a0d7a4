/**
 * The driver that a `STORAGE_URL` asks for.
 */
import { fileURLToPath } from 'node:url';
import { acceptedBucketUrl, parseBucketUrl } from './bucket-url.ts';
import { openFileStorage, temporaryFolder } from './file-storage.ts';
import type { Storage } from './storage.ts';
import { ownFolder } from './temporary-files.ts';

/**
 * Opens the storage that a checked `STORAGE_URL` names.
 *
 * @param owner the id by which other processes know that this one is there, so that they leave alone what it is writing; null
 *   for a command that is over soon.
 * @throws Error of one line where its folder cannot be made, or its bucket not be used.
 */
export async function openStorage(storageUrl: string, owner: string | null): Promise<Storage> {
  return storageUrl.startsWith('s3:')
    ? await openBucket(storageUrl)
    : await openFolder(fileURLToPath(storageUrl), owner);
}

/** The folder in which a process makes the files that others write for it, see `Storage.receive`; null where it makes none. */
export function incomingFolder(storageUrl: string, owner: string): string | null {
  return storageUrl.startsWith('s3:') ? null : ownFolder(temporaryFolder(fileURLToPath(storageUrl)), owner);
}

async function openFolder(folder: string, owner: string | null): Promise<Storage> {
  try {
    return await openFileStorage(folder, owner);
  } catch (error) {
    throw new Error(
      `The folder ${folder} for files cannot be used (${reasonOf(error)}). STORAGE_URL, or DATA_DIR where that is not ` +
        `set, names a folder that this user can make and write to.`,
      { cause: error },
    );
  }
}

async function openBucket(storageUrl: string): Promise<Storage> {
  const location = parseBucketUrl(storageUrl);
  if (location === null) throw new Error(`STORAGE_URL must be ${acceptedBucketUrl}.`);
  // It takes a while to load, which whoever keeps files in a folder need not wait for.
  const { createS3Storage } = await import('./s3-storage.ts');
  const storage = createS3Storage(location);
  try {
    await storage.check();
  } catch (error) {
    throw new Error(
      `${reasonOf(error)} STORAGE_URL names a bucket that is there, credentials are where the AWS SDK finds them ` +
        `(AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, ~/.aws, or the machine's role), and may list, read, write and ` +
        `delete in it.`,
      { cause: error },
    );
  }
  return storage;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
