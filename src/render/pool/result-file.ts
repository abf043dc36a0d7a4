import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where a renderer process finds its result file, if it has one. */
const resultDescriptor = 4;
/** Tells a renderer process that it has one: a descriptor that nothing was given for is there, too. */
export const resultFileArgument = '--result-file';

/** What is smaller travels with the message that tells of it. */
const leastBytes = 32 * 1024;
/** A file that has become larger gives its space back. */
const keptBytes = 16 * 1024 * 1024;

/**
 * A file without a name that a renderer process and the pool both hold, the way of results from one to the other. Bytes in a
 * message would be copied twice by each of them; these are written once and read once, and nobody waits for the other. The
 * next result overwrites the last, which has been read by then.
 */
export class ResultFile {
  readonly descriptor: number;

  private constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  /** Opens one, in memory where the system has files there. Null where no folder takes it. */
  static open(): ResultFile | null {
    const folders = process.platform === 'linux' ? ['/dev/shm', tmpdir()] : [tmpdir()];
    for (const folder of folders) {
      const file = path.join(folder, `platen-result-${randomUUID()}`);
      try {
        const descriptor = openSync(file, 'wx+', 0o600);
        unlinkSync(file);
        return new ResultFile(descriptor);
      } catch {
        // The next one, or results come with their messages.
      }
    }
    return null;
  }

  /**
   * Reads a result.
   *
   * @throws Error where the file does not hold so much.
   */
  read(bytes: number): Uint8Array {
    // Its own, not a part of a block that small buffers share: nothing else is kept in memory with it.
    const data = Buffer.allocUnsafeSlow(bytes);
    for (let at = 0; at < bytes;) {
      const count = readSync(this.descriptor, data, at, bytes - at, at);
      if (count === 0) throw new Error('the result file ends before the result');
      at += count;
    }
    if (bytes > keptBytes) ftruncateSync(this.descriptor);
    return data;
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** In a renderer process: puts a result into its file. False where it is better sent with the message, or has to be. */
export function putIntoResultFile(data: Uint8Array): boolean {
  if (!process.argv.includes(resultFileArgument) || data.byteLength < leastBytes) return false;
  try {
    for (let at = 0; at < data.byteLength;)
      at += writeSync(resultDescriptor, data, at, data.byteLength - at, at);
    return true;
  } catch {
    // Full, for example.
    return false;
  }
}
