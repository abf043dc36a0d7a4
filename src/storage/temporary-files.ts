/**
 * Files that are being written. Each process that is known to the others has a folder of its own for them, named as the
 * process is, so that what it leaves behind when it is killed can be told from what others are writing.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, rmdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './error-code.ts';
import type { FindLiving } from './storage.ts';

export interface TemporaryFolder {
  readonly path: string;
  create(): Promise<{ readonly path: string; readonly handle: FileHandle }>;
  /** A name for a file that another process makes here, in a folder that is there, unless it was removed just now. */
  reserve(): Promise<string>;
  /** Removes a file that was created here and is not wanted any more; where the disk is away, once it is back. */
  discard(file: string): Promise<void>;
  removeLeftovers(findLiving: FindLiving): Promise<number>;
}

/** A process that was only held up is back in the list of the living shortly after it writes. */
const ownedGraceMs = 10_000;

/** Nothing but the time tells whether somebody unknown is still writing. */
const unownedGraceMs = 24 * 60 * 60 * 1000;

/** After this, a disk that was away is looked for again. */
const retryMs = 2_000;

/** How often the own folder may be removed while it is about to be used. */
const maxAttempts = 10;

/** Makes the folder for everybody's temporary files. The own one comes and goes with the files in it. */
export async function openTemporaryFolder(folder: string, owner: string | null): Promise<TemporaryFolder> {
  // Nobody but this user has to see the customers' files.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = owner === null ? folder : ownFolder(folder, owner);
  let isOwnMade = owner === null;
  const makeOwn = async (): Promise<void> => {
    await mkdir(own, { mode: 0o700 }).catch((reason: unknown) => {
      // Where the folder around it is gone, so is all of storage: nothing may be written beside it.
      if (!hasCode(reason, 'EEXIST')) throw reason;
    });
    isOwnMade = true;
  };
  /** Other processes cannot tell such a file from one that is being written, so that nobody else removes it while this one lives. */
  const discard = async (file: string): Promise<void> => {
    try {
      // A disk that is away has no such file either, until it is back.
      await stat(folder);
      await rm(file, { force: true });
      await stat(folder);
    } catch {
      setTimeout(() => void discard(file), retryMs).unref();
    }
  };

  return {
    path: folder,
    discard,

    async create() {
      const file = path.join(own, randomUUID());
      for (let attempt = 1; ; attempt += 1) {
        try {
          return { path: file, handle: await open(file, 'wx', 0o600) };
        } catch (error) {
          // Not made yet, or removed because this process seemed to be gone.
          if (owner === null || !hasCode(error, 'ENOENT') || attempt === maxAttempts) throw error;
          await makeOwn();
        }
      }
    },

    async reserve() {
      if (!isOwnMade) await makeOwn();
      return path.join(own, randomUUID());
    },

    async removeLeftovers(findLiving) {
      const entries = await readdir(folder, { withFileTypes: true });
      const owners = entries.flatMap((entry) =>
        entry.isDirectory() && entry.name !== owner ? [entry.name] : [],
      );
      const living = owners.length === 0 ? new Set() : await findLiving(owners);
      let removed = 0;
      for (const gone of owners.filter((each) => !living.has(each))) {
        const left = path.join(folder, gone);
        for (const name of await readdir(left)) {
          removed += await removeAfter(path.join(left, name), ownedGraceMs);
        }
        // Stays where something is left in it.
        await rmdir(left).catch(() => undefined);
      }
      for (const entry of entries) {
        if (entry.isFile()) removed += await removeAfter(path.join(folder, entry.name), unownedGraceMs);
      }
      return removed;
    },
  };
}

/** The part of the folder that belongs to one process. */
export function ownFolder(folder: string, owner: string): string {
  return path.join(folder, owner);
}

/** Removes a file that nobody has written to for so long. Returns how many files that are. */
async function removeAfter(file: string, graceMs: number): Promise<number> {
  try {
    if (Date.now() - (await stat(file)).mtimeMs < graceMs) return 0;
    await rm(file);
    return 1;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}
