/**
 * Storage in a folder. A write goes to a temporary file, which is renamed once it is on the disk, so that no
 * crash leaves half a file under a key.
 */
import {
  access,
  constants,
  mkdir,
  open,
  readFile,
  rename,
  rmdir,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasCode } from './error-code.ts';
import { listFiles } from './list-files.ts';
import {
  checkKey,
  StorageUnavailableError,
  type ByteRange,
  type Storage,
  type StoredFile,
} from '../storage.ts';
import { openTemporaryFolder } from './temporary-files.ts';

/** A folder may be removed between its creation and its use, because its last file was deleted just then. */
const maxFolderAttempts = 100;

/** Files up to this size are read in one chunk: nearly all rendered files, and each chunk has a price. */
const maxChunkBytes = 1024 * 1024;

/**
 * Opens storage in a folder; creates the folder if it is missing.
 *
 * @param owner id of this process, by which others see that it is alive; null for a short command.
 */
export async function openFileStorage(folder: string, owner: string | null): Promise<Storage> {
  await mkdir(path.dirname(folder), { recursive: true });
  const temporary = await openTemporaryFolder(temporaryFolder(folder), owner);
  const check = () => access(temporary.path, constants.R_OK | constants.W_OK | constants.X_OK);

  /** Waits for an operation; makes its error a StorageUnavailableError if storage as a whole has failed. */
  const attempt = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } catch (error) {
      const isWholeStorage =
        hasCode(error, ...unavailableCodes) ||
        (hasCode(error, ...fileOrFolderCodes) &&
          (await check().then(
            () => false,
            () => true,
          )));
      throw isWholeStorage ? unavailable(folder, error) : error;
    }
  };
  /** As `attempt`; null if the file does not exist, but storage's folder does. */
  const attemptIfThere = <Value>(work: Promise<Value>): Promise<Value | null> =>
    attempt(
      work.catch(async (error: unknown) => {
        if (!hasCode(error, 'ENOENT')) throw error;
        await check();
        return null;
      }),
    );

  const write: Storage['write'] = async (key, content) => {
    const file = locate(folder, key);
    const temporaryFile = await temporary.create();
    try {
      const bytes = await writeDurably(temporaryFile.handle, content);
      await moveDurably(temporaryFile.path, file);
      return { bytes };
    } catch (error) {
      await temporary.discard(temporaryFile.path);
      throw error;
    }
  };
  const writeUnsynced: Storage['writeUnsynced'] = async (key, content) => {
    const file = locate(folder, key);
    const { path: temporaryPath, handle } = await temporary.create();
    try {
      try {
        await handle.writeFile(content);
      } finally {
        await handle.close();
      }
      await moveInto(temporaryPath, file);
    } catch (error) {
      await temporary.discard(temporaryPath);
      throw error;
    }
  };
  const openPart = async (key: string, part: ByteRange | undefined): Promise<StoredFile> => {
    const handle = await open(locate(folder, key));
    const { size } = await handle.stat();
    // The open handle keeps the content readable if the key is deleted or replaced.
    const wanted = part === undefined ? size : part.end - part.start + 1;
    const highWaterMark = Math.min(maxChunkBytes, Math.max(1, wanted));
    return { bytes: size, stream: handle.createReadStream({ ...part, highWaterMark }) };
  };
  const getStat = (key: string) => stat(locate(folder, key));
  const remove = async (key: string): Promise<void> => {
    const file = locate(folder, key);
    await unlink(file);
    await removeEmptyFolders(path.dirname(file), folder);
  };

  return {
    write: (key, content) => attempt(write(key, content)),
    writeUnsynced: (key, content) => attempt(writeUnsynced(key, content)),
    open: (key, part) => attemptIfThere(openPart(key, part)),
    read: (key) => attemptIfThere(readFile(locate(folder, key))),
    sizeBytes: async (key) => (await attemptIfThere(getStat(key)))?.size ?? null,
    modifiedAt: async (key) => (await attemptIfThere(getStat(key)))?.mtime ?? null,
    async *list(prefix, after) {
      const keys = listFiles(locate(folder, prefix.slice(0, -1)), prefix, after);
      // A missing folder must be an error, not an empty list.
      await attempt(check());
      for (;;) {
        const next = await attempt(keys.next());
        if (next.done === true) return;
        yield next.value;
      }
    },
    async delete(key) {
      await attemptIfThere(remove(key));
    },
    removeLeftovers: (findLiveOwners) => attempt(temporary.removeLeftovers(findLiveOwners)),
    check: () => attempt(check()),
    signUrl: () => Promise.resolve(null),
  };
}

/** The folder of files that do not have their key yet. */
function temporaryFolder(folder: string): string {
  return path.join(folder, 'tmp');
}

/** Codes for one file as well as for its disk or folder: `check` decides which of them has failed. */
const fileOrFolderCodes = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EIO'];

/** Codes for a folder, disk or mount that cannot be used. */
const unavailableCodes = [
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'ESTALE',
  'ENODEV',
  'ENXIO',
  'ENOTCONN',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENFILE',
];

function unavailable(folder: string, cause: unknown): StorageUnavailableError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StorageUnavailableError(`The folder ${folder} for files cannot be used (${reason}).`, { cause });
}

/** Writes a file, waits until it is on the disk, and closes it. Returns its size. */
async function writeDurably(handle: FileHandle, content: Uint8Array | Readable): Promise<number> {
  const file = handle.createWriteStream({ flush: true });
  await pipeline(content instanceof Uint8Array ? [content] : content, file);
  return file.bytesWritten;
}

/** As `moveInto`, and waits until the new name is on the disk. */
async function moveDurably(from: string, to: string): Promise<void> {
  const top = await moveInto(from, to);
  for (let each = path.dirname(to); each.length >= top.length; each = path.dirname(each))
    await syncFolder(each);
}

/** Renames a file; creates its folder if it is missing. Returns the highest folder that has a new entry. */
async function moveInto(from: string, to: string): Promise<string> {
  const folder = path.dirname(to);
  let top = folder;
  for (let attempt = 1; ; attempt += 1) {
    // The folder mostly exists. If the whole disk is away, nothing may be created in its place.
    if (attempt > 1) await stat(from);
    try {
      const firstCreated = attempt === 1 ? undefined : await mkdir(folder, { recursive: true, mode: 0o700 });
      if (firstCreated !== undefined && firstCreated.length <= top.length) top = path.dirname(firstCreated);
      await rename(from, to);
      return top;
    } catch (error) {
      // `mkdir` reports either code if a folder is removed while it creates the next one.
      if (!hasCode(error, 'ENOENT', 'ENOTDIR') || attempt === maxFolderAttempts) throw error;
    }
  }
}

/** A new name is on the disk only once its folder is. Windows cannot sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  let handle: FileHandle;
  try {
    handle = await open(folder);
  } catch (error) {
    // The file has been deleted again, and the folder with it.
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a folder and its parents below `top` while they are empty. */
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
  return path.join(folder, ...checkKey(key).split('/'));
}
