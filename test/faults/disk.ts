/**
 * The folder for the service's files. Where the system allows it, it is a small tmpfs, which can be filled.
 */
import { execFile } from 'node:child_process';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ageFiles } from '../helpers/storages.ts';

export interface Disk {
  /** A STORAGE_URL. */
  readonly url: string;
  /** Whether it is a small disk that can be filled. */
  readonly canFill: boolean;
  fill(): Promise<void>;
  /** Moves the folder away and puts a file in its place, so that no process creates it again. */
  hide(): Promise<void>;
  /** Undoes `fill` and `hide`. */
  restore(): Promise<void>;
  /** Makes all files two days old, since a sweep spares younger orphans. */
  age(): Promise<void>;
  /** The keys of all files, and the unfinished ones. */
  list(): Promise<{ readonly keys: string[]; readonly unfinished: string[] }>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const sizeMebibytes = 64;

/** Creates the disk at a folder. */
export async function makeDisk(folder: string): Promise<Disk> {
  await mkdir(folder, { recursive: true });
  const canFill = await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMebibytes}m`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  const files = path.join(folder, 'files');
  const hidden = path.join(folder, 'hidden');
  const ballast = path.join(folder, 'ballast');
  await mkdir(files);
  let isHidden = false;
  return {
    url: pathToFileURL(files).href,
    canFill,
    async fill() {
      const handle = await open(ballast, 'a');
      try {
        for (let bytes = 1024 * 1024; bytes >= 1024; bytes /= 4) {
          const block = Buffer.alloc(bytes);
          while ((await handle.write(block).catch(() => ({ bytesWritten: 0 }))).bytesWritten === bytes);
        }
      } finally {
        await handle.close();
      }
    },
    async hide() {
      if (isHidden) return;
      await rename(files, hidden);
      await (await open(files, 'wx')).close();
      isHidden = true;
    },
    async restore() {
      await rm(ballast, { force: true });
      if (!isHidden) return;
      await rm(files);
      await rename(hidden, files);
      isHidden = false;
    },
    age: () => ageFiles(files),
    async list() {
      const entries = await readdir(files, { recursive: true, withFileTypes: true });
      const keys = entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(files, path.join(entry.parentPath, entry.name)))
        .sort();
      return {
        keys: keys.filter((key) => !key.startsWith('tmp/')),
        unfinished: keys.filter((key) => key.startsWith('tmp/')),
      };
    },
    async close() {
      if (canFill) await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
