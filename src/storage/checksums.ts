/** Checks stored files against checksums: a loss of power or a faulty disk may have changed them. */
import { crc32 } from 'node:zlib';
import { hashContent } from '../async/hash-content.ts';
import { retry } from '../async/retry.ts';
import { blobKey, MissingFileError, readFileBytes, type Storage } from './storage.ts';

/** Size and checksum of a file. */
export interface FileContent {
  readonly bytes: number;
  readonly crc32: number;
}

/** A stored file is not what was written. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';

  readonly key: string;

  constructor(key: string) {
    super(`The file ${key} in storage is damaged.`);
    this.key = key;
  }
}

/** Waits before a damaged file is read again: memory or the network may be at fault, not the file. */
const rereadDelaysMs = [50, 250];

/** Reads a file of a template. Throws MissingFileError, DamagedFileError. */
export async function readBlob(storage: Storage, hash: string): Promise<Buffer> {
  return await readHashed(storage, blobKey(hash), hash);
}

/**
 * Reads a file whose SHA-256 is known.
 *
 * @param hash in hex
 * @throws MissingFileError, DamagedFileError
 */
export async function readHashed(storage: Storage, key: string, hash: string): Promise<Buffer> {
  return await readChecked(storage, key, async (bytes) => (await hashContent(bytes)) === hash);
}

/** Reads a file whose size and checksum are known. Throws MissingFileError, DamagedFileError. */
export async function readSummed(storage: Storage, key: string, content: FileContent): Promise<Buffer> {
  return await readChecked(
    storage,
    key,
    (bytes) => bytes.length === content.bytes && crc32(bytes) === content.crc32,
  );
}

/** Whether an error of one of these functions says that the file must be written again. */
export function isLost(error: unknown): error is MissingFileError | DamagedFileError {
  return error instanceof MissingFileError || error instanceof DamagedFileError;
}

async function readChecked(
  storage: Storage,
  key: string,
  isRight: (bytes: NonSharedBuffer) => boolean | Promise<boolean>,
): Promise<Buffer> {
  const read = async (): Promise<Buffer> => {
    const bytes = await readFileBytes(storage, key);
    if (!(await isRight(bytes))) throw new DamagedFileError(key);
    return bytes;
  };
  return await retry(read, {
    delaysMs: rereadDelaysMs,
    shouldRetry: (error) => error instanceof DamagedFileError,
  });
}

/** Whether a file exists and has this content. */
export async function isIntact(storage: Storage, key: string, expected: FileContent): Promise<boolean> {
  const file = await storage.open(key);
  if (file === null) return false;
  let checksum = 0;
  try {
    if (file.bytes !== expected.bytes) return false;
    for await (const chunk of file.stream as AsyncIterable<Buffer>) checksum = crc32(chunk, checksum);
  } finally {
    file.stream.destroy();
  }
  return checksum === expected.crc32;
}
