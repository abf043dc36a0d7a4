/**
 * The driver that a `STORAGE_URL` asks for.
 */
import { fileURLToPath } from 'node:url';
import { openFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

/**
 * Opens the storage that a checked `STORAGE_URL` names.
 *
 * @param owner the id by which other processes know that this one is there, so that they leave alone what it is writing; null
 *   for a command that is over soon.
 * @throws Error of one line where its folder cannot be made.
 */
export async function openStorage(storageUrl: string, owner: string | null): Promise<Storage> {
  const folder = fileURLToPath(storageUrl);
  try {
    return await openFileStorage(folder, owner);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The folder ${folder} for files cannot be used (${reason}). STORAGE_URL, or DATA_DIR where that is not set, ` +
        `names a folder that this user can make and write to.`,
      { cause: error },
    );
  }
}
