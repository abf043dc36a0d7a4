/**
 * Files in a folder. A write goes to a temporary file first and is renamed once it is on the disk, so that no crash
 * leaves half a file under its key.
 */
import {
  access,
  constants,
  mkdir,
  open,
  rename,
  rmdir,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { writePastCache } from './direct-write.ts';
import { hasCode } from './error-code.ts';
import { listFiles } from './list-files.ts';
import {
  checkKey,
  StorageUnavailableError,
  type ByteRange,
  type IncomingFile,
  type Storage,
  type StoredFile,
} from './storage.ts';
import { openTemporaryFolder } from './temporary-files.ts';

/** How often a folder may vanish between its making and its use, because its last file was deleted just then. */
const maxFolderAttempts = 100;

/** Files up to so many bytes, nearly all rendered ones among them, are read in one piece: pieces cost more than what is in them. */
const largestPart = 1024 * 1024;

/**
 * Opens a folder, which is made where it is not there.
 *
 * @param owner by which other processes can tell that this one is at work; null where they cannot.
 */
export async function openFileStorage(folder: string, owner: string | null): Promise<Storage> {
  await mkdir(path.dirname(folder), { recursive: true });
  const temporary = await openTemporaryFolder(temporaryFolder(folder), owner);
  const check = () => access(temporary.path, constants.R_OK | constants.W_OK | constants.X_OK);

  /** The outcome of some work on files, with the failures of all of storage told from those of one file. */
  const attempt = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } catch (error) {
      const isOfAll =
        hasCode(error, ...unavailableCodes) ||
        (hasCode(error, ...fileOrFolderCodes) &&
          (await check().then(
            () => false,
            () => true,
          )));
      throw isOfAll ? unavailable(folder, error) : error;
    }
  };
  /** The outcome of some work on a file, or null where there is no such file, though its folder is there. */
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
      const bytes = await writeDurably(temporaryFile, content);
      await moveDurably(temporaryFile.path, file);
      return { bytes };
    } catch (error) {
      // What went wrong first is what matters.
      await temporary.discard(temporaryFile.path);
      throw error;
    }
  };
  const receive = async (key: string): Promise<IncomingFile> => {
    const file = locate(folder, key);
    const place = await temporary.reserve();
    return {
      path: place,
      keep: async () => {
        try {
          await attempt(moveInto(place, file));
        } catch (error) {
          await temporary.discard(place);
          throw error;
        }
      },
      drop: () => temporary.discard(place),
    };
  };
  const openPart = async (key: string, part: ByteRange | undefined): Promise<StoredFile> => {
    const handle = await open(locate(folder, key));
    const { size } = await handle.stat();
    // The handle keeps the content, whatever happens to the key while it is read.
    const wanted = part === undefined ? size : part.end - part.start + 1;
    const highWaterMark = Math.min(largestPart, Math.max(1, wanted));
    return { bytes: size, stream: handle.createReadStream({ ...part, highWaterMark }) };
  };
  const read = async (key: string, memoryFor: (bytes: number) => Buffer): Promise<Buffer> => {
    const handle = await open(locate(folder, key));
    try {
      const { size } = await handle.stat();
      const memory = memoryFor(size);
      let length = 0;
      while (length < size) {
        const { bytesRead } = await handle.read(memory, length, size - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return length === size ? memory : memory.subarray(0, length);
    } finally {
      await handle.close();
    }
  };
  const sizeOf = async (key: string): Promise<number> => (await stat(locate(folder, key))).size;
  const remove = async (key: string): Promise<void> => {
    const file = locate(folder, key);
    await unlink(file);
    await removeEmptyFolders(path.dirname(file), folder);
  };

  return {
    write: (key, content) => attempt(write(key, content)),
    receive: (key) => attempt(receive(key)),
    open: (key, part) => attemptIfThere(openPart(key, part)),
    read: (key, memoryFor) => attemptIfThere(read(key, memoryFor)),
    sizeBytes: (key) => attemptIfThere(sizeOf(key)),
    async *list(prefix, after) {
      const keys = listFiles(locate(folder, prefix.slice(0, -1)), prefix, after);
      // Without its folder nothing would be listed, as if there were nothing.
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
    removeLeftovers: (findLiving) => attempt(temporary.removeLeftovers(findLiving)),
    check: () => attempt(check()),
    signUrl: () => Promise.resolve(null),
  };
}

/** Where files are before they have their key. */
export function temporaryFolder(folder: string): string {
  return path.join(folder, 'tmp');
}

/** What the system says of one file as of its disk or folder: which of them it is, a look at the folder tells. */
const fileOrFolderCodes = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EIO'];

/** What the system says of a folder, disk or mount that cannot be used, beside what it says of one file. */
const unavailableCodes = [
  ...['EROFS', 'ENOSPC', 'EDQUOT', 'ESTALE', 'ENODEV', 'ENXIO'],
  ...['ENOTCONN', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH', 'EMFILE', 'ENFILE'],
];

function unavailable(folder: string, cause: unknown): StorageUnavailableError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StorageUnavailableError(`The folder ${folder} for files cannot be used (${reason}).`, { cause });
}

/** Streams are archives, which are large; what is there as a whole is not. */
async function writeDurably(
  file: { readonly path: string; readonly handle: FileHandle },
  content: Uint8Array | Readable,
): Promise<number> {
  const { handle } = file;
  try {
    if (content instanceof Uint8Array) {
      await handle.writeFile(content);
      await handle.sync();
    } else {
      await writePastCache(file, content as AsyncIterable<Uint8Array>);
    }
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** Renames a file as `moveInto` does, and waits until its new name is on the disk. */
async function moveDurably(from: string, to: string): Promise<void> {
  const top = await moveInto(from, to);
  for (let each = path.dirname(to); each.length >= top.length; each = path.dirname(each))
    await syncFolder(each);
}

/**
 * Renames a file into a folder that is made if it has to be. Returns the highest folder in which there is something new.
 */
async function moveInto(from: string, to: string): Promise<string> {
  const folder = path.dirname(to);
  let top = folder;
  for (let attempt = 1; ; attempt += 1) {
    // Most often the folder is there. Where the whole disk is away, nothing may be made in its place.
    if (attempt > 1) await stat(from);
    try {
      const firstMade = attempt === 1 ? undefined : await mkdir(folder, { recursive: true, mode: 0o700 });
      if (firstMade !== undefined && firstMade.length <= top.length) top = path.dirname(firstMade);
      await rename(from, to);
      return top;
    } catch (error) {
      // Its making in several steps reports a folder that vanishes in between in either way.
      if (!hasCode(error, 'ENOENT', 'ENOTDIR') || attempt === maxFolderAttempts) throw error;
    }
  }
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
  return path.join(folder, ...checkKey(key).split('/'));
}
