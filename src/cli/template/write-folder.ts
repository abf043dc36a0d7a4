import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../command-context.ts';

type Entries = Iterable<readonly [string, Uint8Array]> | AsyncIterable<readonly [string, Uint8Array]>;

/**
 * Checks that `--out` names a folder that can be filled.
 *
 * @throws CommandError if it has files, or is no folder
 */
export async function checkIsFree(folder: string): Promise<void> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandError(`--out must be a new or empty folder, but ${folder} is not: ${error.message}`);
  });
  if (files.length > 0) {
    throw new CommandError(`--out must be a new or empty folder, but ${folder} has files in it.`);
  }
}

/**
 * Writes files into a new or empty folder: all or nothing.
 *
 * @param entries the files by their path in the folder
 * @throws CommandError if the folder cannot be made, or is not empty
 */
export async function writeFolder(folder: string, entries: Entries): Promise<void> {
  const parent = path.dirname(path.resolve(folder));
  const workFolder = await mkdir(parent, { recursive: true })
    .then(() => mkdtemp(path.join(parent, '.platen-export-')))
    .catch((error: Error) => {
      throw new CommandError(`--out names a folder that cannot be made: ${error.message}`);
    });
  try {
    const content = path.join(workFolder, 'template');
    await mkdir(content);
    for await (const [name, bytes] of entries) {
      const file = path.join(content, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    // Replaces an empty folder.
    await rename(content, folder).catch((error: Error) => {
      throw new CommandError(`--out cannot be written: ${error.message}`);
    });
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
