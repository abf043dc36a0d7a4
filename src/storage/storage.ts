/**
 * Where files are kept: one interface over the file system and object stores. Keys are slash-separated names
 * made by this program, never by a caller. A file appears whole or not at all.
 */
import type { Readable } from 'node:stream';

/**
 * Every operation rejects with StorageUnavailableError where storage cannot be reached or used at all, and with another error
 * where it answered and refused, or what was to be written could not be read.
 */
export interface Storage {
  /**
   * Stores a file, in place of one of the same key. A stream is read piece by piece, and of a piece nothing is kept once the next
   * one is asked for: its memory may be somebody else's by then.
   */
  write(key: string, content: Uint8Array | Readable): Promise<{ readonly bytes: number }>;
  /**
   * Makes room for a file that another process of this machine writes: null where files are not in a folder.
   *
   * @param key what the file becomes, once it is kept.
   */
  receive(key: string): Promise<IncomingFile | null>;
  /** Opens a file for reading, whole or in part, or returns null where there is none. */
  open(key: string, part?: ByteRange): Promise<StoredFile | null>;
  /**
   * Reads a whole file into memory, or returns null where there is none.
   *
   * @param memoryFor gives memory for so many bytes. What is returned is less of it where the file has become shorter meanwhile.
   */
  read(key: string, memoryFor: (bytes: number) => Buffer): Promise<Buffer | null>;
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
  /** Resolves if files can be stored, and rejects with a StorageUnavailableError if not. */
  check(): Promise<void>;
  /**
   * An address of storage's own at which a file can be had for a while, whether it is there or not: null where storage has none
   * (a folder), or `until` is too near.
   */
  signUrl(key: string, options: SignedUrlOptions): Promise<SignedUrl | null>;
}

/** A file that is about to be made, and no file of storage yet. */
export interface IncomingFile {
  /** Where it is to be made. */
  readonly path: string;
  /**
   * Makes it the file of its key. Unlike `write`, this does not wait for the disk: after a loss of power the file may be gone, or
   * hold something else, so that its checksum has to be known.
   */
  keep(): Promise<void>;
  /** Removes it; none is fine. */
  drop(): Promise<void>;
}

export interface SignedUrlOptions {
  /** The address is good for no longer. */
  readonly until: Date;
  /** What the answer is to say. */
  readonly contentDisposition: string;
  readonly contentType: string;
}

export interface SignedUrl {
  readonly url: string;
  /** To the second. */
  readonly expiresAt: Date;
}

/**
 * Storage cannot be reached or used at all: its folder is gone, full, or not this user's; its server does not answer, is
 * overloaded, or knows neither the bucket nor the credentials. Nothing that a retry with another key would change; time may.
 */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
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

/**
 * A key, if it is one.
 *
 * @throws Error where a part of it is empty, hidden, or leads elsewhere.
 */
export function checkKey(key: string): string {
  if (key.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))) return key;
  throw new Error(`"${key}" is not a key of storage.`);
}

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
  const file = await storage.read(key, (bytes) => Buffer.allocUnsafeSlow(bytes));
  if (file === null) throw new MissingFileError(key);
  return file;
}
