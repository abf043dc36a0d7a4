/**
 * The driver that a `STORAGE_URL` asks for.
 */
import { fileURLToPath } from 'node:url';
import { openFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

/** Opens the storage that a checked `STORAGE_URL` names. */
export async function openStorage(storageUrl: string): Promise<Storage> {
  return await openFileStorage(fileURLToPath(storageUrl));
}
