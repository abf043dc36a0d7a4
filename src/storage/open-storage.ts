import { fileURLToPath } from 'node:url';
import { acceptedBucketUrl, parseBucketUrl, type BucketCredentials } from './bucket-url.ts';
import { openFileStorage } from './files/file-storage.ts';
import type { Storage } from './storage.ts';

/**
 * Opens the storage that a valid `STORAGE_URL` names.
 *
 * @param owner id of this process, by which others see that it is alive and leave its unfinished files alone;
 *   null for a short command.
 * @param credentials for a bucket; null: the AWS SDK finds them.
 * @throws Error with a message of one line if the folder cannot be created or the bucket cannot be used.
 */
export async function openStorage(
  storageUrl: string,
  owner: string | null,
  credentials: BucketCredentials | null = null,
): Promise<Storage> {
  return storageUrl.startsWith('s3:')
    ? await openBucket(storageUrl, credentials)
    : await openFolder(fileURLToPath(storageUrl), owner);
}

async function openFolder(folder: string, owner: string | null): Promise<Storage> {
  try {
    return await openFileStorage(folder, owner);
  } catch (error) {
    throw new Error(
      `The folder ${folder} for files cannot be used (${getReason(error)}). STORAGE_URL, or DATA_DIR ` +
        `if that is not set, must name a folder that this user can create and write to.`,
      { cause: error },
    );
  }
}

async function openBucket(storageUrl: string, credentials: BucketCredentials | null): Promise<Storage> {
  const location = parseBucketUrl(storageUrl);
  if (location === null) throw new Error(`STORAGE_URL must be ${acceptedBucketUrl}.`);
  // Loaded only here: the SDK takes a while to load.
  const { createS3Storage } = await import('./s3/s3-storage.ts');
  const storage = createS3Storage(location, { credentials });
  try {
    await storage.check();
  } catch (error) {
    throw new Error(
      `${getReason(error)} STORAGE_URL must name a bucket that exists. The AWS SDK must find credentials ` +
        `(AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, ~/.aws, or the machine's role) that may list, read, ` +
        `write and delete files in it.`,
      { cause: error },
    );
  }
  return storage;
}

function getReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
