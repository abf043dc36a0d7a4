/**
 * Files whose content is known by its size and checksum, so that one that a loss of power or a faulty disk has changed is found.
 */
import { crc32 } from 'node:zlib';
import type { Storage, StoredFile } from './storage.ts';

/** What is in a file. */
export interface FileContent {
  readonly bytes: number;
  readonly crc32: number;
}

/** Storage has a file, and something else is in it than was put there. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';

  constructor(key: string) {
    super(`The file ${key} in storage is damaged.`);
  }
}

/**
 * Gives an opened file's content as it is read.
 *
 * @throws DamagedFileError before or behind it where it is not what it has to be.
 */
export async function* readChecked(
  key: string,
  { bytes, stream }: StoredFile,
  expected: FileContent,
): AsyncGenerator<Buffer> {
  let checksum = 0;
  try {
    if (bytes !== expected.bytes) throw new DamagedFileError(key);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } finally {
    stream.destroy();
  }
  if (checksum !== expected.crc32) throw new DamagedFileError(key);
}

/** Whether a file is there with this content. */
export async function isWhole(storage: Storage, key: string, expected: FileContent): Promise<boolean> {
  const file = await storage.open(key);
  if (file === null) return false;
  try {
    const content = readChecked(key, file, expected);
    while ((await content.next()).done !== true);
    return true;
  } catch (error) {
    if (error instanceof DamagedFileError) return false;
    throw error;
  }
}
