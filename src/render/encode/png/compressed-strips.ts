import { LRUCache } from 'lru-cache';
import { freeMemory } from '../../free-memory.ts';
import { FormTrials } from './form-trials.ts';

export interface CompressedStrip {
  readonly bytes: Uint8Array;
  /** Adler-32 of the uncompressed rows. */
  readonly checkSum: number;
}

/** Where a strip is in the pixels, in bytes. */
export interface StripPlace {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly rowBytes: number;
}

/**
 * Strips of successive images differ a little in length. A buffer is this many times as long as its strip, so
 * that it usually also holds the next image's strip.
 */
const bufferRoom = 1.25;

/** If an image reuses less than this share of the last image's strips, caching it saves nothing. */
const minReusedShare = 1 / 4;
/** After this many such images in a row, the next `skippedImages` of the series are not cached. */
const maxMisses = 3;
const skippedImages = 60;

/**
 * The last image of a series: its pixels, its compressed strips and its measured sizes (see `FormTrials`).
 */
export class LastImage {
  readonly #pixels: Buffer;
  readonly #buffers: Buffer[] = [];
  readonly #strips: (CompressedStrip | undefined)[] = [];
  readonly #trials = new FormTrials();
  #palette = '';
  #form = '';
  #isRowAboveUnchanged = true;
  /** Strips of this image that the last image had as well. */
  #comparable = 0;
  /** Those of them that were equal. */
  #reused = 0;
  #misses = 0;

  constructor(pixelBytes: number) {
    this.#pixels = Buffer.allocUnsafeSlow(pixelBytes);
  }

  /** Memory that it takes. */
  get bytes(): number {
    return this.#buffers.reduce((sum, { byteLength }) => sum + byteLength, this.#pixels.byteLength);
  }

  /** Whether enough strips were reused lately. */
  get isWorthwhile(): boolean {
    return this.#misses < maxMisses;
  }

  /** Starts the next image. `palette`: the colours of an indexed PNG, otherwise empty. */
  startImage(palette: string): void {
    const isSamePalette = palette === this.#palette;
    this.#trials.startImage(isSamePalette);
    if (isSamePalette) return;
    this.#palette = palette;
    this.#strips.length = 0;
  }

  /** The compressed size of some rows in a form. Call it for all sizes before `startStrips`. */
  compressedBytes(
    data: Uint8Array,
    { start, end }: Pick<StripPlace, 'start' | 'end'>,
    form: string,
    compress: () => number,
  ): number {
    const areUnchanged = (): boolean => this.#isUnchanged(data, start, end);
    return this.#trials.compressedBytes(`${start} ${end} ${form}`, areUnchanged, compress);
  }

  /** Starts the strips, in the form that was chosen. */
  startStrips(form: string): void {
    if (form !== this.#form) this.#strips.length = 0;
    this.#form = form;
    this.#isRowAboveUnchanged = true;
    this.#comparable = 0;
    this.#reused = 0;
  }

  /**
   * A strip if neither its pixels nor the row above have changed, otherwise null. Call it for each strip,
   * from the top. If it returns null, compress the strip and `store` it.
   */
  find(data: Uint8Array, { index, start, end, rowBytes }: StripPlace): CompressedStrip | null {
    const last = this.#strips[index];
    if (last !== undefined) this.#comparable += 1;
    if (last !== undefined && this.#isRowAboveUnchanged && this.#isUnchanged(data, start, end)) {
      this.#reused += 1;
      return last;
    }
    this.#isRowAboveUnchanged = last !== undefined && this.#isUnchanged(data, end - rowBytes, end);
    this.#strips[index] = undefined;
    this.#pixels.set(data.subarray(start, end), start);
    return null;
  }

  /** Stores a copy of a strip. */
  store(index: number, { bytes, checkSum }: CompressedStrip): void {
    let buffer = this.#buffers[index];
    if (buffer === undefined || buffer.byteLength < bytes.byteLength) {
      if (buffer !== undefined) freeMemory(buffer);
      buffer = Buffer.allocUnsafeSlow(Math.ceil(bufferRoom * bytes.byteLength));
      this.#buffers[index] = buffer;
    }
    buffer.set(bytes);
    this.#strips[index] = { bytes: buffer.subarray(0, bytes.byteLength), checkSum };
  }

  /** Finishes the image. An image without comparable strips is no miss. */
  finishImage(): void {
    this.#misses = this.#reused < minReusedShare * this.#comparable ? this.#misses + 1 : 0;
  }

  #isUnchanged(data: Uint8Array, start: number, end: number): boolean {
    return this.#pixels.compare(data, start, end, start, end) === 0;
  }

  release(): void {
    for (const each of [this.#pixels, ...this.#buffers]) freeMemory(each);
  }
}

/** The last image of a series, or how many of its next images are not cached. */
type Series = LastImage | number;

/**
 * An LRU cache of the last image of each series, for example of a template at one size. A strip that does not
 * change from image to image is compressed once. The file is the same with and without the cache: a strip
 * depends on its pixels and the row above only. Series whose images have little in common are not cached.
 */
export class CompressedStripCache {
  readonly #series: LRUCache<string, Series>;
  readonly #maxPixelBytes: number;

  /**
   * @param maxBytes of pixels and strips together; images whose pixels need more than 3/4 of it are not
   * cached
   */
  constructor(maxBytes: number) {
    this.#series = new LRUCache<string, Series>({
      maxSize: maxBytes,
      sizeCalculation: (series, name) => 2 * name.length + (typeof series === 'number' ? 1 : series.bytes),
      dispose: (series, _name, reason) => {
        // `put` sets the same image again after its size has changed.
        if (typeof series !== 'number' && reason !== 'set') series.release();
      },
    });
    this.#maxPixelBytes = 0.75 * maxBytes;
  }

  /**
   * The last image of a series; for its second image, an empty one. Null for the first image, for one that is
   * too large, and for skipped ones.
   */
  take(name: string, pixelBytes: number): LastImage | null {
    if (pixelBytes > this.#maxPixelBytes) return null;
    const series = this.#series.get(name) ?? 1;
    if (typeof series !== 'number') return series;
    if (series === 0) return new LastImage(pixelBytes);
    this.#series.set(name, series - 1);
    return null;
  }

  /** Stores what `take` returned, after all strips of the image were found or stored. */
  put(name: string, image: LastImage): void {
    image.finishImage();
    if (image.isWorthwhile) this.#series.set(name, image);
    else {
      // No other image of this series can be in the cache.
      this.#series.set(name, skippedImages);
      image.release();
    }
  }
}
