import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum of a chunk. */
const CHUNK_BYTES = 12;

/** A buffer that grew larger is replaced after use. */
const MAX_BUFFER_BYTES = 16 * 1024 * 1024;

/**
 * The buffer in which files are assembled, one at a time. It is reused, because new memory for each file
 * would be garbage for a long time, and the system clears each new page.
 */
let buffer = Buffer.allocUnsafeSlow(1024 * 1024);

/** Writes a PNG file chunk by chunk (PNG, third edition, 5.3). One file at a time: all share one buffer. */
export class PngFile {
  #length = SIGNATURE.length;

  constructor() {
    buffer.set(SIGNATURE);
  }

  /**
   * @param type four letters
   * @param parts the data, concatenated
   */
  addChunk(type: string, ...parts: readonly Uint8Array[]): void {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    this.#reserve(length + CHUNK_BYTES);
    const start = this.#length;
    buffer.writeUInt32BE(length, start);
    buffer.write(type, start + 4, 'latin1');
    let end = start + 8;
    for (const part of parts) {
      buffer.set(part, end);
      end += part.length;
    }
    buffer.writeUInt32BE(crc32(buffer.subarray(start + 4, end)), end);
    this.#length = end + 4;
  }

  /** The file, copied out of the shared buffer. */
  finish(): Buffer {
    const file = Buffer.allocUnsafeSlow(this.#length);
    buffer.copy(file, 0, 0, this.#length);
    if (buffer.length > MAX_BUFFER_BYTES) buffer = Buffer.allocUnsafeSlow(1024 * 1024);
    return file;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, this.#length + bytes));
    buffer.copy(larger, 0, 0, this.#length);
    buffer = larger;
  }
}
