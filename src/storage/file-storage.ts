/**
 * Files in a folder. A write goes to a temporary file first and is renamed once it is on the disk, so that no crash
 * leaves half a file under its key.
 */
import { access, constants, mkdir, open, rename, rm, rmdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { hasCode } from './error-code.ts';
import { listFiles } from './list-files.ts';
import type { Storage } from './storage.ts';
import { openTemporaryFolder } from './temporary-files.ts';

/** How often a folder may vanish between its making and its use, because its last file was deleted just then. */
const maxFolderAttempts = 100;

/**
 * Opens a folder, which is made where it is not there.
 *
 * @param owner by which other processes can tell that this one is at work; null where they cannot.
 */
export async function openFileStorage(folder: string, owner: string | null): Promise<Storage> {
  await mkdir(path.dirname(folder), { recursive: true });
  const temporary = await openTemporaryFolder(path.join(folder, 'tmp'), owner);

  return {
    async write(key, content) {
      const file = locate(folder, key);
      const temporaryFile = await temporary.create();
      try {
        const bytes = await writeDurably(temporaryFile.handle, content);
        await moveDurably(temporaryFile.path, file);
        return { bytes };
      } catch (error) {
        await rm(temporaryFile.path, { force: true });
        throw error;
      }
    },

    async open(key, part) {
      let handle: FileHandle;
      try {
        handle = await open(locate(folder, key));
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null;
        throw error;
      }
      const { size } = await handle.stat();
      // The handle keeps the content, whatever happens to the key while it is read.
      return { bytes: size, stream: handle.createReadStream(part) };
    },

    async sizeBytes(key) {
      try {
        return (await stat(locate(folder, key))).size;
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null;
        throw error;
      }
    },

    list: (prefix, after) => listFiles(locate(folder, prefix.slice(0, -1)), prefix, after),

    async delete(key) {
      const file = locate(folder, key);
      await rm(file, { force: true });
      await removeEmptyFolders(path.dirname(file), folder);
    },

    removeLeftovers: (findLiving) => temporary.removeLeftovers(findLiving),

    async check() {
      await access(temporary.path, constants.R_OK | constants.W_OK | constants.X_OK);
    },
  };
}

async function writeDurably(handle: FileHandle, content: Uint8Array | Readable): Promise<number> {
  try {
    await handle.writeFile(content);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** Renames a file into a folder that is made if it has to be. */
async function moveDurably(from: string, to: string): Promise<void> {
  const folder = path.dirname(to);
  // The highest folder in which nothing new has to be made durable.
  let top = folder;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
      if (firstMade !== undefined && firstMade.length <= top.length) top = path.dirname(firstMade);
      await rename(from, to);
      break;
    } catch (error) {
      // Its making in several steps reports a folder that vanishes in between in either way.
      if (!hasCode(error, 'ENOENT', 'ENOTDIR') || attempt === maxFolderAttempts) throw error;
    }
  }
  for (let each = folder; each.length >= top.length; each = path.dirname(each)) await syncFolder(each);
}

/** A new name in a folder is on the disk only once the folder is. Not every system can do that to a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  let handle: FileHandle;
  try {
    handle = await open(folder);
  } catch (error) {
    // What was put there has been deleted again, and the folder with it.
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a folder and those around it up to `top`, as long as there is nothing in them. */
async function removeEmptyFolders(folder: string, top: string): Promise<void> {
  for (let each = folder; each.length > top.length; each = path.dirname(each)) {
    try {
      await rmdir(each);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) continue;
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY')) return;
      throw error;
    }
  }
}

function locate(folder: string, key: string): string {
  const parts = key.split('/');
  if (parts.some((part) => !/^[\w-][\w.-]*$/.test(part)))
    throw new Error(`"${key}" is not a key of storage.`);
  return path.join(folder, ...parts);
}
