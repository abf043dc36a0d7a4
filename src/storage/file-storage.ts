/**
 * Files in a folder. A write goes to a temporary file first and is renamed once it is on the disk, so that no crash
 * leaves half a file under its key.
 */
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Storage } from './storage.ts';

/** Opens a folder, which is made where it is not there. */
export async function openFileStorage(folder: string): Promise<Storage> {
  const temporaryFolder = path.join(folder, 'tmp');
  await mkdir(path.dirname(folder), { recursive: true });
  // Nobody but this user has to see the customers' files.
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });

  return {
    async write(key, content) {
      const file = locate(folder, key);
      const temporaryFile = path.join(temporaryFolder, randomUUID());
      try {
        const bytes = await writeDurably(temporaryFile, content);
        const created = await mkdir(path.dirname(file), { recursive: true });
        await rename(temporaryFile, file);
        await syncFolder(path.dirname(file));
        if (created !== undefined) await syncFolder(path.dirname(created));
        return { bytes };
      } catch (error) {
        await rm(temporaryFile, { force: true });
        throw error;
      }
    },

    async open(key) {
      let handle: FileHandle;
      try {
        handle = await open(locate(folder, key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
      const { size } = await handle.stat();
      // The handle keeps the content, whatever happens to the key while it is read.
      return { bytes: size, stream: handle.createReadStream() };
    },

    async sizeBytes(key) {
      try {
        return (await stat(locate(folder, key))).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async delete(key) {
      await rm(locate(folder, key), { force: true });
    },

    async check() {
      await access(temporaryFolder, constants.R_OK | constants.W_OK | constants.X_OK);
    },
  };
}

async function writeDurably(file: string, content: Uint8Array | Readable): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** A new name in a folder is on the disk only once the folder is. Not every system can do that to a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function locate(folder: string, key: string): string {
  const parts = key.split('/');
  if (parts.some((part) => !/^[\w-][\w.-]*$/.test(part)))
    throw new Error(`"${key}" is not a key of storage.`);
  return path.join(folder, ...parts);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
