import { LRUCache } from 'lru-cache';

/**
 * The bytes of files that a renderer process was sent, by hash: those of the task under way for certain, others as long as
 * they fit. Templates repeat their fonts and pictures from render to render, so most tasks need nothing sent.
 */
export class FileStore {
  readonly #kept: LRUCache<string, Uint8Array>;
  #inUse = new Map<string, Uint8Array>();

  /** @param maxBytes of files that are kept beyond the task that brought them */
  constructor(maxBytes: number) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (bytes) => Math.max(1, bytes.byteLength),
    });
  }

  /** Begins a task with these files; returns the hashes of those that have to be sent. */
  begin(hashes: Iterable<string>): string[] {
    this.#inUse = new Map();
    const missing: string[] = [];
    for (const hash of new Set(hashes)) {
      const bytes = this.#kept.get(hash);
      if (bytes === undefined) missing.push(hash);
      else this.#inUse.set(hash, bytes);
    }
    return missing;
  }

  add(hash: string, bytes: Uint8Array): void {
    this.#inUse.set(hash, bytes);
    // A copy of its own: what arrives is a view of the whole message, which would stay in memory with it.
    if (bytes.byteLength <= this.#kept.maxSize) this.#kept.set(hash, new Uint8Array(bytes));
  }

  /** Throws where the task did not name the file. */
  bytes(hash: string): Uint8Array {
    const bytes = this.#inUse.get(hash);
    if (bytes === undefined) throw new Error(`the file ${hash} was not announced with the task`);
    return bytes;
  }

  end(): void {
    this.#inUse = new Map();
  }
}
