import { createCanvas, ImageData, type Canvas } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';

import type { FoundFocus } from './focus/find-focus.ts';
import type { ImageInfo, RawPixels } from './decode.ts';
import type { InkSpace } from '../inks/ink-space.ts';
import type { VectorImage } from '../vector/vector-image.ts';

/** Max cached image headers; each takes a few hundred bytes. */
const MAX_INFOS = 5000;
/** Max SVG files that are cached as vectors, or as not readable as vectors. */
const MAX_VECTORS = 200;

/** An image scaled to the size at which it is drawn. */
export interface Pixels {
  readonly canvas: Canvas;
  readonly width: number;
  readonly height: number;
  readonly opaque: boolean;
}

/** An image compressed for a PDF or an SVG. */
export interface CompressedImage {
  readonly width: number;
  readonly height: number;
  /** `flate`: rows with PNG filters. `png`: a whole PNG file, for an SVG. */
  readonly encoding: 'jpeg' | 'flate' | 'png';
  /** Compressed RGB samples of 8 bits; a PNG may have opacity. */
  readonly data: Uint8Array;
  /** Null if the image is opaque. */
  readonly mask: CompressedMask | null;
  /** The samples are amounts of these inks, in place of sRGB. */
  readonly inks?: InkSpace;
}

/** The alpha channel: compressed rows with PNG filters. It may have more pixels than the image. */
export interface CompressedMask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

interface Entry {
  readonly pixels: Pixels;
  leases: number;
  evicted: boolean;
}

/**
 * Caches images scaled to their target size, because renders of a template show the same backgrounds and
 * logos. Canvas memory is outside the JavaScript heap, so entries are counted in bytes and released
 * explicitly.
 */
export class ImageCache {
  readonly #infos = new LRUCache<string, ImageInfo>({ max: MAX_INFOS });
  readonly #focuses = new LRUCache<string, FoundFocus>({ max: MAX_INFOS });
  readonly #entries: LRUCache<string, Entry>;
  readonly #vectors = new LRUCache<string, { readonly image: VectorImage | null }>({
    max: MAX_VECTORS,
  });
  readonly #compressed: LRUCache<string, CompressedImage>;

  /**
   * `maxBytes` limits the cached pixels; pixels that a render still uses are not counted once evicted.
   * Compressed images for PDFs may take a quarter of it in addition.
   */
  constructor(maxBytes: number) {
    this.#compressed = new LRUCache<string, CompressedImage>({
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

  /** The header is read again at its next use. */
  forgetInfo(key: string): void {
    this.#infos.delete(key);
  }

  /** An image's header, by a key for its bytes. */
  async info(key: string, inspect: () => Promise<ImageInfo>): Promise<ImageInfo> {
    const cached = this.#infos.get(key);
    if (cached !== undefined) return cached;
    const info = await inspect();
    this.#infos.set(key, info);
    return info;
  }

  /** What a crop of an image keeps, by a key for its bytes and what is wanted. */
  async focus(key: string, find: () => Promise<FoundFocus>): Promise<FoundFocus> {
    const cached = this.#focuses.get(key);
    if (cached !== undefined) return cached;
    const focus = await find();
    this.#focuses.set(key, focus);
    return focus;
  }

  /** An image compressed for a PDF. The key must contain everything that its pixels depend on. */
  async compressed(key: string, make: () => Promise<CompressedImage>): Promise<CompressedImage> {
    const cached = this.#compressed.get(key);
    if (cached !== undefined) return cached;
    const image = await make();
    this.#compressed.set(key, image);
    return image;
  }

  /** A compressed image, if it is in the cache. */
  cachedCompressed(key: string): CompressedImage | undefined {
    return this.#compressed.get(key);
  }

  /** An SVG file as vectors, by its hash; null if it cannot be read as vectors. */
  vector(hash: string, read: () => VectorImage | null): VectorImage | null {
    let entry = this.#vectors.get(hash);
    if (entry === undefined) {
      entry = { image: read() };
      this.#vectors.set(hash, entry);
    }
    return entry.image;
  }

  /** Bytes of all cached pixels. */
  get size(): number {
    return this.#entries.calculatedSize;
  }

  /** Starts a lease for one render. Pixels obtained through it stay valid until `release`. */
  lease(): ImageLease {
    const held = new Set<Entry>();
    return {
      pixels: async (key, filter, make) => {
        let entry = this.#entries.get(key);
        if (entry === undefined) {
          entry = { pixels: toPixels(await make(), filter), leases: 0, evicted: false };
          hold(held, entry);
          // An image larger than the whole cache is not stored; it lives as long as this lease.
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
  /**
   * Pixels from the cache or from `make`. The key must contain everything that they depend on. `filter` is a
   * CSS filter list that is applied to new pixels.
   */
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
  // Rasterises now; a recording would run the filter again at every use.
  context.getImageData(0, 0, 1, 1);
  free(canvas);
  return { canvas: filtered, width, height, opaque };
}

/** A canvas without area releases its memory at once; garbage collection comes too late. */
function free(canvas: Canvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
