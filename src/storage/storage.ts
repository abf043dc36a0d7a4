/**
 * Where files are kept: one interface over the file system and, later, object stores. Keys are slash-separated names
 * made by this program, never by a caller. A file appears whole or not at all.
 */
import type { Readable } from 'node:stream';

export interface Storage {
  /** Stores a file, in place of one of the same key. */
  write(key: string, content: Uint8Array | Readable): Promise<{ readonly bytes: number }>;
  /** Opens a file for reading, whole or in part, or returns null where there is none. */
  open(key: string, part?: ByteRange): Promise<StoredFile | null>;
  /** How large a file is, or null where there is none. */
  sizeBytes(key: string): Promise<number | null>;
  /**
   * The keys that begin with a prefix, in the order of their characters.
   *
   * @param prefix ends with a slash.
   * @param after only keys behind this one.
   */
  list(prefix: string, after?: string): AsyncIterable<string>;
  /** Deletes a file; none is fine. */
  delete(key: string): Promise<void>;
  /**
   * Removes what writes that were cut off have left.
   *
   * @param findLiving which of these owners are at work still.
   * @returns how many files were removed.
   */
  removeLeftovers(findLiving: FindLiving): Promise<number>;
  /** Resolves if files can be stored, and rejects with the reason if not. */
  check(): Promise<void>;
}

/** The bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredFile {
  /** Of the whole file. */
  readonly bytes: number;
  /** To be read to its end or destroyed. Gives all that was asked for even if the file is deleted meanwhile. */
  readonly stream: Readable;
}

export type FindLiving = (owners: readonly string[]) => Promise<ReadonlySet<string>>;

/** The key of a content-addressed file: contents that are the same are stored once. */
export function blobKey(hash: string): string {
  return `blobs/${hash.slice(0, 2)}/${hash}`;
}

/** Storage answers, and does not have a file that it was given. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';

  constructor(key: string) {
    super(`The file ${key} is not in storage.`);
  }
}

/**
 * Reads a whole file into memory.
 *
 * @throws MissingFileError where there is none.
 */
export async function readFileBytes(storage: Storage, key: string): Promise<Buffer> {
  const file = await storage.open(key);
  if (file === null) throw new MissingFileError(key);
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks, file.bytes);
}
