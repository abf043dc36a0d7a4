/**
 * What processes took of the machine: time on the processors, and memory. Those of other programs are read from `/proc`, which
 * only Linux has.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Of `/proc/<pid>/stat`, which counts in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of this process and of those that descend from `root`, the ended ones included, in milliseconds. */
export function cpuMs(root: number | undefined): number {
  const { user, system } = process.cpuUsage();
  const others = root === undefined ? [] : descendants(root);
  return others.reduce((sum, { ticks }) => sum + ticks * TICK_MS, (user + system) / 1000);
}

/** Memory of the processes that descend from `root`, shared pages divided among those that share them, in megabytes. */
export function treeMb(root: number): number {
  return descendants(root).reduce((sum, { pid }) => sum + readShareMb(pid), 0);
}

/** The most memory that this process had, in megabytes. */
export function ownPeakMb(): number {
  return process.resourceUsage().maxRSS / 1000;
}

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

/** The process and all below it. */
function descendants(root: number): Running[] {
  const all = listProcesses();
  const found = all.filter(({ pid }) => pid === root);
  for (const each of found) found.push(...all.filter(({ parent }) => parent === each.pid));
  return found;
}

function listProcesses(): Running[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      const stat = readOr(`/proc/${name}/stat`);
      // The second field is a name in parentheses, which may hold anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const at = (index: number): number => Number(fields[index] ?? 0);
      // User, system, and the same of children that ended.
      return [{ pid: Number(name), parent: at(1), ticks: at(11) + at(12) + at(13) + at(14) }];
    });
}

function readShareMb(pid: number): number {
  const match = /^Pss:\s+(\d+) kB/mu.exec(readOr(`/proc/${pid}/smaps_rollup`));
  return (Number(match?.[1] ?? 0) * 1024) / 1e6;
}

/** Empty where the process has just ended. */
function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
