/**
 * What a process takes of the machine, as the system tells it and lets it be set.
 */
import { readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

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
