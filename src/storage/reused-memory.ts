/** Larger files have memory of their own, which is given back at once. */
const largestKept = 8 * 1024 * 1024;

/** What is kept is a multiple of this, so that files of about one size fit into each other's memory. */
const stepBytes = 256 * 1024;

/**
 * Memory for one file after the other. Memory that is made for each file anew and thrown away has V8 collect its whole heap every
 * ten megabytes, even where it is given back by hand.
 */
export class ReusedMemory {
  readonly #free: ArrayBuffer[] = [];
  readonly #lent = new Set<ArrayBufferLike>();

  /** Memory for so many bytes. What is in it is anybody's guess. */
  take(bytes: number): Buffer {
    if (bytes === 0 || bytes > largestKept) return Buffer.allocUnsafeSlow(bytes);
    const fits = this.#free.findIndex(({ byteLength }) => byteLength >= bytes);
    // Where none is large enough, one makes room for one that is.
    const [kept] = this.#free.splice(Math.max(0, fits), 1);
    if (kept !== undefined && fits === -1) kept.transfer(0);
    const memory =
      kept !== undefined && fits !== -1 ? kept : new ArrayBuffer(stepBytes * Math.ceil(bytes / stepBytes));
    this.#lent.add(memory);
    return Buffer.from(memory, 0, bytes);
  }

  /** Takes back what nobody looks at any more, for the next file. False where it is not from here, or of a large file. */
  giveBack({ buffer }: Buffer): boolean {
    if (!(buffer instanceof ArrayBuffer) || !this.#lent.delete(buffer)) return false;
    this.#free.push(buffer);
    return true;
  }
}
