/**
 * What a process takes of the machine, as the system tells it and lets it be set.
 */
import { readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

const mebibyte = 1024 * 1024;

/**
 * How V8 collects a renderer's garbage.
 *
 * - Its own heap holds layouts and messages only; pixels live outside it.
 * - The nursery grows by itself, after thousands of renders still, and holds the buffers of many renders that are over: at four
 *   mebibytes a process takes 40 to 80 MB less, and not more time.
 * - A full collection waits until three times as much is held as was alive after the last. Left to itself, V8 takes the pixels of
 *   ten renders for a heap that grows, and marks all of it every ten renders, on the other core: a third of a render's processor time.
 *   The nursery's collections give those pixels back long before, and what has outlived it is collected between two tasks
 *   (`old-garbage.ts`), for which `gc` is there.
 */
export const rendererFlags: readonly string[] = [
  '--max-old-space-size=768',
  '--max-semi-space-size=4',
  '--heap-growing-percent=200',
  '--expose-gc',
];

/**
 * What a renderer gets for an environment: nothing of its parent's, which holds secrets. Fonts of the machine are left alone so
 * that text looks the same everywhere; few arenas keep freed pixels from staying with the allocator.
 *
 * Pixels are the same few megabytes from one render to the next. Left to themselves, both allocators give them back to the system
 * in between, which then clears hundreds of pages anew: up to a tenth of a render's processor time. So the C library keeps up to 32 MiB
 * at the end of its heap, and has only what is larger than 16 MiB from the system and back at once, as it otherwise comes to by
 * chance; and mimalloc, which the canvas uses for pixels that are read from it, waits for a tenth of a second in place of ten
 * milliseconds. What it has in large pieces it gives back after the same time, as it does unless told otherwise: ten times as long
 * would leave a gigabyte with a process that has drawn posters.
 */
export const rendererEnvironment: Readonly<Record<string, string>> = {
  DISABLE_SYSTEM_FONTS_LOAD: '1',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(16 * mebibyte),
  MALLOC_TRIM_THRESHOLD_: String(32 * mebibyte),
  MIMALLOC_PURGE_DELAY: '100',
  MIMALLOC_ARENA_PURGE_MULT: '1',
  UV_THREADPOOL_SIZE: '2',
};

/** Of a renderer beyond its parent's: it gets a third of that one's share of a processor that both want. */
const niceness = 5;

/**
 * Lets requests, their answers and the database go before renders, which keep every processor busy as long as there are any: these
 * have a moment's work at a time.
 */
export function yieldProcessor(pid: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
  } catch {
    // It has ended already, or the system does not let it be done: they are equals then.
  }
}

/** Resident bytes as Linux tells them, in units that do not depend on the machine's page size. Null elsewhere. */
export async function readRss(pid: number | undefined): Promise<number | null> {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(text) ?? [];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}
