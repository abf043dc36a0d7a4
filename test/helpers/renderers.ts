import { readdirSync, readFileSync } from 'node:fs';

/** The renderer processes of this process's services (Linux). */
export function findRenderers(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === process.pid)
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes('renderer'));
}

/** Holds every renderer still until `resume` is called: what is given to one stays under way. */
export function holdRenderers(): { readonly pids: number[]; resume(): void } {
  const pids = findRenderers();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return {
    pids,
    resume() {
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGCONT');
        } catch {
          // It is gone, which some tests are about.
        }
      }
    },
  };
}

function parentOf(pid: number): number {
  // The command's name may hold blanks and brackets; the fields after it do not.
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
