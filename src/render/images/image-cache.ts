import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { Canvas } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';

import type { CompressedImage, ImageInfo, Pixels, RawPixels } from './picture.ts';
import type { VectorPicture } from '../vector/vector-picture.ts';

/** Most pictures whose size and kind are remembered; each is a few hundred bytes. */
const MAX_INFOS = 5000;
/** Most files that are kept as shapes, or known not to be read as such. */
const MAX_DRAWINGS = 200;

interface Entry {
  readonly pixels: Pixels;
  leases: number;
  evicted: boolean;
}

/**
 * Pictures scaled to their target size, kept from render to render because templates show the same backgrounds and logos
 * again and again. Canvas memory is outside the JavaScript heap, so entries are counted in bytes and freed by hand.
 */
export class ImageCache {
  readonly #infos = new LRUCache<string, ImageInfo>({ max: MAX_INFOS });
  readonly #entries: LRUCache<string, Entry>;
  readonly #drawings = new LRUCache<string, { readonly picture: VectorPicture | null }>({
    max: MAX_DRAWINGS,
  });
  readonly #files: LRUCache<string, CompressedImage>;

  /** `maxBytes` bounds the pixels that are kept beyond those of the renders under way; PDFs' pictures get a quarter. */
  constructor(maxBytes: number) {
    this.#files = new LRUCache<string, CompressedImage>({
      maxSize: Math.max(1, Math.floor(maxBytes / 4)),
      sizeCalculation: ({ data, mask }) => Math.max(1, data.length + (mask?.data.length ?? 0)),
    });
    this.#entries = new LRUCache<string, Entry>({
      maxSize: maxBytes,
      sizeCalculation: ({ pixels }) => Math.max(1, pixels.width * pixels.height * 4),
      dispose: (entry) => {
        entry.evicted = true;
        if (entry.leases === 0) free(entry.pixels.canvas);
      },
    });
  }

  /** What is known about a picture's bytes, by their hash. */
  async info(hash: string, inspect: () => Promise<ImageInfo>): Promise<ImageInfo> {
    const known = this.#infos.get(hash);
    if (known !== undefined) return known;
    const info = await inspect();
    this.#infos.set(hash, info);
    return info;
  }

  /** A picture compressed for a PDF, by a key that says all about it. */
  async compressed(key: string, make: () => Promise<CompressedImage>): Promise<CompressedImage> {
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const image = await make();
    this.#files.set(key, image);
    return image;
  }

  /** A compressed picture that is kept already. */
  keptFile(key: string): CompressedImage | undefined {
    return this.#files.get(key);
  }

  /** An SVG file as shapes, by its hash; null where it is not read as such. */
  drawing(hash: string, read: () => VectorPicture | null): VectorPicture | null {
    let known = this.#drawings.get(hash);
    if (known === undefined) {
      known = { picture: read() };
      this.#drawings.set(hash, known);
    }
    return known.picture;
  }

  /** Bytes of pixels that are kept at the moment. */
  get size(): number {
    return this.#entries.calculatedSize;
  }

  /** Starts a render's use of the cache. What it takes stays valid until it is released. */
  lease(): ImageLease {
    const held = new Set<Entry>();
    return {
      pixels: async (key, filter, make) => {
        let entry = this.#entries.get(key);
        if (entry === undefined) {
          entry = { pixels: toPixels(await make(), filter), leases: 0, evicted: false };
          hold(held, entry);
          // A picture larger than the whole cache is not kept; it lives as long as this lease.
          this.#entries.set(key, entry);
          if (this.#entries.peek(key) !== entry) entry.evicted = true;
        }
        hold(held, entry);
        return entry.pixels;
      },
      release: () => {
        for (const entry of held) {
          entry.leases -= 1;
          if (entry.leases === 0 && entry.evicted) free(entry.pixels.canvas);
        }
        held.clear();
      },
    };
  }
}

/** One render's use of the cache. */
export interface ImageLease {
  /** Pixels by a key that says all about them; `filter` is a CSS filter list that is applied once they are made. */
  pixels(key: string, filter: string, make: () => Promise<RawPixels>): Promise<Pixels>;
  release(): void;
}

function hold(held: Set<Entry>, entry: Entry): void {
  if (held.has(entry)) return;
  held.add(entry);
  entry.leases += 1;
}

function toPixels(raw: RawPixels, filter: string): Pixels {
  const { data, width, height, opaque } = raw;
  const canvas = createCanvas(width, height);
  const bytes = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
  canvas.getContext('2d').putImageData(new ImageData(bytes, width, height), 0, 0);
  if (filter === '') return { canvas, width, height, opaque };
  const filtered = createCanvas(width, height);
  const context = filtered.getContext('2d');
  context.filter = filter;
  context.drawImage(canvas, 0, 0);
  // Makes the filtered pixels now: what is recorded would run the filter again at every use.
  context.getImageData(0, 0, 1, 1);
  free(canvas);
  return { canvas: filtered, width, height, opaque };
}

/** A canvas gives its memory back at once when it loses its area; waiting for garbage collection takes too long. */
function free(canvas: Canvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
