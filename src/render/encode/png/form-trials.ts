/**
 * Sizes that sample rows of a series compress to, in each form. Rows that have not changed since the last
 * image are not compressed again.
 */
export class FormTrials {
  #lastImage = new Map<string, number>();
  #thisImage = new Map<string, number>();

  /** Starts the next image. `isComparable`: its pixels mean the same as those of the last image. */
  startImage(isComparable: boolean): void {
    this.#lastImage = isComparable ? this.#thisImage : new Map<string, number>();
    this.#thisImage = new Map();
  }

  /** @param rows names the sample rows and the form */
  compressedBytes(rows: string, areUnchanged: () => boolean, compress: () => number): number {
    const last = this.#lastImage.get(rows);
    const bytes = last !== undefined && areUnchanged() ? last : compress();
    this.#thisImage.set(rows, bytes);
    return bytes;
  }
}
