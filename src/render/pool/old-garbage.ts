import { getHeapStatistics } from 'node:v8';

/** What may gather before it is looked for: some thousand renders' worth. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Garbage that has outlived V8's nursery. V8 looks for it once three times as much is held as was alive after the last time
 * (`rendererFlags`): until then a process grows by some kilobytes with every render, for thousands of them, as if it leaked. Between two
 * tasks, a full collection takes 25 ms.
 */
export class OldGarbage {
  readonly #collect: () => void;
  /** The least that has been in use since the last full collection of ours: V8 may have made one, too. */
  #leastBytes = Infinity;

  /** `collect` is V8's `gc`, which processes have that were started with `--expose-gc`. */
  constructor(collect: () => void) {
    this.#collect = collect;
  }

  /** Collects it where so much may have gathered. Returns whether that was so. */
  collectIfDue(): boolean {
    const bytes = usedBytes();
    this.#leastBytes = Math.min(this.#leastBytes, bytes);
    if (bytes <= this.#leastBytes + MOST_BYTES) return false;
    this.#collect();
    this.#leastBytes = usedBytes();
    return true;
  }
}

/** Of V8's heap; pixels and files lie outside it. */
function usedBytes(): number {
  return getHeapStatistics().used_heap_size;
}
