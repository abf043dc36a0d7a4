/**
 * The interface of file storage, implemented for a folder and for S3. Keys are slash-separated names that
 * this program makes; clients never choose them. A file appears whole or not at all.
 */
import type { Readable } from 'node:stream';

/**
 * Operations reject with StorageUnavailableError if storage as a whole cannot be reached or used, and with
 * another error if it refused this one file or the content to write could not be read.
 */
export interface Storage {
  /** Stores a file; replaces one with the same key. Destroys a stream that it cannot store. */
  write(key: string, content: Uint8Array | Readable): Promise<{ readonly bytes: number }>;
  /**
   * As `write`, but does not wait for the disk: after a loss of power the file may be missing or damaged, so
   * its checksum must be recorded elsewhere.
   */
  writeUnsynced(key: string, content: Uint8Array): Promise<void>;
  /** Opens a file, whole or in part. Null if there is none. */
  open(key: string, part?: ByteRange): Promise<StoredFile | null>;
  /** Reads a whole file into memory. Null if there is none. */
  read(key: string): Promise<NonSharedBuffer | null>;
  /** Size of a file in bytes. Null if there is none. */
  sizeBytes(key: string): Promise<number | null>;
  /** When a file was last written, by storage's clock. Null if there is none. */
  modifiedAt(key: string): Promise<Date | null>;
  /**
   * Lists keys in the order of their characters.
   *
   * @param prefix ends with a slash.
   * @param after lists only keys behind this one.
   */
  list(prefix: string, after?: string): AsyncIterable<string>;
  /** Deletes a file. Does nothing if there is none. */
  delete(key: string): Promise<void>;
  /** Removes what interrupted writes have left. Returns how many files were removed. */
  removeLeftovers(findLiveOwners: FindLiveOwners): Promise<number>;
  /** Resolves if files can be stored; rejects with StorageUnavailableError if not. */
  check(): Promise<void>;
  /**
   * Signs a URL at which storage itself serves a file, whether or not the file exists. Null if storage has no
   * such URLs (a folder), or if `until` is less than a second away.
   */
  signUrl(key: string, options: SignedUrlOptions): Promise<SignedUrl | null>;
}

export interface SignedUrlOptions {
  /** The URL expires then at the latest. */
  readonly until: Date;
  /** Response headers. */
  readonly contentDisposition: string;
  readonly contentType: string;
}

export interface SignedUrl {
  readonly url: string;
  /** In whole seconds. */
  readonly expiresAt: Date;
}

/**
 * Storage as a whole cannot be reached or used: its folder is missing, full or not accessible; its server
 * does not answer, is overloaded, or does not know the bucket or the credentials. Another key does not help;
 * time may.
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
  /** Size of the whole file. */
  readonly bytes: number;
  /** Must be read to its end or destroyed. Stays readable if the file is deleted meanwhile. */
  readonly stream: Readable;
}

/** Returns those of the given owners (ids of processes) that are alive. */
export type FindLiveOwners = (owners: readonly string[]) => Promise<ReadonlySet<string>>;

/** Returns a valid key as it is. Throws if a part is empty, hidden or leads elsewhere. */
export function checkKey(key: string): string {
  if (key.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))) return key;
  throw new Error(`"${key}" is not a key of storage.`);
}

/** The prefix of all content-addressed files. */
export const blobsPrefix = 'blobs/';

/** Key of a content-addressed file: equal contents are stored once. */
export function blobKey(hash: string): string {
  return `${blobsPrefix}${hash.slice(0, 2)}/${hash}`;
}

/** A file that every process writes and removes to try storage; it has no content of anybody. */
const probeKey = 'probes/ready';

/**
 * Writes and removes a small file.
 *
 * @throws StorageUnavailableError as `Storage.write` does
 */
export async function tryStorage(storage: Storage): Promise<void> {
  await storage.write(probeKey, new Uint8Array([1]));
  await storage.delete(probeKey);
}

/** Storage answers, but a file that it should have is missing. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';

  readonly key: string;

  constructor(key: string) {
    super(`The file ${key} is not in storage.`);
    this.key = key;
  }
}

/** Reads a whole file into memory. Throws MissingFileError if there is none. */
export async function readFileBytes(storage: Storage, key: string): Promise<NonSharedBuffer> {
  const file = await storage.read(key);
  if (file === null) throw new MissingFileError(key);
  return file;
}
