import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Of a chunk beside its data: length, type, check sum. */
const CHUNK_BYTES = 12;

/** A larger file gives its space back. */
const KEPT_BYTES = 16 * 1024 * 1024;

/**
 * Where files are put together, one at a time. Kept: a piece of memory for each chunk would be garbage for a long time, and one that
 * has been given back is new to the system again, page by page.
 */
let space = Buffer.allocUnsafeSlow(1024 * 1024);

/** A PNG file that is being written, chunk by chunk (PNG, third edition, 5.3). One at a time: all of them use the same space. */
export class PngFile {
  #length = SIGNATURE.length;

  constructor() {
    space.set(SIGNATURE);
  }

  /**
   * @param type four letters
   * @param parts its data, one behind the other
   */
  addChunk(type: string, ...parts: readonly Uint8Array[]): void {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    this.#reserve(length + CHUNK_BYTES);
    const start = this.#length;
    space.writeUInt32BE(length, start);
    space.write(type, start + 4, 'latin1');
    let end = start + 8;
    for (const part of parts) {
      space.set(part, end);
      end += part.length;
    }
    space.writeUInt32BE(crc32(space.subarray(start + 4, end)), end);
    this.#length = end + 4;
  }

  /** The file, in memory of its own. */
  finish(): Buffer {
    const file = Buffer.allocUnsafeSlow(this.#length);
    space.copy(file, 0, 0, this.#length);
    if (space.length > KEPT_BYTES) space = Buffer.allocUnsafeSlow(1024 * 1024);
    return file;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= space.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * space.length, this.#length + bytes));
    space.copy(larger, 0, 0, this.#length);
    space = larger;
  }
}
