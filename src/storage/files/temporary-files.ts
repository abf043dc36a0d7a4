/**
 * Files that are being written. Each registered process has a folder for them, named by its id, so that the
 * files of a killed process can be recognised and removed.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, rmdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './error-code.ts';
import type { FindLiveOwners } from '../storage.ts';

export interface TemporaryFolder {
  readonly path: string;
  create(): Promise<{ readonly path: string; readonly handle: FileHandle }>;
  /** Removes a file that is not needed any more. If the disk is away, removes it once the disk is back. */
  discard(file: string): Promise<void>;
  removeLeftovers(findLiveOwners: FindLiveOwners): Promise<number>;
}

/** A process that was only held up is registered again shortly after it writes. */
const ownedGraceMs = 10_000;

/**
 * For files of commands, which are not registered: only their age says whether they are still being written.
 */
const unownedGraceMs = 24 * 60 * 60 * 1000;

/** Delay before the removal of a file is tried again while the disk is away. */
const retryMs = 2_000;

/** Another process may remove this one's folder between its creation and its use. */
const maxAttempts = 10;

/**
 * Creates the folder for all temporary files. This process's folder inside it is created when it is needed.
 */
export async function openTemporaryFolder(folder: string, owner: string | null): Promise<TemporaryFolder> {
  // Customers' files are readable for this user only.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = owner === null ? folder : ownFolder(folder, owner);
  const createOwn = async (): Promise<void> => {
    await mkdir(own, { mode: 0o700 }).catch((reason: unknown) => {
      // If the outer folder is missing too, so is the disk: nothing may be created in its place.
      if (!hasCode(reason, 'EEXIST')) throw reason;
    });
  };
  /** Retries until the disk is back: no other process removes this file while this one lives. */
  const discard = async (file: string): Promise<void> => {
    try {
      // While the disk is away, the file only seems to be gone.
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
          // Not created yet, or removed because this process seemed to be dead.
          if (owner === null || !hasCode(error, 'ENOENT') || attempt === maxAttempts) throw error;
          await createOwn();
        }
      }
    },

    async removeLeftovers(findLiveOwners) {
      const entries = await readdir(folder, { withFileTypes: true });
      const owners = entries.flatMap((entry) =>
        entry.isDirectory() && entry.name !== owner ? [entry.name] : [],
      );
      const live = owners.length === 0 ? new Set() : await findLiveOwners(owners);
      let removed = 0;
      for (const dead of owners.filter((each) => !live.has(each))) {
        const left = path.join(folder, dead);
        for (const name of await readdir(left)) {
          removed += await removeAfter(path.join(left, name), ownedGraceMs);
        }
        // Fails while files are left in it.
        await rmdir(left).catch(() => undefined);
      }
      for (const entry of entries) {
        if (entry.isFile()) removed += await removeAfter(path.join(folder, entry.name), unownedGraceMs);
      }
      return removed;
    },
  };
}

/** The part of the temporary folder that belongs to one process. */
function ownFolder(folder: string, owner: string): string {
  return path.join(folder, owner);
}

/** Removes a file whose last write is older than `graceMs`. Returns how many files were removed: 0 or 1. */
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
