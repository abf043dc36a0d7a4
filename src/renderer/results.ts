/**
 * How the bytes of a result get from a renderer process to the service: through a shared file, or in a
 * message.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, read, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const readAt = promisify(read);

/** The descriptor of the result file in a renderer process. */
const resultDescriptor = 4;
/** Passed to a renderer process that has a result file: descriptor 4 is open in the others as well. */
export const resultFileArgument = '--result-file';

/** Smaller results are part of the message. */
const minFileBytes = 32 * 1024;
/** Larger results are read in a thread: one of 20 MB takes 10 ms. */
const maxInlineBytes = 1024 * 1024;
/** A file that grew larger is truncated after use. */
const maxKeptBytes = 16 * 1024 * 1024;

/**
 * A file without a name that a renderer process and the pool share to pass results. A message would copy the
 * bytes twice in each process; this way they are written once and read once. Each result overwrites the
 * previous one, which has been read by then.
 */
export class ResultFile {
  readonly descriptor: number;
  #reading: Promise<unknown> = Promise.resolve();

  private constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  /** Opens a file, in memory on Linux. Returns null if no folder is writable. */
  static open(): ResultFile | null {
    const folders = process.platform === 'linux' ? ['/dev/shm', tmpdir()] : [tmpdir()];
    for (const folder of folders) {
      const file = path.join(folder, `platen-result-${randomUUID()}`);
      try {
        const descriptor = openSync(file, 'wx+', 0o600);
        unlinkSync(file);
        return new ResultFile(descriptor);
      } catch {
        // Try the next folder. Without a file, results are part of their messages.
      }
    }
    return null;
  }

  /** Reads a result of this length. Rejects if the file is shorter. */
  async read(bytes: number): Promise<Uint8Array> {
    const reading = this.#read(bytes);
    this.#reading = reading.catch(() => undefined);
    return await reading;
  }

  async #read(bytes: number): Promise<Uint8Array> {
    // Not from Node's buffer pool: a small result would keep a shared block alive.
    const data = Buffer.allocUnsafeSlow(bytes);
    for (let at = 0; at < bytes;) {
      const count =
        bytes <= maxInlineBytes
          ? readSync(this.descriptor, data, at, bytes - at, at)
          : (await readAt(this.descriptor, data, at, bytes - at, at)).bytesRead;
      if (count === 0) throw new Error('the result file ends before the result');
      at += count;
    }
    if (bytes > maxKeptBytes) ftruncateSync(this.descriptor);
    return data;
  }

  /** After a read in progress: its descriptor must not become that of another file. */
  async close(): Promise<void> {
    await this.#reading;
    closeSync(this.descriptor);
  }
}

/**
 * In a renderer process: writes a result to its result file. Returns false if the result has to be part of
 * the message.
 */
export function putIntoResultFile(data: Uint8Array): boolean {
  if (!process.argv.includes(resultFileArgument) || data.byteLength < minFileBytes) return false;
  try {
    for (let at = 0; at < data.byteLength;)
      at += writeSync(resultDescriptor, data, at, data.byteLength - at, at);
    return true;
  } catch {
    // For example, the disk is full.
    return false;
  }
}
