import { readdirSync, readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';

/** All environment variables of a renderer process, with those of Node's IPC channel. */
export const rendererVariables: readonly string[] = [
  'DISABLE_SYSTEM_FONTS_LOAD',
  'FONTCONFIG_FILE',
  'LANG',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
  'MIMALLOC_ARENA_PURGE_MULT',
  'MIMALLOC_PURGE_DELAY',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  // Where this process caches compiled code, renderers do, too.
  ...(getCompileCacheDir() === undefined ? [] : ['NODE_COMPILE_CACHE']),
  'TZ',
  'UV_THREADPOOL_SIZE',
];

/** Pids of the renderers that this process's services started (Linux). */
export function findRenderers(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === process.pid)
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes('renderer'));
}

/** Pauses every renderer until `resume`: its renders stay in progress. */
export function pauseRenderers(): { readonly pids: number[]; resume(): void } {
  const pids = findRenderers();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return {
    pids,
    resume() {
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGCONT');
        } catch {
          // It has ended, as some tests intend.
        }
      }
    },
  };
}

function parentOf(pid: number): number {
  // The command's name may contain blanks and brackets; the fields after it do not.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ');
  return Number(fields?.[1] ?? 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
