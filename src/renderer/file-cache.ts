import { LRUCache } from 'lru-cache';

/**
 * Files that a renderer process has received, by hash: those of the current task, and an LRU cache of earlier
 * ones. Renders of a template repeat its fonts and images, so most tasks need no file to be sent.
 */
export class FileCache {
  readonly #cached: LRUCache<string, Uint8Array>;
  #inUse = new Map<string, Uint8Array>();

  /** @param maxBytes of the cache; the files of the current task are not limited */
  constructor(maxBytes: number) {
    this.#cached = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (bytes) => Math.max(1, bytes.byteLength),
    });
  }

  /** Starts a task with these files. Returns the hashes of those that have to be sent. */
  startTask(hashes: Iterable<string>): string[] {
    this.#inUse = new Map();
    const missing: string[] = [];
    for (const hash of new Set(hashes)) {
      const bytes = this.#cached.get(hash);
      if (bytes === undefined) missing.push(hash);
      else this.#inUse.set(hash, bytes);
    }
    return missing;
  }

  add(hash: string, bytes: Uint8Array): void {
    this.#inUse.set(hash, bytes);
    // A copy, because `bytes` is a view that keeps the whole message in memory.
    if (bytes.byteLength <= this.#cached.maxSize) this.#cached.set(hash, new Uint8Array(bytes));
  }

  /** Throws if the file does not belong to the current task. */
  bytes(hash: string): Uint8Array {
    const bytes = this.#inUse.get(hash);
    if (bytes === undefined) throw new Error(`the file ${hash} was not announced with the task`);
    return bytes;
  }

  finishTask(): void {
    this.#inUse = new Map();
  }
}
