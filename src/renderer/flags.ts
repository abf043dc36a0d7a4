/** How a renderer process is started: V8's flags and the environment. */
import path from 'node:path';

const mebibyte = 1024 * 1024;

/**
 * V8's flags for renderers. See docs/decisions/0018 for the measurements.
 *
 * - `max-old-space-size`: the heap holds layouts and messages only; pixels are outside of it.
 * - `max-semi-space-size`: a nursery of 4 MiB saves 40 to 80 MB a process and takes no more time. By default
 *   it grows over thousands of renders and holds buffers of finished renders.
 * - `no-parallel-scavenge`: one thread collects the nursery. With several, the PDF of a table takes a
 *   sixth more processor time.
 * - `heap-growing-percent`: a full collection waits until the heap has tripled. By default V8 counts the
 *   pixels of ten renders as growth and marks the whole heap, a third of a render's processor time.
 *   Collections of the nursery free those pixels much earlier.
 * - `retain-maps-for-n-gc`: the shapes of objects that are gone are kept for twenty full collections,
 *   not for two, so that the next document finds the code that was compiled for them.
 * - `no-flush-bytecode`: collections keep the bytecode of functions that have not run for a while.
 * - `expose-gc`: for `OldGarbage`.
 */
export const rendererFlags: readonly string[] = [
  '--max-old-space-size=768',
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  '--heap-growing-percent=200',
  '--retain-maps-for-n-gc=20',
  '--no-flush-bytecode',
  '--expose-gc',
];

/**
 * The environment of renderers. Nothing of the parent's environment, which holds secrets. No fonts of the
 * machine, so that text looks the same everywhere: the canvas loads none, and the fontconfig of the SVG
 * decoder knows the catalogue's only.
 *
 * Each render uses about the same few megabytes of pixels. By default both allocators return them to the
 * system after each render, and the system has to clear hundreds of pages again: up to a tenth of a render's
 * processor time. So the C library keeps up to 32 MiB and maps only pieces above 16 MiB directly; mimalloc,
 * which the canvas uses for copied pixels, waits 100 ms instead of 10. The wait for its large pieces is the
 * same (ARENA_PURGE_MULT 1): the default of ten times that would leave a gigabyte with a process that has
 * drawn posters.
 */
export const rendererEnvironment: Readonly<Record<string, string>> = {
  DISABLE_SYSTEM_FONTS_LOAD: '1',
  FONTCONFIG_FILE: path.join(import.meta.dirname, 'fonts.conf'),
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(16 * mebibyte),
  MALLOC_TRIM_THRESHOLD_: String(32 * mebibyte),
  MIMALLOC_PURGE_DELAY: '100',
  MIMALLOC_ARENA_PURGE_MULT: '1',
  UV_THREADPOOL_SIZE: '2',
};
