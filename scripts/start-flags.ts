import { readFileSync } from 'node:fs';

/**
 * The Node flags of `npm start`, for programs that start src/main.ts without bin/platen.
 *
 * - `--min-semi-space-size`, `--max-semi-space-size`: V8's nursery is always 4 MiB. At V8's initial 1 MiB, a
 *   service spends a fifth of its time on garbage collection. Without a limit, the nursery keeps buffers of
 *   finished renders: a worker used 270 MB for 2,000 rows instead of 142, and was no faster.
 * - `--heap-growing-percent`: as for renderers (src/renderer/flags.ts). Streamed files must not trigger
 *   collections of the whole heap.
 */
export const startFlags: readonly string[] = readStartFlags();

function readStartFlags(): string[] {
  const program = readFileSync(new URL('../bin/platen', import.meta.url), 'utf8');
  const [start = ''] = program.match(/^exec .*$/m) ?? [];
  return start.split(' ').filter((word) => word.startsWith('--'));
}
