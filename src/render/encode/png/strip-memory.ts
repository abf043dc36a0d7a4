import { LRUCache } from 'lru-cache';
import { freeMemory } from '../../../free-memory.ts';

/** A strip as it was compressed. */
export interface CompressedStrip {
  readonly bytes: Uint8Array;
  /** Adler-32 of what they were compressed from. */
  readonly checkSum: number;
}

/** A strip's place among the pixels, in bytes. */
export interface StripPlace {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly rowBytes: number;
}

/** Compressed strips differ a little in length from picture to picture: so much more room spares them memory of their own each time. */
const SPARE = 1.25;

/** A picture of which so few strips were found costs as much to keep as it saves. */
const WORTHWHILE = 1 / 4;
/** After so many pictures in a row that were not worth it, a series is left alone for the next so many. */
const PATIENCE = 3;
const REST = 60;

/** The last picture of a series: its pixels and, strip by strip, what they were compressed to. */
export class KeptPicture {
  readonly #pixels: Buffer;
  readonly #spaces: Buffer[] = [];
  readonly #strips: (CompressedStrip | undefined)[] = [];
  /** Of the last picture, and of this one. */
  #trials = new Map<string, number>();
  #tried = new Map<string, number>();
  #colors = '';
  #form = '';
  #isAboveSame = true;
  #known = 0;
  #found = 0;
  #failures = 0;

  constructor(pixelBytes: number) {
    this.#pixels = Buffer.allocUnsafeSlow(pixelBytes);
  }

  /** Memory that it takes. */
  get bytes(): number {
    return this.#spaces.reduce((sum, { byteLength }) => sum + byteLength, this.#pixels.byteLength);
  }

  /** Whether strips have been found often enough of late. */
  get isWorthwhile(): boolean {
    return this.#failures < PATIENCE;
  }

  /** Begins with the next picture. `colors`: the palette that its pixels are indexes into, if they are. */
  begin(colors: string): void {
    this.#trials = this.#tried;
    this.#tried = new Map();
    if (colors === this.#colors) return;
    this.#colors = colors;
    this.#trials.clear();
    this.#strips.length = 0;
  }

  /**
   * What some rows compress to, tried in a form: measured where they have changed since the last picture, or were not tried in it. Asked
   * before strips are.
   *
   * @param form by which that is known again
   */
  tryRows(
    data: Uint8Array,
    { start, end }: Pick<StripPlace, 'start' | 'end'>,
    form: string,
    measure: () => number,
  ): number {
    const name = `${start} ${end} ${form}`;
    const known = this.#trials.get(name);
    const bytes = known !== undefined && this.#isSame(data, start, end) ? known : measure();
    this.#tried.set(name, bytes);
    return bytes;
  }

  /** Begins with the strips, in the form that was chosen. */
  beginStrips(form: string): void {
    if (form !== this.#form) this.#strips.length = 0;
    this.#form = form;
    this.#isAboveSame = true;
    this.#known = 0;
    this.#found = 0;
  }

  /**
   * A strip, where neither its pixels nor the row above it have changed. Strips are asked for from the top down, and one that has
   * changed is to be told of before the next picture.
   */
  find(data: Uint8Array, { index, start, end, rowBytes }: StripPlace): CompressedStrip | null {
    const known = this.#strips[index];
    if (known !== undefined) this.#known += 1;
    if (known !== undefined && this.#isAboveSame && this.#isSame(data, start, end)) {
      this.#found += 1;
      return known;
    }
    this.#isAboveSame = known !== undefined && this.#isSame(data, end - rowBytes, end);
    this.#strips[index] = undefined;
    this.#pixels.set(data.subarray(start, end), start);
    return null;
  }

  /** Keeps a copy of a strip that was not found. */
  keep(index: number, { bytes, checkSum }: CompressedStrip): void {
    let space = this.#spaces[index];
    if (space === undefined || space.byteLength < bytes.byteLength) {
      if (space !== undefined) freeMemory(space);
      space = Buffer.allocUnsafeSlow(Math.ceil(SPARE * bytes.byteLength));
      this.#spaces[index] = space;
    }
    space.set(bytes);
    this.#strips[index] = { bytes: space.subarray(0, bytes.byteLength), checkSum };
  }

  /** Ends with the picture. A first one has nothing to be found. */
  end(): void {
    this.#failures = this.#found < WORTHWHILE * this.#known ? this.#failures + 1 : 0;
  }

  #isSame(data: Uint8Array, start: number, end: number): boolean {
    return this.#pixels.compare(data, start, end, start, end) === 0;
  }

  /** Gives its memory back. */
  free(): void {
    for (const each of [this.#pixels, ...this.#spaces]) freeMemory(each);
  }
}

/** What is known of a series: its last picture, or how many of its next ones are not to be kept. */
type Series = KeptPicture | number;

/**
 * The last pictures of some series, of a template at one size for example. What stays the same from one to the next is compressed once:
 * each strip of rows is a part of its own in the file, which the same pixels make the same, whether it is kept or not. Of series whose
 * pictures have little in common nothing is kept.
 */
export class StripMemory {
  readonly #series: LRUCache<string, Series>;
  readonly #maxPixelBytes: number;

  /** `maxBytes` bounds pixels and compressed strips together. Pictures whose pixels take more than three quarters of it are not kept. */
  constructor(maxBytes: number) {
    this.#series = new LRUCache<string, Series>({
      maxSize: maxBytes,
      sizeCalculation: (kept, name) => 2 * name.length + (typeof kept === 'number' ? 1 : kept.bytes),
      dispose: (kept, _name, reason) => {
        // The same one is set again when it has grown.
        if (typeof kept !== 'number' && reason !== 'set') kept.free();
      },
    });
    this.#maxPixelBytes = 0.75 * maxBytes;
  }

  /** What is kept of a series; null where this is its first picture, one that is too large, or not worth it. */
  recall(name: string, pixelBytes: number): KeptPicture | null {
    if (pixelBytes > this.#maxPixelBytes) return null;
    const kept = this.#series.get(name) ?? 1;
    if (typeof kept !== 'number') return kept;
    if (kept === 0) return new KeptPicture(pixelBytes);
    this.#series.set(name, kept - 1);
    return null;
  }

  /** Remembers a series' picture, of which all strips have been told. */
  remember(name: string, picture: KeptPicture): void {
    picture.end();
    if (picture.isWorthwhile) this.#series.set(name, picture);
    else {
      // What was set before is this picture, or a number.
      this.#series.set(name, REST);
      picture.free();
    }
  }
}
