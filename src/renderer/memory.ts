import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { getHeapSpaceStatistics } from 'node:v8';

const gibibyte = 1024 ** 3;
const mebibyte = 1024 ** 2;
/** Growth of the heap that triggers a collection between tasks: the garbage of some thousand renders. */
const maxGrowthBytes = 16 * mebibyte;
/** A task that leaves more is a large one: a card leaves 20 kB, a table of 80 rows 3 MiB. */
const maxTaskGrowthBytes = mebibyte / 4;
/** A task that leaves more is a long document. A table of 500 rows leaves 12 MiB. */
const longTaskGrowthBytes = 48 * mebibyte;
/** So is one with more pages: V8 may have collected at its end, and it leaves less. */
const longTaskPages = 50;

/**
 * Collects garbage that has left V8's nursery. With `rendererFlags` V8 itself does so only once the heap has
 * three times the size of what was alive after the last full collection; until then a process would grow by
 * some kilobytes with each render, as if it leaked. A full collection takes 25 ms, so it runs between two
 * tasks.
 *
 * It does not run after a large task. V8 forgets what the compiled code refers to, and would compile it anew:
 * that takes longer than a table of 500 rows. V8 collects during the next large task, or the next small one
 * ends with a collection, or the process has no task for some seconds. What a long document leaves goes at
 * once, though: with it, the next one would take a third more memory.
 */
export class OldGarbage {
  readonly #collect: () => void;
  /** The smallest heap since our last full collection, or since the start: V8 may have collected as well. */
  #smallestHeapBytes = usedHeapBytes();
  /** The heap after the last task. */
  #lastHeapBytes = this.#smallestHeapBytes;

  /** @param collect V8's `gc`, which exists in processes that were started with `--expose-gc` */
  constructor(collect: () => void) {
    this.#collect = collect;
  }

  /**
   * After a task: runs a full collection if the heap has grown enough. Returns whether it ran.
   *
   * @param pages of the document that it made
   */
  collectIfDue(pages = 1): boolean {
    const bytes = usedHeapBytes();
    const growthBytes = bytes - this.#lastHeapBytes;
    const isLong = growthBytes >= longTaskGrowthBytes || pages >= longTaskPages;
    const isLarge = growthBytes > maxTaskGrowthBytes && !isLong;
    this.#lastHeapBytes = bytes;
    this.#smallestHeapBytes = Math.min(this.#smallestHeapBytes, bytes);
    return !isLarge && this.#collectIfGrown(bytes);
  }

  /**
   * Between placing the pages of a long document and drawing them: runs a full collection, before drawing
   * adds to what binding and placing have left. V8 would run one in the middle of the pages, with a larger
   * heap. Returns whether it ran.
   */
  collectPlaced(pages: number): boolean {
    if (pages < longTaskPages) return false;
    this.#collect();
    return true;
  }

  /** After some seconds without a task: as after a task, and what a large one has left. */
  collectIdle(): boolean {
    return this.#collectIfGrown(usedHeapBytes());
  }

  #collectIfGrown(bytes: number): boolean {
    if (bytes <= this.#smallestHeapBytes + maxGrowthBytes) return false;
    this.#collect();
    this.#smallestHeapBytes = usedHeapBytes();
    this.#lastHeapBytes = this.#smallestHeapBytes;
    return true;
  }
}

/** What has left V8's nursery. Pixels and files are outside of V8's heap. */
function usedHeapBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !name.startsWith('new_'))
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
}

/**
 * The resident memory at which a renderer process is killed: its share of the machine or container, but not
 * below what the largest permitted output needs, and not above what one render may reasonably use.
 */
export function maxRendererBytes(processCount: number): number {
  const constrained = process.constrainedMemory();
  const available = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.min(4 * gibibyte, Math.max(1.5 * gibibyte, (0.75 * available) / processCount));
}

/** Resident memory of a process in bytes; null on systems other than Linux. */
export async function readRss(pid: number | undefined): Promise<number | null> {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(text) ?? [];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}
