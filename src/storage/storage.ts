/**
 * Where files are kept: one interface over the file system and, later, object stores. Keys are slash-separated names
 * made by this program, never by a caller. A file appears whole or not at all.
 */
import type { Readable } from 'node:stream';

export interface Storage {
  /** Stores a file, in place of one of the same key. */
  write(key: string, content: Uint8Array | Readable): Promise<{ readonly bytes: number }>;
  /** Opens a file for reading, or returns null where there is none. */
  open(key: string): Promise<StoredFile | null>;
  /** How large a file is, or null where there is none. */
  sizeBytes(key: string): Promise<number | null>;
  /** Deletes a file; none is fine. */
  delete(key: string): Promise<void>;
  /** Resolves if files can be stored, and rejects with the reason if not. */
  check(): Promise<void>;
}

export interface StoredFile {
  readonly bytes: number;
  readonly stream: Readable;
}

/** The key of a content-addressed file: contents that are the same are stored once. */
export function blobKey(hash: string): string {
  return `blobs/${hash.slice(0, 2)}/${hash}`;
}

/**
 * Reads a whole file into memory.
 *
 * @throws Error where there is none.
 */
export async function readFileBytes(storage: Storage, key: string): Promise<Buffer> {
  const file = await storage.open(key);
  if (file === null) throw new Error(`The file ${key} is not in storage.`);
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks, file.bytes);
}
