import { readdirSync, readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/store/database.ts';
import { waitUntil } from './wait-until.ts';

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
    .filter((pid) => Number.isInteger(pid) && getParent(pid) === process.pid)
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

/**
 * Runs a function while the only renderer, which is free, is paused in a render.
 *
 * @param draw sends the request that is drawn
 */
export async function whileDrawing<Answer>(
  db: Database,
  draw: () => Promise<Answer>,
  act: (drawing: Promise<Answer>, pids: number[]) => Promise<Answer>,
): Promise<Answer> {
  const { pids, resume } = pauseRenderers();
  const drawing = draw();
  try {
    await waitUntil(async () => (await db('quota_entries').where('state', 'RESERVED')).length !== 0);
    // The task is sent right after that, which nothing outside of the service's process shows.
    await sleep(200);
    return await act(drawing, pids);
  } finally {
    resume();
    await drawing;
  }
}

/** Ends the renderers that draw, for `whileDrawing`. */
export async function killRenderers<Answer>(drawing: Promise<Answer>, pids: number[]): Promise<Answer> {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return await drawing;
}

function getParent(pid: number): number {
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
