import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, link, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../storage/storage.ts';
import { CommandError } from '../command-context.ts';

/** Checks in advance that a file can be written and replaces none. */
export async function checkTarget(file: string): Promise<void> {
  if (await isThere(file)) throw new CommandError(`${file} exists already; name another file with --out.`);
  await checkFolder(path.dirname(file));
}

/** Checks that a file can be written into a folder. */
export async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((error: Error) => {
    throw new CommandError(`No file can be written into ${folder}: ${error.message}.`);
  });
}

/**
 * Copies a job's archive out of storage. The file appears whole or not at all, and replaces none. Returns its
 * size.
 *
 * @throws CommandError
 */
export async function saveArchive(storage: Storage, key: string, file: string): Promise<number> {
  const stored = await storage.open(key);
  if (stored === null) throw new CommandError('The archive is missing in storage.');
  const temporary = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    await pipeline(stored.stream, createWriteStream(temporary, { flags: 'wx', flush: true }));
    await giveName(temporary, file);
    return stored.bytes;
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error)) throw error;
    throw new CommandError(`The archive cannot be written to ${file}: ${error.message}`);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A hard link, unlike a rename, never replaces a file. Some file systems have none. */
async function giveName(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (error) {
    if (isTaken(error) || (await isThere(file))) {
      throw new CommandError(`${file} exists by now; name another file with --out.`);
    }
    await rename(temporary, file);
  }
}

async function isThere(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
